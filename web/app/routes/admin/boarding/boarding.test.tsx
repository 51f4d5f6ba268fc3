import type { BoardingPerson, BoardingTaps } from '@passeio/contract/boarding/boarding';
import { encode } from 'uqr';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { expectNothingFound } from '~/test/axe';
import { atCrossing, boarder, boardingOf, boardingTripId } from '~/test/boarding';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { beOnPhone, expectFingerSized, expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as boarding from './boarding';

const LIST = `GET /api/trips/${boardingTripId}/boarding`;
const LINKS = `GET /api/trips/${boardingTripId}/guide-links`;
const TAPS = `POST /api/trips/${boardingTripId}/boarding/taps`;

afterEach(async () => {
  await deleteCachesOfOthers(null);
  indexedDB.deleteDatabase('boarding-outbox');
});

function open(search = '') {
  signIn('OPERATOR');
  return openAgain(search);
}

function openAgain(search = '') {
  return renderRoute(boarding, { at: `/admin/embarque/${boardingTripId}${search}`, path: '/admin/embarque/:tripId' });
}

/** Records whatever arrives, as the server does. */
function takeTaps(people: BoardingPerson[], refusal?: string) {
  const sent: BoardingTaps['taps'] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (String(input instanceof Request ? input.url : input).endsWith('/guide-links'))
      throw new TypeError('Failed to fetch');
    if (init?.method !== 'POST') return Response.json(boardingOf(people));
    const { taps } = JSON.parse(String(init.body)) as BoardingTaps;
    sent.push(...taps);
    for (const tap of refusal ? [] : taps) {
      const person = people.find(({ id }) => id === tap.participantId);
      if (!person) continue;
      person.attendance = { tapId: tap.id, decision: tap.decision, decidedAt: tap.tappedAt };
      person.claims = [];
    }
    const results = taps.map(({ id }) =>
      refusal ? { id, outcome: 'refused', reason: refusal } : { id, outcome: 'recorded', reason: null },
    );
    return Response.json({ now: new Date().toISOString(), results });
  });
  return sent;
}

const standing = (words: string | RegExp) => page.getByText(words);
const button = (name: string) => page.getByRole('button', { name });
const stop = (name: string) => page.getByRole('region', { name });

test('extras stand beside the people who have them, and are counted for the whole departure', async () => {
  const [lunch, snorkel] = ['Almoço', 'Snorkel'].map((label) => ({ id: crypto.randomUUID(), label, count: 1 }));
  if (!lunch || !snorkel) expect.unreachable();
  const people = [
    boarder({ name: 'Ana Lima', extras: [lunch, snorkel] }),
    boarder({ name: 'Caio Reis', ...atCrossing, extras: [{ ...lunch, count: 2 }] }),
    boarder({ name: 'Davi Reis' }),
  ];
  takeTaps(people);
  await open();
  await expect.element(page.getByText('Adicionais: 3 × Almoço, 1 × Snorkel')).toBeVisible();
  await expect.element(page.getByText(/^Adulto · 1\s×\sAlmoço, 1\s×\sSnorkel · reserva/)).toBeVisible();
  await expect.element(page.getByText(/^Adulto · 2\s×\sAlmoço · reserva/)).toBeVisible();
  await expect.element(page.getByText(/^Adulto · reserva/)).toBeVisible();
});

test('people stand under their boarding point; one tap boards, is sent, and can be undone', async () => {
  const seat = { vehicle: 'Van azul', number: '12' };
  const ana = boarder({ name: 'Ana Lima', notes: 'Cadeira de rodas', dueCents: 18_900, seat });
  const sent = takeTaps([ana, boarder({ name: 'Caio Reis', ...atCrossing, phoneOf: 'Marta Reis' })]);
  await open();
  await expect.element(stop('05:00 Varginha').getByText('0 de 1 · falta 1')).toBeVisible();
  await expect.element(page.getByText('Cadeira de rodas')).toBeVisible();
  await expect.element(page.getByText(/^Poltrona 12, Van azul · Adulto/)).toBeVisible();
  await expect.element(page.getByText('Falta pagar R$ 189,00')).toBeVisible();
  await expectFingerSized(page.getByRole('button', { name: /^Falta pagar/ }));
  await button('Mais: Caio Reis').click();
  await expect
    .element(page.getByRole('link', { name: 'Ligar para Marta Reis' }))
    .toHaveAttribute('href', 'tel:+5535988887777');

  await button('Embarcou: Ana Lima').click();
  await expect.element(stop('05:00 Varginha').getByText('1 de 1 · não falta ninguém')).toBeVisible();
  await expect.element(page.getByText('1 de 2 pessoas a bordo')).toBeVisible();
  await expect.element(standing(/^Tudo enviado às \d\d:\d\d\.$/)).toBeVisible();

  await button('Desfazer: Ana Lima').click();
  await button('Mais: Ana Lima').click();
  await button('Não compareceu: Ana Lima').click();
  await expect.element(page.getByText(/1 não compareceu/)).toBeVisible();
  await expect.poll(() => sent.map(({ decision }) => decision)).toEqual(['boarded', 'undone', 'missed']);
});

test('without a signal taps are stored before the screen confirms, survive a closed browser, and are sent once it is back', async () => {
  const ana = boarder({ name: 'Ana Lima' });
  answerCalls({ [LINKS]: 'lost', [LIST]: { json: boardingOf([ana]) } });
  const first = await open();
  await expect.element(standing(/^Tudo enviado/)).toBeVisible();

  answerCalls({ [LINKS]: 'lost', [LIST]: 'lost', [TAPS]: 'lost' });
  await button('Embarcou: Ana Lima').click();
  await expect.element(standing('Sem sinal. 1 toque por enviar.')).toBeVisible();
  await first.unmount();

  const again = await openAgain();
  await expect.element(standing('Sem sinal. 1 toque por enviar.')).toBeVisible();
  await expect.element(button('Desfazer: Ana Lima')).toBeVisible();

  const sent = takeTaps([ana]);
  window.dispatchEvent(new Event('online'));
  await expect.element(standing(/^Tudo enviado às/)).toBeVisible();
  expect(sent).toMatchObject([{ participantId: ana.id, decision: 'boarded' }]);
  await again.unmount();
});

test('a tap that the phone cannot store is said, and can be made again', async () => {
  takeTaps([boarder({ name: 'Ana Lima' })]);
  await open();
  await expect.element(standing(/^Tudo enviado/)).toBeVisible();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await button('Embarcou: Ana Lima').click();
  await expectToast('error', 'Este aparelho não conseguiu guardar o toque. Tente de novo.');
  await expect.element(button('Embarcou: Ana Lima')).toBeEnabled();
});

test('a tap says how far the server’s clock is ahead', async () => {
  const ana = boarder({ name: 'Ana Lima' });
  const HOUR_MS = 3_600_000;
  const id = expect.any(String);
  const { bodies } = answerCalls({
    [LINKS]: 'lost',
    [LIST]: { json: boardingOf([ana], Date.now() + HOUR_MS) },
    [TAPS]: 'lost',
  });
  await open();
  await button('Embarcou: Ana Lima').click();
  await expect.element(standing(/1 toque por enviar/)).toBeVisible();
  const [tap] = (bodies[TAPS] as BoardingTaps).taps;
  expect(tap).toEqual({
    id,
    participantId: ana.id,
    decision: 'boarded',
    tappedAt: expect.any(String),
    clockOffsetMs: expect.any(Number),
    seenAt: expect.any(String),
  });
  expect(Math.abs((tap?.clockOffsetMs ?? 0) - HOUR_MS)).toBeLessThan(60_000);
});

test('a passenger is found without accents and by the reservation’s code, whose whole party boards by one tap', async () => {
  const sent = takeTaps([
    boarder({ name: 'Zélia Conceição', code: 'AB12CD', payer: 'Zélia Conceição' }),
    boarder({ name: 'Ivo Conceição', code: 'AB12CD', payer: 'Zélia Conceição', ...atCrossing }),
    boarder({ name: 'Bento Reis' }),
  ]);
  await open();
  const search = page.getByRole('searchbox', { name: 'Buscar nome ou código da reserva' });
  await search.fill('conceicao zel');
  await expect.element(page.getByText('Zélia Conceição')).toBeVisible();
  await expect.element(page.getByText('Bento Reis')).not.toBeInTheDocument();
  await search.fill('ninguém assim');
  await expect.element(page.getByText('Ninguém encontrado. Confira o nome ou o código.')).toBeVisible();
  await search.fill('ab12cd');
  await expect.element(button('Embarcar todos (2): Zélia Conceição')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await button('Embarcar todos (2): Zélia Conceição').click();
  await expect.element(stop('Reserva AB12CD').getByText('2 de 2 · não falta ninguém')).toBeVisible();
  await expect.poll(() => sent).toHaveLength(2);

  await search.fill('');
  await page.getByRole('switch', { name: 'Só quem falta' }).click();
  await expect.element(page.getByText('Bento Reis')).toBeVisible();
  await expect.element(page.getByText('Zélia Conceição')).not.toBeInTheDocument();
});

test('44 people in families of four board by one tap each, which can be undone', async () => {
  await beOnPhone();
  const families = Array.from({ length: 11 }, (_, number) => ({
    code: `FAM${100 + number}`,
    payer: `Família ${number}`,
  }));
  const sent = takeTaps(families.flatMap((family) => Array.from({ length: 4 }, () => boarder(family))));
  await open();
  const all = page.getByRole('button', { name: /^Embarcar todos \(4\)/ });
  await expect.poll(() => all.elements()).toHaveLength(11);
  await expect.poll(() => page.getByRole('button', { name: /^Embarcou: / }).elements()).toHaveLength(44);
  const rows = page.getByRole('button', { name: /^Embarcou: / }).elements();
  expect(Math.max(...rows.map((one) => one.closest('li')?.offsetHeight ?? 0))).toBeLessThanOrEqual(76);
  for (const { payer } of families) await button(`Embarcar todos (4): ${payer}`).click();
  await expect.element(page.getByText('44 de 44 pessoas a bordo')).toBeVisible();
  await expect.poll(() => sent.filter(({ decision }) => decision === 'boarded')).toHaveLength(44);
  expect(new Set(sent.map(({ participantId }) => participantId)).size).toBe(44);

  await button('Desfazer todos (4): Família 3').click();
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  await expect.element(page.getByText('40 de 44 pessoas a bordo')).toBeInViewport();
  await expectNothingFound();
  await expectToFit();
});

test('a note of one long word stays inside its row', async () => {
  await beOnPhone();
  const notes = 'a'.repeat(200);
  takeTaps([boarder({ notes })]);
  await open();
  await expect.element(page.getByText(notes)).toBeVisible();
  const note = page.getByText(notes).element();
  const right = note.closest('li')?.getBoundingClientRect().right;
  expect(note.getBoundingClientRect().right).toBeLessThanOrEqual(right ?? 0);
});

test('everybody of a full bus and more is on the page, in the order of boarding', async () => {
  const all = Array.from({ length: 60 }, (_, number) => boarder(number % 2 ? atCrossing : {}));
  takeTaps(all);
  await open();
  await expect.poll(() => page.getByRole('button', { name: /^Embarcou: / }).elements()).toHaveLength(60);
  const shown = page.getByRole('button', { name: /^Embarcou: / }).elements();
  const inOrder = [...all.filter((_, number) => number % 2 === 0), ...all.filter((_, number) => number % 2)];
  expect(shown.map((one) => one.getAttribute('aria-label'))).toEqual(inOrder.map(({ name }) => `Embarcou: ${name}`));
});

test('two phones that disagree are both shown, and the answer is a tap that has seen both', async () => {
  const at = new Date().toISOString();
  const tapId = crypto.randomUUID();
  const claim = { decidedAt: at, deviceId: crypto.randomUUID() };
  const ana = boarder({
    name: 'Ana Lima',
    attendance: { tapId, decision: 'missed', decidedAt: at },
    claims: [
      { ...claim, decision: 'missed', by: 'Carla' },
      { ...claim, decision: 'boarded', by: 'Bia', deviceId: crypto.randomUUID() },
    ],
  });
  const sent = takeTaps([ana]);
  await open();
  const question = /^Não compareceu: celular de Carla, \d\d:\d\d · Embarcou: celular de Bia, \d\d:\d\d\. O que vale\?$/;
  await expect.element(page.getByText(question)).toBeVisible();
  await expect.element(page.getByText(/1 a decidir/)).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await button('Embarcou: Ana Lima').click();
  await expect.element(page.getByText(question)).not.toBeInTheDocument();
  await expect.element(button('Desfazer: Ana Lima')).toBeVisible();
  await expect.poll(() => sent).toHaveLength(1);
  expect(Date.parse(sent[0]?.seenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(at));
});

test('a scanned voucher opens at its reservation, ready to board', async () => {
  const sent = takeTaps([
    boarder({ name: 'Ana Lima', code: 'AB12CD', payer: 'Ana Lima' }),
    boarder({ name: 'Ivo Lima', code: 'AB12CD', payer: 'Ana Lima', ...atCrossing }),
    boarder({ name: 'Bento Reis' }),
  ]);
  await open('?reserva=AB12CD');
  await button('Embarcar todos (2): Ana Lima').click();
  await expect.poll(() => sent).toHaveLength(2);
  await expect.element(page.getByText('Bento Reis')).not.toBeInTheDocument();
  await page.getByRole('searchbox').fill('');
  await expect.element(page.getByText('Bento Reis')).toBeVisible();
});

test('a refusal of the server is shown until it was read', async () => {
  takeTaps([boarder({ name: 'Ana Lima' })], 'Esta pessoa não está mais na lista desta saída.');
  await open();
  await button('Embarcou: Ana Lima').click();
  const alert = page.getByRole('alert').filter({ hasText: 'Ana Lima' });
  await expect.element(alert.getByText('Esta pessoa não está mais na lista desta saída.')).toBeVisible();
  await expect.element(button('Embarcou: Ana Lima')).toBeVisible();
  await button('Entendi').click();
  await expect.element(alert).not.toBeInTheDocument();
});

test('before it opens one may read and call only', async () => {
  const list = boardingOf([boarder({ name: 'Ana Lima' })]);
  const opensAt = new Date(Date.now() + 3_600_000).toISOString();
  answerCalls({ [LINKS]: 'lost', [LIST]: { json: { ...list, trip: { ...list.trip, opensAt } } } });
  await open();
  await expect.element(page.getByText(/^O embarque abre em \d\d\/\d\d às \d\d:\d\d/)).toBeVisible();
  await expect.element(button('Embarcou: Ana Lima')).toBeDisabled();
});

test('a day after the return it is closed, and leads to where staff corrects somebody', async () => {
  const list = boardingOf([boarder({ name: 'Ana Lima' })]);
  const returnDate = new Date(Date.now() - 25 * 3_600_000).toISOString();
  answerCalls({ [LINKS]: 'lost', [LIST]: { json: { ...list, trip: { ...list.trip, returnDate } } } });
  await open();
  await expect.element(page.getByText(/^A lista de presença fechou um dia depois da volta\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Corrija alguém no fechamento.' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/admin\/passeios\/.+\/fechamento$/));
  await expect.element(button('Embarcou: Ana Lima')).toBeDisabled();
});

test.each<[string, FakeResponse, string]>([
  ['without a signal and without a stored list', 'lost', 'A lista ainda não está neste aparelho.'],
  [
    'of a trip that is not there',
    {
      status: 404,
      json: { statusCode: 404, code: 'TRIP_NOT_FOUND', message: 'Este passeio não existe.', requestId: 'x' },
    },
    'Este passeio não existe.',
  ],
])('%s it says so', async (_, answer, sentence) => {
  answerCalls({ [LINKS]: 'lost', [LIST]: answer });
  await open();
  await expect.element(page.getByText(sentence, { exact: false }).first()).toBeVisible();
  await expect.element(button('Tentar de novo')).toBeVisible();
});

test('the stored list can be read by nobody without its key, which no script can export, and goes with the session', async () => {
  answerCalls({ [LINKS]: 'lost', [LIST]: { json: boardingOf([boarder({ name: 'Ana Lima' })]) } });
  const { unmount } = await open();
  await expect.element(standing(/^Tudo enviado/)).toBeVisible();
  const names = async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith('own-'));
  await expect.poll(names).toHaveLength(1);
  const [name = ''] = await names();
  const { openDB } = await import('idb');
  const vault = await openDB(name);
  const { data } = await vault.get('sealed', boardingTripId);
  expect(new TextDecoder().decode(data)).not.toContain('Ana');
  const key: CryptoKey = await vault.get('keys', 'key');
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  vault.close();
  await unmount();
  await deleteCachesOfOthers(null);
  await expect.poll(names).toEqual([]);
});

test('the camera reads a voucher, and says so of one that is not of this trip', async () => {
  takeTaps([boarder({ name: 'Ana Lima', code: 'AB12CD' })]);
  const showTo = (text: string) =>
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => pictureOf(text).captureStream(10));
  await open();
  showTo('https://passeio.example/voucher/ZZ99ZZ');
  await button('Ler voucher').click();
  await expectToast('error', 'A reserva ZZ99ZZ não é desta saída.');

  showTo('https://passeio.example/voucher/AB12CD');
  await button('Ler voucher').click();
  await expect.element(stop('Reserva AB12CD').getByRole('button', { name: 'Embarcou: Ana Lima' })).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('without a camera the code is typed', async () => {
  takeTaps([boarder()]);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await open();
  await button('Ler voucher').click();
  await expect.element(page.getByText(/^O navegador não deixou usar a câmera/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

/** A QR code as a camera sees it: smaller than the picture, on grey. */
function pictureOf(text: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const draw = () => {
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = '#999';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const scale = 8;
    context.fillStyle = '#fff';
    context.fillRect(120, 60, size * scale, size * scale);
    context.fillStyle = '#000';
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) context.fillRect(120 + x * scale, 60 + y * scale, scale, scale);
      });
    });
  };
  draw();
  // A captured canvas gives a frame whenever it is painted.
  const timer = setInterval(() => (canvas.isConnected || !document.querySelector('video') ? undefined : draw()), 100);
  afterEach(() => clearInterval(timer));
  return canvas;
}

test('a minor without an authorisation is warned of, and one that is there can be opened', async () => {
  const lacking = boarder({ name: 'Theo Prado', authorization: { hasFile: false, validUntil: null, isValid: false } });
  const valid = boarder({
    name: 'Lia Prado',
    authorization: { hasFile: true, validUntil: '2027-03-31', isValid: true },
  });
  const path = `GET /api/trips/${boardingTripId}/boarding/people/${valid.id}/authorization`;
  const { calls } = answerCalls({ [LIST]: { json: boardingOf([lacking, valid]) }, [path]: { json: {} } });
  await open();
  await expect.element(page.getByText('Sem autorização de viagem')).toBeVisible();
  await button('Mais: Theo Prado').click();
  await expect.element(button('Autorização de Theo Prado')).not.toBeInTheDocument();
  await button('Mais: Lia Prado').click();
  await button('Autorização de Lia Prado').click();
  await expect.poll(() => calls).toContain(path);
});
