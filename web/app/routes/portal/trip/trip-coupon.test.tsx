import { quoteReservation } from '@passeio/contract/reservations/quote';
import type { Trip } from '@passeio/contract/trips/trips';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { whenRestored } from '~/features/session/session';
import { formatMoney } from '~/lib/formats';
import { expectNothingFound } from '~/test/axe';
import { joining } from '~/test/joining';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { BEFORE_TRIP, newExtra, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const QUOTE = 'POST /api/quotes';
const DISCOUNT_CENTS = 5_000;
const join = page.getByRole('button', { name: 'Quero participar!' });
const link = page.getByRole('button', { name: 'Tem um cupom?' });
const code = page.getByRole('textbox', { name: 'Código do cupom' });
const apply = page.getByRole('button', { name: 'Aplicar' });
const more = (label: string) => page.getByRole('button', { name: `Mais um: ${label}`, exact: true });
const off = (cents: number) => page.getByText(`− ${formatMoney(cents)}`);

beforeEach(async () => {
  window.history.replaceState(null, '', window.location.pathname);
  await whenRestored();
  signIn();
});

const accepted = {
  json: {
    lines: [
      {
        kind: 'discount',
        label: 'Cupom VERAO',
        quantity: 1,
        unitCents: -DISCOUNT_CENTS,
        totalCents: -DISCOUNT_CENTS,
        participantIndex: null,
      },
    ],
    totalCents: 1,
    depositCents: 1,
    couponCents: DISCOUNT_CENTS,
  },
};
const refused = (code: string, message: string) => refusal(409, { code, message });
const made = { status: 201, json: true };

async function show(
  trip: Trip,
  {
    quote = accepted,
    answer = made,
  }: { quote?: FakeResponse | FakeResponse[]; answer?: FakeResponse | FakeResponse[] },
) {
  const enrolment = `POST /api/trips/enrrol/${trip.id}`;
  const network = answerCalls({
    'GET /api/reservations/me': { json: { data: [], page: { number: 1, size: 100, total: 0 } } },
    'GET /api/waiting-list/me': { json: { data: [] } },
    [QUOTE]: quote,
    [enrolment]: answer,
  });
  await renderPage(<TripBooking trip={trip} joining={joining} now={BEFORE_TRIP} />);
  return { ...network, sent: () => network.bodies[enrolment] as { coupon?: string } | undefined };
}

async function expectTotal(trip: Trip, people: number, off: number): Promise<void> {
  const { totalCents } = quoteReservation(
    { ...trip, now: BEFORE_TRIP, timeZone: 'America/Sao_Paulo' },
    [{ fareId: trip.fares[0]?.id ?? '', count: people }],
    [],
  );
  const words = `Total ${formatMoney(totalCents - off)} · Sinal`;
  await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();
}

test('a client without a coupon reserves with one press; the field is behind a quiet link', async () => {
  const { sent, calls } = await show(newTrip(), {});
  await expect.element(link).toBeVisible();
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()?.coupon).toBeUndefined();
  expect(calls).not.toContain(QUOTE);
});

test('a departure that is sold out has the places which the coupon of its link keeps, and no others', async () => {
  window.history.replaceState(null, '', '?cupom=VERAO');
  const trip = newTrip({ situation: 'sold_out', placesLeft: 0 });
  const { sent, bodies } = await show(trip, { quote: { json: { ...accepted.json, couponPlaces: 3 } } });
  await expect.element(page.getByText('Restam 3 vagas com o seu cupom')).toBeVisible();
  expect(bodies[QUOTE]).toMatchObject({ tripId: trip.id, coupon: 'VERAO' });
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ coupon: 'VERAO' });
});

test('a departure that is sold out has the places set aside for the seller whose link was opened', async () => {
  onTestFinished(() => localStorage.removeItem('passeio:origem'));
  const touch = { source: '', referrer: 'direct', seller: 'ACDEFGH', at: new Date().toISOString() };
  localStorage.setItem('passeio:origem', JSON.stringify({ first: touch, last: touch, ofSeller: touch }));
  const trip = newTrip({ placesLeft: 0 });
  const { sent, bodies } = await show(trip, { quote: { json: { ...accepted.json, couponPlaces: 2 } } });
  await expect.element(page.getByText('Restam 2 vagas', { exact: true })).toBeVisible();
  await join.click();
  await expectToast('success', RESERVED);
  expect(bodies[QUOTE]).toMatchObject({ tripId: trip.id, seller: 'ACDEFGH' });
  expect(sent()).toMatchObject({ seller: 'ACDEFGH' });
});

test('where the coupon keeps no places, a departure that is sold out has its waiting list', async () => {
  window.history.replaceState(null, '', '?cupom=VERAO');
  const { calls } = await show(newTrip({ situation: 'sold_out', placesLeft: 0 }), {});
  await expect.poll(() => calls).toContain(QUOTE);
  await expect.element(page.getByRole('button', { name: 'Entrar na lista de espera' })).toBeVisible();
});

test('a coupon lowers total and deposit, and is sent; it can be removed again', async () => {
  await setWindow();
  const trip = newTrip();
  const { sent, bodies } = await show(trip, {});
  await more('Adulto').click();
  await link.click();
  await expect.element(code).toHaveFocus();
  await expectNothingFound('aside');
  await userEvent.keyboard(' verao{Enter}');
  await expect.element(page.getByText('Cupom VERAO', { exact: true })).toBeVisible();
  await expect.element(off(DISCOUNT_CENTS)).toBeVisible();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
  expect(bodies[QUOTE]).toEqual({
    tripId: trip.id,
    party: [{ fareId: trip.fares[0]?.id, count: 2 }],
    extras: [],
    coupon: 'VERAO',
  });
  await expectNothingFound('aside');
  await expectNoSidewaysScrolling();
  await page.getByRole('button', { name: 'Remover o cupom' }).click();
  await expect.element(link).toHaveFocus();
  await expectTotal(trip, 2, 0);
  await link.click();
  await code.fill('VERAO');
  await apply.click();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({
    ...{ coupon: 'VERAO', party: [{ fareId: trip.fares[0]?.id, count: 2 }] },
    totalCents: 2 * 16_900 - DISCOUNT_CENTS,
  });
});

test('a coupon is asked about again for another party, and its refusal leaves the focus where it is', async () => {
  const trip = newTrip();
  const doubled = { json: { ...accepted.json, couponCents: 2 * DISCOUNT_CENTS } };
  const tooMany = refused('COUPON_MIN_PEOPLE', 'Este cupom é para até 2 pessoas.');
  const { sent, bodies } = await show(trip, { quote: [accepted, doubled, tooMany] });
  await link.click();
  await code.fill('VERAO');
  await apply.click();
  await expectTotal(trip, 1, DISCOUNT_CENTS);
  await more('Adulto').click();
  await expect.element(off(2 * DISCOUNT_CENTS)).toBeVisible();
  await expectTotal(trip, 2, 2 * DISCOUNT_CENTS);
  expect(bodies[QUOTE]).toMatchObject({ party: [{ fareId: trip.fares[0]?.id, count: 2 }] });
  await more('Adulto').click();
  await expect.element(code).toHaveAccessibleDescription('Este cupom é para até 2 pessoas.');
  await expect.element(more('Adulto')).toHaveFocus();
  await expectTotal(trip, 3, 0);
  await code.fill('');
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()?.coupon).toBeUndefined();
});

test('a press that comes before the answer for a larger party waits for its price', async () => {
  const trip = newTrip();
  const doubled = { json: { ...accepted.json, couponCents: 2 * DISCOUNT_CENTS } };
  const { sent } = await show(trip, { quote: [accepted, doubled] });
  await link.click();
  await code.fill('VERAO');
  await apply.click();
  await expectTotal(trip, 1, DISCOUNT_CENTS);
  await more('Adulto').click();
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ coupon: 'VERAO', totalCents: 2 * 16_900 - 2 * DISCOUNT_CENTS });
});

test('a refused coupon is one sentence at the field; extras stay, and it reserves without it', async () => {
  const lunch = newExtra('Almoço', 4_500);
  const trip = newTrip({ extras: [lunch] });
  const { sent } = await show(trip, { quote: refused('COUPON_ENDED', 'Este cupom não está valendo agora.') });
  await more('Almoço').click();
  await link.click();
  await code.fill('x y');
  await apply.click();
  await expect.element(code).toHaveAccessibleDescription(/^Confira o código/);
  await code.fill('NATAL');
  await join.click();
  await expect.element(code).toHaveAccessibleDescription('Este cupom não está valendo agora.');
  await expect.element(code).toHaveFocus();
  expect(sent()).toBeUndefined();
  await code.fill('');
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ extras: [{ extraId: lunch.id, count: 1 }] });
  expect(sent()?.coupon).toBeUndefined();
});

test('a typed coupon counts without its button', async () => {
  const { sent } = await show(newTrip(), {});
  await link.click();
  await code.fill('verao');
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ coupon: 'VERAO', totalCents: 16_900 - DISCOUNT_CENTS });
});

test('a coupon that is refused when reserving keeps all else; one more press reserves', async () => {
  const trip = newTrip();
  const { sent } = await show(trip, {
    answer: [refused('COUPON_FIRST_ONLY', 'Este cupom é só para a primeira reserva.'), made],
  });
  await more('Adulto').click();
  await link.click();
  await code.fill('VERAO');
  await join.click();
  await expect.element(code).toHaveAccessibleDescription('Este cupom é só para a primeira reserva.');
  await expect.element(code).toHaveFocus();
  await expectTotal(trip, 2, 0);
  await code.fill('');
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ party: [{ fareId: trip.fares[0]?.id, count: 2 }] });
  expect(sent()?.coupon).toBeUndefined();
});

test('a coupon of before signing in is applied still, and shown with what it takes off', async () => {
  const trip = newTrip();
  const party = [{ fareId: trip.fares[0]?.id ?? '', count: 2 }];
  savePendingEnrolment(trip, { party, coupon: 'VERAO', acceptedPolicy: true });
  await show(trip, {});
  await expect.element(page.getByText('Cupom VERAO', { exact: true })).toBeVisible();
  await expect.element(off(DISCOUNT_CENTS)).toBeVisible();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
});

describe('a link with a coupon', () => {
  test('applies it by itself, shows what it takes off, and one press reserves', async () => {
    window.history.replaceState(null, '', '?cupom=verao&utm_source=x');
    const trip = newTrip();
    const { sent } = await show(trip, {});
    await expect.element(page.getByText('Cupom VERAO', { exact: true })).toBeVisible();
    await expect.element(off(DISCOUNT_CENTS)).toBeVisible();
    await expectTotal(trip, 1, DISCOUNT_CENTS);
    await join.click();
    await expectToast('success', RESERVED);
    expect(sent()?.coupon).toBe('VERAO');
  });

  test('whose coupon is refused says so, and takes the focus from nothing', async () => {
    window.history.replaceState(null, '', '?cupom=VERAO');
    await show(newTrip(), { quote: refused('COUPON_ENDED', 'Este cupom não está valendo agora.') });
    await expect.element(code).toHaveAccessibleDescription('Este cupom não está valendo agora.');
    await expect.element(code).not.toHaveFocus();
  });

  test.each(['', 'abc', '<img src=x onerror=alert(1)>', 'ção12345', 'A'.repeat(41), '%00%FF', '__proto__'])(
    'with %s is as one without',
    async (value) => {
      window.history.replaceState(null, '', `?cupom=${encodeURIComponent(value)}`);
      const { calls } = await show(newTrip(), {});
      await expect.element(link).toBeVisible();
      expect(calls).not.toContain(QUOTE);
    },
  );
});
