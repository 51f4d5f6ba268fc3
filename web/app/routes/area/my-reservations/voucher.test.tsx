import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import { newVoucher } from '~/test/vouchers';
import * as voucherPage from './voucher';

const PATH = '/api/reservations/A3K7QX/voucher';
const button = (name: string) => page.getByRole('button', { name, exact: true });

type Answers = Parameters<typeof answerCalls>[0];

async function open(answer: Answers[string], more: Answers = {}) {
  const network = answerCalls({ [`GET ${PATH}`]: answer, ...more });
  await renderRoute(voucherPage, { at: '/minhasreservas/A3K7QX/voucher', path: '/minhasreservas/:code/voucher' });
  return network;
}

/** Puts a function where a browser that shares files has it. */
function shareWith(share: (data: ShareData) => Promise<void>, canShare = true): void {
  const given = { share, canShare: () => canShare };
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, name);
    });
  }
}

test.each([
  ['VOUCHER_NOT_READY', 'O voucher sai assim que o sinal for confirmado.'],
  ['VOUCHER_OVER', 'Esta reserva não vale mais, e o voucher dela também não.'],
])('without a voucher (%s) the page says why, without a toast', async (code, message) => {
  signIn();
  await open(refusal(409, { code, message }));
  await expect.element(page.getByText(message)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Ver a reserva' }))
    .toHaveAttribute('href', '/minhasreservas/A3K7QX');
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
  expect(document.querySelector('[data-tipo] p')?.textContent ?? '').toBe('');
});

test("somebody else's voucher is a page that does not exist", async () => {
  signIn();
  await open(refusal(404, { code: 'RESERVATION_NOT_FOUND', message: 'Não encontramos.' }));
  await expect.element(page.getByRole('heading', { name: '/404' })).toBeVisible();
});

test('the extras of the party are named', async () => {
  signIn();
  const extras = ['Almoço', 'Cooler'].map((label, index) => ({ id: crypto.randomUUID(), label, count: 2 - index }));
  await open({ json: newVoucher({ extras }) });
  const section = page.getByRole('region', { name: 'Adicionais' });
  await expect.element(section.getByText('2 × Almoço, 1 × Cooler')).toBeVisible();
});

test('people who board apart stand at their boarding points, those without one last', async () => {
  signIn();
  const voucher = newVoucher();
  const [first] = voucher.boardingPoints;
  if (!first) expect.unreachable();
  const later = { ...first, id: crypto.randomUUID(), place: 'Trevo de Três Corações', moment: 'sábado, às 05:40' };
  const [ana, child] = voucher.people;
  if (!ana || !child) expect.unreachable();
  const caio = { ...ana, name: 'Caio', boardingPointId: null, seat: { vehicle: null, number: '12' } };
  const people = [ana, { ...child, boardingPointId: later.id }, caio];
  await open({ json: newVoucher({ people, boardingPoints: [first, later], due: null }) });
  const boarding = page.getByRole('region', { name: 'Embarque' });
  await expect.element(boarding).toBeVisible();
  const text = boarding.element().textContent ?? '';
  const order = [
    'Rodoviária de Varginha',
    'Ana Lima · Adulto',
    'Trevo',
    'Pessoa 2 · Criança, com Ana Lima',
    'A combinar',
    'Caio · Adulto, poltrona 12',
  ];
  const places = order.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await expect.element(page.getByText(/Falta pagar/)).not.toBeInTheDocument();
});

test('the copy of a voucher that has ended is not shown again without a network', async () => {
  const { profile } = signIn();
  await open({ json: newVoucher() });
  await expect.element(page.getByRole('article', { name: 'Cânions de Furnas' })).toBeVisible();
  const cached = async () =>
    (await (await caches.match('/own/voucher-A3K7QX', { cacheName: `own-${profile.id}` }))?.text()) ?? '';
  await expect.poll(cached).toContain('A3K7QX');
  await open(refusal(409, { code: 'VOUCHER_OVER', message: 'Não vale mais.' }));
  await expect.element(page.getByText('Não vale mais.')).toBeVisible();
  await expect.poll(cached).not.toContain('A3K7QX');
});

test('the PDF is shared as a file; a browser that wants another press gets it without another download', async () => {
  signIn();
  const share = vi
    .fn<(data: ShareData) => Promise<void>>()
    .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  shareWith(share.mockResolvedValue(undefined));
  const { calls } = await open({ json: newVoucher() }, { [`GET ${PATH}/export`]: { text: '%PDF-1.7' } });
  await button('Compartilhar').click();
  await expectToast('info', 'O PDF está pronto: toque em Compartilhar de novo.');
  await button('Compartilhar').click();
  await expect.poll(() => share.mock.calls.length).toBe(2);
  const [file] = share.mock.calls[1]?.[0]?.files ?? [];
  expect([file?.type, await file?.text()]).toEqual(['application/pdf', '%PDF-1.7']);
  expect(calls.filter((call) => call.endsWith('/export'))).toHaveLength(1);
});

test('a browser that shares no files has no button for it', async () => {
  signIn();
  shareWith(async () => undefined, false);
  await open({ json: newVoucher() });
  await expect.element(button('Baixar PDF')).toBeVisible();
  await expect.element(button('Compartilhar')).not.toBeInTheDocument();
});
