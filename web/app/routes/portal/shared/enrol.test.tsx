import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { enrol } from '~/features/reservations/enrolment/join';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { whenRestored } from '~/features/session/session';
import { JoinButton, type Joining } from '~/features/trips/join-button';
import { formatsIn } from '~/lib/formats';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';

const trip = newTrip();
const ENROL = `POST /api/trips/enrrol/${trip.id}`;
const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const button = page.getByRole('button', { name: 'Quero participar!' });

// Without opening the reservation's page, which would end the test.
const joining: Joining = {
  reserve: async (trip, choice) =>
    (await enrol(trip, choice, formatsIn('America/Sao_Paulo'))).kind === 'reserved' ? 'done' : 'failed',
  wait: async () => expect.unreachable('there are places'),
  leave: async () => expect.unreachable('nobody waits'),
};
const waitlistRequest = { party: [{ fareId: crypto.randomUUID(), count: 1 }] };

beforeEach(async () => {
  await whenRestored();
  signIn();
});

const PRICE_CHANGED = { code: 'PRICE_CHANGED', message: 'O preço mudou agora há pouco.', totalCents: 18_900 };

/** Reserves at a total that is no longer true, and answers what the dialog asks. */
async function pressAtOldPrice(answer: 'Confirmar' | 'Cancelar') {
  const { bodies, calls } = answerCalls({ [ENROL]: [refusal(409, PRICE_CHANGED), { status: 201, json: true }] });
  const settle = async () => ({ choice: { totalCents: 16_900 } });
  await renderPage(<JoinButton trip={trip} joining={joining} settle={settle} waitlistRequest={waitlistRequest} />);
  await button.click();
  await expect.element(page.getByText(/^O total agora é R\$\s189,00\. Antes eram R\$\s169,00\./)).toBeVisible();
  await page.getByRole('button', { name: answer }).click();
  return { bodies, calls };
}

test('a price that changed since it was seen is asked about, and then reserved', async () => {
  const { bodies } = await pressAtOldPrice('Confirmar');
  await expectToast('success', RESERVED);
  expect(bodies[ENROL]).toEqual({ totalCents: 18_900 });
});

test('nobody reserves at a price they do not want', async () => {
  const { calls } = await pressAtOldPrice('Cancelar');
  await expectToast('error', 'O preço mudou agora há pouco.');
  expect(calls).toEqual([ENROL]);
});

/** Presses the button; answers what is called once the place is theirs. */
async function press() {
  const onJoined = vi.fn();
  await renderPage(<JoinButton trip={trip} joining={joining} waitlistRequest={waitlistRequest} onJoined={onJoined} />);
  await button.click();
  return onJoined;
}

test('a reservation is confirmed, and the dialog may close; impatient people click twice', async () => {
  const { calls } = answerCalls({ [ENROL]: { status: 201, json: true } });
  const onJoined = vi.fn();
  const bothClicks = Promise.withResolvers<void>();
  const reserve: Joining['reserve'] = (...wanted) => bothClicks.promise.then(() => joining.reserve(...wanted));
  await renderPage(
    <JoinButton trip={trip} joining={{ ...joining, reserve }} waitlistRequest={waitlistRequest} onJoined={onJoined} />,
  );
  await button.dblClick();
  bothClicks.resolve();
  await expectToast('success', RESERVED);
  expect(onJoined).toHaveBeenCalledOnce();
  expect(calls).toEqual([ENROL]);
});

test('how its user came, and the seller whose link was opened on the device, go with the reservation', async () => {
  onTestFinished(() => localStorage.clear());
  const touch = { source: 'instagram', medium: 'ads', campaign: '', referrer: 'social', at: new Date().toISOString() };
  localStorage.setItem(
    'passeio:origem',
    JSON.stringify({ first: touch, last: touch, ofSeller: { ...touch, seller: 'ACDEFGH' } }),
  );
  const { bodies } = answerCalls({ [ENROL]: { status: 201, json: true } });
  await press();
  await expectToast('success', RESERVED);
  expect(bodies[ENROL]).toEqual({ seller: 'ACDEFGH', touches: { first: touch, last: touch } });
});

test.each(['{', '"texto"', '{"last": 1}', JSON.stringify({ last: { source: '<script>', referrer: 'direct' } })])(
  'a device that remembers %s says nothing of how its user came',
  async (stored) => {
    onTestFinished(() => localStorage.removeItem('passeio:origem'));
    localStorage.setItem('passeio:origem', stored);
    const { bodies } = answerCalls({ [ENROL]: { status: 201, json: true } });
    await press();
    await expectToast('success', RESERVED);
    expect(bodies[ENROL]).toBeUndefined();
  },
);

test('what was kept before signing in goes with the reservation, one of another trip stays', async () => {
  const other = { ...trip, id: crypto.randomUUID() };
  for (const [kept, left] of [
    [trip, undefined],
    [other, other.id],
  ] as const) {
    savePendingEnrolment(kept, waitlistRequest);
    answerCalls({ [ENROL]: { status: 201, json: true } });
    expect(await enrol(trip, waitlistRequest, formatsIn('America/Sao_Paulo'))).toMatchObject({ kind: 'reserved' });
    expect(readPendingEnrolment()?.trip.id).toBe(left);
    vi.mocked(window.fetch).mockRestore();
  }
});

test('what was kept before signing in is forgotten after a day', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  savePendingEnrolment(trip, waitlistRequest);
  vi.setSystemTime(Date.now() + 23 * 3_600_000);
  expect(readPendingEnrolment()?.trip.id).toBe(trip.id);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  expect(readPendingEnrolment()).toBeUndefined();
});

test('a request in a trip on request shows the deadline of the answer', async () => {
  const asked = { state: 'requested', code: 'K7M2QX', holdExpiresAt: '2026-12-05T17:05:00.000Z' };
  answerCalls({ [ENROL]: { status: 201, json: asked } });
  const onJoined = await press();
  await expectToast('success', 'Pedido enviado; respondemos até sáb., 5 de dez., às 14:05');
  expect(onJoined).toHaveBeenCalledOnce();
});

describe('a failure is shown, nothing closes, and the button can be pressed again', () => {
  test.each([
    [
      "the server's message",
      refusal(500, { message: 'O ônibus não saiu da garagem.' }),
      'O ônibus não saiu da garagem.',
    ],
    [
      'an answer of which only the message is ours',
      { status: 500, json: { message: 'Estrada fechada.' } },
      'Estrada fechada.',
    ],
    ['an answer without a body', { status: 502 }, 'Houve falha nesta ação'],
    ['an answer that is not ours', { status: 502, text: '<h1>502 Bad Gateway</h1>' }, 'Houve falha nesta ação'],
    ['a message that is no sentence', { status: 502, json: { message: ['a', 'b'] } }, 'Houve falha nesta ação'],
    ['false', { json: false }, 'Falha ao realizar a ação!'],
    ['null', { text: 'null' }, 'Falha ao realizar a ação!'],
    ['0', { json: 0 }, 'Falha ao realizar a ação!'],
    ['""', { json: '' }, 'Falha ao realizar a ação!'],
    ['an empty body', { text: '' }, 'Falha ao realizar a ação!'],
    ['204', { status: 204 }, 'Falha ao realizar a ação!'],
  ] as const)('%s', async (_, response, sentence) => {
    answerCalls({ [ENROL]: response });
    const onJoined = await press();
    await expectToast('error', sentence);
    await expect.element(button).toBeEnabled();
    expect(onJoined).not.toHaveBeenCalled();
  });

  test('no answer: the next try goes under the same key, so that the server does not reserve twice', async () => {
    const { headers } = answerCalls({ [ENROL]: ['lost', { status: 201, json: true }] });
    await press();
    await expectToast('error', 'Houve falha nesta ação');
    await button.click();
    await expectToast('success', RESERVED);
    const [first, second] = headers.map((one) => one.get('idempotency-key'));
    expect(first).toMatch(/^[\w-]{20,}$/);
    expect(second).toBe(first);
  });

  test('a refusal is an answer: the next try has a key of its own', async () => {
    const { headers } = answerCalls({
      [ENROL]: [refusal(409, { message: 'Você já tem uma reserva.' }), { json: true }],
    });
    await press();
    await expectToast('error', 'Você já tem uma reserva.');
    await button.click();
    await expectToast('success', RESERVED);
    expect(new Set(headers.map((one) => one.get('idempotency-key'))).size).toBe(2);
  });

  test('no network', async () => {
    answerCalls({ [ENROL]: ['lost', { status: 201, json: true }] });
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await press();
    await expectToast('error', 'Houve falha nesta ação. Você está sem internet.');
    onLine.mockReturnValue(true);
    await button.click();
    await expectToast('success', RESERVED);
  });
});
