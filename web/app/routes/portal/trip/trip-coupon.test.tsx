import { quoteReservation } from '@passeio/contract/reservations/quote';
import type { Trip } from '@passeio/contract/trips/trips';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { enrol } from '~/features/reservations/join';
import { savePendingEnrolment } from '~/features/reservations/pending-enrolment';
import { whenRestored } from '~/features/session/session';
import type { Joining } from '~/features/trips/join-button';
import { joinTrip } from '~/features/trips/join-trip';
import { formatMoney, formatsIn } from '~/lib/formats';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { rootData } from '~/test/root-data';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newExtra, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const QUOTE = 'POST /api/quotes';
const DISCOUNT_CENTS = 5_000;
const join = page.getByRole('button', { name: 'Quero participar!' });
const link = page.getByRole('button', { name: 'Tem um cupom?' });
const dialog = page.getByRole('dialog');
const code = dialog.getByRole('textbox', { name: 'Código do cupom' });
const apply = dialog.getByRole('button', { name: 'Aplicar' });
const reserve = dialog.getByRole('button', { name: 'Reservar' });

beforeEach(async () => {
  window.history.replaceState(null, '', window.location.pathname);
  await whenRestored();
  signIn();
});

// Without opening the reservation's page, which would end the test.
const joining: Joining = {
  async reserve(trip, choice, asksCoupon) {
    const formats = formatsIn('America/Sao_Paulo');
    const outcome = await joinTrip(trip, choice, {
      settings: rootData.settings,
      asksCoupon,
      send: (chosen) => enrol(trip, chosen, formats),
    });
    return outcome.kind === 'reserved' ? 'done' : 'failed';
  },
  wait: async () => expect.unreachable('there are places'),
  leave: async () => expect.unreachable('nobody waits'),
};

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
  await renderPage(<TripBooking trip={trip} joining={joining} now={Date.now()} />);
  return { ...network, sent: () => network.bodies[enrolment] as { coupon?: string } | undefined };
}

async function expectTotal(trip: Trip, people: number, off: number): Promise<void> {
  const { totalCents } = quoteReservation(
    { ...trip, now: Date.now(), timeZone: 'America/Sao_Paulo' },
    [{ fareId: trip.fares[0]?.id ?? '', count: people }],
    [],
  );
  const words = `Total ${formatMoney(totalCents - off)} · Sinal agora`;
  await expect.element(dialog.getByRole('status').filter({ hasText: words })).toBeVisible();
}

test('who has no coupon reserves with one press; the field is behind a quiet link', async () => {
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
  await reserve.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ coupon: 'VERAO' });
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
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await link.click();
  await expect.element(code).toHaveFocus();
  const { scrollWidth, clientWidth } = code.element().closest('dialog div > div') ?? expect.unreachable('in a dialog');
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  await expectNothingFound('dialog');
  await userEvent.keyboard(' verao{Enter}');
  await expect.element(dialog.getByText('Cupom VERAO', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(`− ${formatMoney(DISCOUNT_CENTS)}`)).toBeVisible();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
  expect(bodies[QUOTE]).toEqual({
    tripId: trip.id,
    party: [{ fareId: trip.fares[0]?.id, count: 2 }],
    extras: [],
    coupon: 'VERAO',
  });
  await expectNothingFound('dialog');
  await expectNoSidewaysScrolling();
  await dialog.getByRole('button', { name: 'Remover o cupom' }).click();
  await expectTotal(trip, 2, 0);
  await dialog.getByRole('button', { name: 'Tem um cupom?' }).click();
  await code.fill('VERAO');
  await apply.click();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
  await reserve.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ coupon: 'VERAO', party: [{ fareId: trip.fares[0]?.id, count: 2 }] });
});

test('a refused coupon is one sentence at the field; extras stay, and it reserves without it', async () => {
  const lunch = newExtra('Almoço', 4_500);
  const trip = newTrip({ extras: [lunch] });
  const { sent } = await show(trip, { quote: refused('COUPON_ENDED', 'Este cupom não está valendo agora.') });
  await join.click();
  await dialog.getByRole('button', { name: 'Mais um: Almoço' }).click();
  await dialog.getByRole('button', { name: 'Tem um cupom?' }).click();
  await code.fill('x y');
  await apply.click();
  await expect.element(code).toHaveAccessibleDescription(/^Confira o código/);
  await code.fill('NATAL');
  await reserve.click();
  await expect.element(code).toHaveAccessibleDescription('Este cupom não está valendo agora.');
  await expect.element(code).toHaveFocus();
  expect(sent()).toBeUndefined();
  await code.fill('');
  await reserve.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ extras: [{ extraId: lunch.id, count: 1 }] });
  expect(sent()?.coupon).toBeUndefined();
});

test('a coupon that is refused when reserving keeps all else; one more press reserves', async () => {
  const trip = newTrip();
  const { sent } = await show(trip, {
    answer: [refused('COUPON_FIRST_ONLY', 'Este cupom é só para a primeira reserva.'), made],
  });
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await link.click();
  await code.fill('VERAO');
  await reserve.click();
  await expect.element(code).toHaveAccessibleDescription('Este cupom é só para a primeira reserva.');
  await expectTotal(trip, 2, 0);
  await code.fill('');
  await reserve.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ party: [{ fareId: trip.fares[0]?.id, count: 2 }] });
  expect(sent()?.coupon).toBeUndefined();
});

test('a coupon that was applied before going back, or before signing in, is applied still', async () => {
  const trip = newTrip();
  const party = [{ fareId: trip.fares[0]?.id ?? '', count: 2 }];
  savePendingEnrolment(trip, { party, coupon: 'VERAO', acceptedPolicy: true });
  await show(trip, {});
  await expect.element(page.getByText('Cupom VERAO será aplicado')).toBeVisible();
  await join.click();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await join.click();
  await expectTotal(trip, 2, DISCOUNT_CENTS);
  await dialog.getByRole('button', { name: 'Voltar' }).click();
});

describe('a link with a coupon', () => {
  test('says so in the place of the link, and the coupon is applied by itself', async () => {
    window.history.replaceState(null, '', '?cupom=verao&utm_source=x');
    const trip = newTrip();
    const { sent } = await show(trip, {});
    await expect.element(page.getByText('Cupom VERAO será aplicado')).toBeVisible();
    await join.click();
    await expectTotal(trip, 1, DISCOUNT_CENTS);
    await reserve.click();
    await expectToast('success', RESERVED);
    expect(sent()?.coupon).toBe('VERAO');
  });

  test.each(['', 'abc', '<img src=x onerror=alert(1)>', 'ção12345', 'A'.repeat(41), '%00%FF', '__proto__'])(
    'with %s is as one without',
    async (value) => {
      window.history.replaceState(null, '', `?cupom=${encodeURIComponent(value)}`);
      await show(newTrip(), {});
      await expect.element(link).toBeVisible();
      await expect.element(page.getByText('será aplicado')).not.toBeInTheDocument();
    },
  );
});
