import type { Reservation } from '@passeio/contract/reservations/reservations';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newCharge, newDetails, newParticipant, newPayer, newReceipt } from '~/test/reservations';
import { rootData } from '~/test/root-data';
import { expectToFit } from '~/test/screen';
import { holdUploads } from '~/test/uploads';
import * as reservationPage from './reservation';

const PATH = 'GET /api/reservations/A3K7QX';
const id = crypto.randomUUID();
const CHARGES = `POST /api/reservations/${id}/charges`;
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const standing = page.getByRole('region', { name: 'Cânions de Furnas' });

/** Opens the page of a reservation; each read answers the next of `versions`. */
async function open(versions: Partial<Reservation>[], responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const people = [newPayer(), newParticipant()];
  signIn();
  const network = answerCalls({
    [PATH]: versions.map((facts) => ({ json: newDetails({ id, participants: people, ...facts }) })),
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  const root = { ...rootData, settings: { ...rootData.settings, demoBankUrl: 'http://127.0.0.1:3199' } };
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code', root });
  return network;
}

test('the deposit or everything is chosen, and its code comes with amount, QR code and the way to the bank', async () => {
  const charge = newCharge();
  const { bodies } = await open([{}, { charge }], { [CHARGES]: { status: 201, json: charge } });
  await expect.element(button(/^Pagar o valor total\s*R\$\s378,00$/)).toBeVisible();
  await button(/^Pagar o sinal\s*R\$\s141,90$/).click();
  expect(bodies[CHARGES]).toEqual({ purpose: 'deposit' });
  await expect.element(page.getByRole('heading', { name: /^Pix: sinal R\$\s141,90$/ })).toBeVisible();
  await expect.element(page.getByRole('img', { name: /^QR code para pagar R\$\s141,90 por Pix$/ })).toBeVisible();
  await expect.element(field('Pix copia e cola')).toHaveValue(charge.payload);
  await expect.element(button('Copiar código Pix')).toHaveFocus();
  const bank = page.getByRole('link', { name: 'Pagar no banco de demonstração' });
  await expect.element(bank).toHaveAttribute('href', `http://127.0.0.1:3199/pagar/${charge.txid}`);
  await expect.element(bank).toHaveAttribute('target', '_blank');
  await expect.element(page.getByText('Já paguei')).not.toBeInTheDocument();
  await expect.element(button(/^Pagar o valor total/)).toBeVisible();
});

test('cash that a guide took is said to be with the guide, not to be paid again', async () => {
  await open([{ guideCents: 10_000 }]);
  await expect.element(page.getByRole('heading', { name: /^R\$\s100,00 entregues ao guia$/ })).toBeVisible();
  await expect.element(page.getByText(/^Aguardando a conferência: .* Não pague de novo\.$/)).toBeVisible();
  await expectNothingFound();
  await expectToFit();
});

test('cash with a guide that covers what is due leaves nothing to pay', async () => {
  await open([{ dueCents: 10_000, guideCents: 10_000, creditCents: 5_000 }]);
  await expect.element(page.getByRole('heading', { name: /^R\$\s100,00 entregues ao guia$/ })).toBeVisible();
  await expect.element(button(/^(Pagar|Usar)/)).not.toBeInTheDocument();
});

test('a hold whose deposit a guide has offers nothing to pay until staff has decided', async () => {
  const status = { key: 'guide_cash' as const, label: 'Dinheiro com o guia', tone: 'waiting' as const, nextStep: '' };
  await open([{ guideCents: 5_670, creditCents: 5_000, status: { ...status, until: null } }]);
  await expect.element(page.getByRole('heading', { name: /^R\$\s56,70 entregues ao guia$/ })).toBeVisible();
  await expect.element(button(/^(Pagar|Usar)/)).not.toBeInTheDocument();
});

const months = ['2027-01-27', '2027-02-27', '2027-03-27'].map((dueDate, index) => ({
  ...{
    id: String(index + 1),
    dueDate,
    amountCents: 10_000,
    paidCents: index === 0 ? 2_000 : 0,
    state: 'open' as const,
  },
}));
const inInstalments: Partial<Reservation> = {
  ...{ state: 'booked', totalCents: 40_000, depositCents: 10_000, receivedCents: 12_000, dueCents: 28_000 },
  instalments: months,
};

test('a reservation in instalments lists them, and the next one is paid, or another amount that says what it pays', async () => {
  const charge = newCharge({ purpose: 'balance', amountCents: 8_000 });
  const { bodies } = await open([inInstalments, { ...inInstalments, charge }], {
    [CHARGES]: [
      { status: 201, json: charge },
      { status: 201, json: { ...charge, amountCents: 15_000 } },
    ],
  });
  await expect.element(page.getByText('Vence em 27/01/2027 · R$ 20,00 já pagos')).toBeVisible();
  await button(/^Pagar a parcela\s*R\$\s80,00$/).click();
  expect(bodies[CHARGES]).toEqual({ purpose: 'balance', amountCents: 8_000 });
  await button('Pagar outro valor').click();
  await field('Quanto você quer pagar agora?').fill('300,00');
  await button('Gerar o Pix').click();
  await expect.element(page.getByText('Informe até R$ 280,00.')).toBeVisible();
  await field('Quanto você quer pagar agora?').fill('150');
  await expect.element(page.getByText('Paga a parcela 1 e R$ 70,00 da parcela 2.')).toBeVisible();
  await button(/^Gerar o Pix de R\$\s150,00$/).click();
  await vi.waitFor(() => expect(bodies[CHARGES]).toEqual({ purpose: 'balance', amountCents: 15_000 }));
  await expectNothingFound();
});

test('the code is copied, and where the browser refuses it is selected', async () => {
  const charge = newCharge();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValue(new Error('no'));
  await open([{ charge }]);
  await button('Copiar código Pix').click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Código copiado!' })).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(charge.payload);
  // It says so for a moment only.
  await page.getByRole('button', { name: /^(Código copiado!|Copiar código Pix)$/ }).click();
  await expect.element(field('Pix copia e cola')).toHaveAccessibleDescription(/não deixou copiar/);
  await expect.element(field('Pix copia e cola')).toHaveFocus();
  const input = field('Pix copia e cola').element() as HTMLInputElement;
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, charge.payload?.length]);
});

test.each([
  ['2027-01-27', 'Vence em 27/01.'],
  ['2027-01-28', 'Venceu em 27/01. Pague até sáb., 30 de jan., às 23:59.'],
])('on %s the code of an instalment says: %s', async (day, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00-03:00`) });
  onTestFinished(() => void vi.useRealTimers());
  const due = {
    purpose: 'balance',
    amountCents: 8_000,
    dueOn: '2027-01-27',
    expiresAt: '2027-01-31T02:59:00Z',
  } as const;
  await open([{ ...inInstalments, charge: newCharge(due) }]);
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  await expectNothingFound();
});

test('a code that the bank has not given yet comes by itself', async () => {
  const charge = newCharge({ payload: null });
  await open([{ charge }, { charge: { ...charge, payload: 'a-code' } }]);
  await expect.element(page.getByText('Gerando o código…')).toBeVisible();
  await expect.element(field('Pix copia e cola')).toHaveValue('a-code');
});

test('a charge at a page of the provider leads there in the same tab, and says what comes next', async () => {
  const preparing = newCharge({ method: 'card', payload: null, address: null });
  const charge = { ...preparing, address: 'https://cards.example/pay/A3K7QX' };
  const { bodies } = await open([{}, { charge }], { [CHARGES]: { status: 201, json: preparing } });
  await button(/^Pagar o sinal/).click();
  expect(bodies[CHARGES]).toEqual({ purpose: 'deposit' });
  await expect.element(page.getByRole('heading', { name: /^Cartão: sinal R\$\s141,90$/ })).toBeVisible();
  const link = page.getByRole('link', { name: 'Pagar com cartão' });
  await expect.element(link).toHaveAttribute('href', charge.address);
  await expect.element(link).not.toHaveAttribute('target');
  await expect.element(link).toHaveFocus();
  await expect.element(page.getByText(/volte a esta página: ela muda sozinha/)).toBeVisible();
  for (const words of ['Copiar código Pix', 'Preparando o pagamento…', 'Pagar no banco de demonstração']) {
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
  }
  await expect.element(page.getByRole('img', { name: /^QR code/ })).not.toBeInTheDocument();
  await expectNothingFound();
});

test('a charge at a page of a provider that notifies nobody asks for the receipt', async () => {
  const address = 'https://pay.example/A3K7QX';
  await open([{ charge: newCharge({ method: 'link' as 'card', payload: null, address, confirmsItself: false }) }]);
  await expect.element(page.getByRole('heading', { name: /^Pagamento: sinal/ })).toBeVisible();
  const link = page.getByRole('link', { name: 'Pagar no site do provedor' });
  await expect.element(link).toHaveAttribute('href', address);
  await expect.element(page.getByText(/volte a esta página e envie o comprovante\./)).toBeVisible();
  await expect.element(button('Já paguei: enviar comprovante')).toBeVisible();
});

test('a payment shows without a reload, is announced, and what is being typed stays', async () => {
  const paid = { state: 'booked', receivedCents: 14_190 } as const;
  const { bodies } = await open([{ charge: newCharge() }, paid], { [CHARGES]: { status: 201, json: newCharge() } });
  await button('Preencher: Pessoa 2').click();
  await field('Nome completo').fill('Ana Prado');
  await expect.element(page.getByText(/^Recebemos R\$\s141,90\. Obrigado!$/)).toBeInTheDocument();
  await expect.element(field('Nome completo')).toHaveValue('Ana Prado');
  await page.getByRole('button', { name: 'Fechar' }).click();
  await expect.element(standing.getByRole('status').getByText('Confirmada (sinal pago)')).toBeVisible();
  await expect.element(page.getByText('Pix copia e cola')).not.toBeInTheDocument();
  await button(/^Pagar o restante\s*R\$\s236,10$/).click();
  await expect.poll(() => bodies[CHARGES]).toEqual({ purpose: 'balance' });
});

test('a payment is scrolled to once: what is done afterwards leaves the page where it is', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => scrolled.mockRestore());
  const paid = { state: 'booked', receivedCents: 14_190 } as const;
  const more = { ...paid, totalCents: 40_000 };
  const { calls } = await open([{ charge: newCharge() }, paid, more], {
    [CHARGES]: { status: 201, json: newCharge() },
  });
  await expect.element(page.getByText(/^Recebemos R\$\s141,90\. Obrigado!$/)).toBeVisible();
  const arrivals = () => scrolled.mock.contexts.filter((one) => /^Recebemos/.test((one as Element).textContent ?? ''));
  expect(arrivals()).toHaveLength(1);
  await button(/^Pagar o restante/).click();
  await expect.poll(() => calls).toContain(CHARGES);
  await expect.element(page.getByText(/^Recebemos R\$\s141,90\. Obrigado!$/)).toBeVisible();
  expect(arrivals()).toHaveLength(1);
});

test('a page that nobody sees asks nothing, and asks at once when it is seen again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { calls } = await open([{ charge: newCharge() }]);
  await expect.element(field('Pix copia e cola')).toBeVisible();
  const asked = () => calls.filter((call) => call === PATH).length;
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(asked).toBe(2);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(2);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(asked).toBe(3);
});

test('what cannot be charged says why, and can be tried again', async () => {
  const message = 'O Pix ainda não está configurado. Entre em contato para pagar.';
  await open([{}], { [CHARGES]: [refusal(409, { code: 'PIX_UNAVAILABLE', message }), 'lost'] });
  await button(/^Pagar o sinal/).click();
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await button(/^Pagar o sinal/).click();
  await expect.element(page.getByRole('alert').getByText(/^O servidor não respondeu/)).toBeVisible();
});

const receipts = `/api/reservations/${id}/receipts`;
const photo = new File([new Uint8Array(2000)], 'comprovante.jpg', { type: 'image/jpeg' });
/** As the browser does it, without carrying megabytes through the test runner. */
function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.unreachable('no file input');
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a receipt is sent with its progress, cancelled, and tried again without choosing it anew', async () => {
  const uploads = holdUploads();
  const charge = newCharge({ confirmsItself: false, method: 'static_pix' });
  const receipt = newReceipt();
  // It then asks only after sending.
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open([{ charge }, { charge, receipt }]);
  await expect.element(button('Já paguei: enviar comprovante')).toBeVisible();
  choose(photo);
  await expect.poll(() => uploads[0]?.body).toBeDefined();
  expect(uploads[0]).toMatchObject({ method: 'POST', path: receipts });
  uploads[0]?.progress(0.4);
  await expect.element(page.getByText('Enviando: 40%')).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Envio do comprovante' })).toBeVisible();
  await button('Cancelar envio').click();
  expect(uploads[0]?.isAborted).toBe(true);

  choose(photo);
  await expect.poll(() => uploads[1]?.body).toBeDefined();
  uploads[1]?.lose();
  await expect.element(page.getByRole('alert').getByText(/^O servidor não respondeu/)).toBeVisible();
  await button('Tentar de novo').click();
  await expect.poll(() => uploads[2]?.body?.get('file')).toMatchObject({ name: 'comprovante.jpg' });
  uploads[2]?.answer(201, receipt);
  await expect.element(standing.getByText('Comprovante enviado – em conferência')).toBeVisible();
});

test.each([
  ['is too large', new File([new Uint8Array(10_485_761)], 'a.pdf', { type: 'application/pdf' }), 'mais de 10 MB'],
  ['is of another kind', new File(['a'], 'a.html', { type: 'text/html' }), 'Envie uma foto'],
])('a file that %s is refused before it is sent', async (_, file, words) => {
  const uploads = holdUploads();
  await open([{ charge: newCharge({ confirmsItself: false }) }]);
  await expect.element(button('Já paguei: enviar comprovante')).toBeVisible();
  choose(file);
  await expect.element(page.getByRole('alert').getByText(new RegExp(words))).toBeVisible();
  await expect.element(button('Escolher outro arquivo')).toBeVisible();
  expect(uploads).toEqual([]);
});

test('a waiting receipt stops the clock and can be downloaded', async () => {
  const receipt = newReceipt();
  await open([{ receipt, charge: newCharge({ confirmsItself: false }) }]);
  await expect.element(page.getByRole('heading', { name: 'Comprovante em conferência' })).toBeVisible();
  await expect.element(page.getByText('o prazo não corre', { exact: false })).toBeVisible();
  await expect.element(page.getByText(/^Faltam? \d/)).not.toBeInTheDocument();
  await expect.element(page.getByText('Pix copia e cola')).not.toBeInTheDocument();
  await expect.element(button('Baixar o comprovante')).toBeVisible();
});

test('a rejected receipt says why and what now, and another one may be sent', async () => {
  const receipt = newReceipt({ state: 'rejected', reason: 'O valor ainda não entrou na conta.' });
  await open([{ receipt, charge: newCharge({ confirmsItself: false, method: 'static_pix' }) }]);
  await expect.element(page.getByText('O valor ainda não entrou na conta.')).toBeVisible();
  await expect.element(page.getByText('envie outro comprovante', { exact: false })).toBeVisible();
  await expect.element(button('Já paguei: enviar comprovante')).toBeVisible();
  await expect
    .element(
      page.getByText('O envio do comprovante não confirma a reserva. Avisaremos assim que o valor entrar na conta.'),
    )
    .toBeVisible();
  await expectNothingFound();
  await expectToFit();
});

test('the payer says to which Pix key a refund goes, and changes it; what is no key is refused at its field', async () => {
  const path = `PUT /api/reservations/${id}/refund/pix-key`;
  const refund = {
    ...{
      id,
      amountCents: 14_190,
      reason: 'cancelled' as const,
      promisedFor: '2026-12-12',
      state: 'due' as const,
      paidAt: null,
    },
    ...{ pixKey: '', throughProvider: false, asCredit: false },
    parts: [
      { way: 'gift_card' as const, amountCents: 5_000 },
      { way: 'pix' as const, amountCents: 9_190 },
    ],
  };
  const changed = { ...refund, pixKey: 'a•••@viajantes.example' };
  const cancelled = { state: 'cancelled' as const, receivedCents: 14_190 };
  const { bodies } = await open(
    [
      { ...cancelled, refund },
      { ...cancelled, refund: changed },
    ],
    {
      [path]: { json: changed },
    },
  );
  await expect
    .element(page.getByText(/Voltam R\$\s50,00 para o vale-presente e R\$\s91,90 por Pix\. Diga para qual chave\.$/))
    .toBeVisible();
  await button('Informar chave Pix').click();
  await expect.element(page.getByText(/^Para onde vão os R\$\s91,90 da devolução\.$/)).toBeVisible();
  await field('Chave Pix').fill('123');
  await button('Salvar chave').click();
  await expect.element(page.getByText(/^Chave Pix inválida\./)).toBeVisible();
  await field('Chave Pix').fill('Ana@Viajantes.example');
  await button('Salvar chave').click();
  await expect.element(page.getByText(/para a chave a•••@viajantes\.example\.$/)).toBeVisible();
  expect(bodies[path]).toEqual({ pixKey: 'ana@viajantes.example' });
  await expect.element(button('Trocar chave Pix')).toBeVisible();
});

test.each([
  ['expired', /^Pagamento depois do prazo\. /],
  ['cancelled', /^Reserva cancelada\. /],
] as const)('money that comes after a reservation was %s shows without a reload', async (state, reason) => {
  const refund = {
    ...{ id, amountCents: 14_190, reason: state, promisedFor: '2026-12-12', paidAt: null },
    ...{ state: 'due' as const, pixKey: '', throughProvider: true, asCredit: false },
    parts: [{ way: 'card' as const, amountCents: 14_190 }],
  };
  const listen = vi.spyOn(window, 'addEventListener');
  await open([{ state }, { state, receivedCents: 14_190, refund }, { state, refund: { ...refund, state: 'paid' } }]);
  // Before the page listens the next answer is half a minute away.
  await expect.poll(() => listen.mock.calls.map(([event]) => event)).toContain('visibilitychange');
  const notice = standing.getByRole('heading', { name: /^Reembolso de R\$\s141,90/ });
  await expect.element(page.getByText('Quem vai', { exact: false }).first()).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(notice.getByText('Previsto até 12/12')).toBeVisible();
  await expect.element(page.getByText(/O valor volta para o cartão\.$/)).toBeVisible();
  await expect.element(button(/chave|^Pagar/)).not.toBeInTheDocument();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(notice.getByText('Reembolsado')).toBeVisible();
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(button(/chave|^Pagar/)).not.toBeInTheDocument();
});
