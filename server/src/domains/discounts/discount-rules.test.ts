import { quoteReservation } from '@passeio/contract/reservations/quote';
import type { Trip } from '@passeio/contract/trips/trips';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, couponDraft, createPerson, fareDraft, type Person, tripDraft } from '../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('discount_rules').execute();
});

const asStaff = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(app, method, path, { token: operator.token, ...(body && { body }) });

const group = {
  label: 'Grupo de 3 ou mais',
  condition: { minPeople: 3 },
  benefit: { kind: 'percent', value: 10 },
};

async function makeRule(overrides: object = {}) {
  const { status, body } = await asStaff('POST', '/api/discount-rules', { ...group, ...overrides });
  expect(status).toBe(201);
  return body;
}

async function publish(overrides: object = {}): Promise<Trip> {
  const fares = [
    fareDraft({ label: 'Adulto', priceCents: 20_000, minAge: 13 }),
    fareDraft({ label: 'Criança', priceCents: 12_345, minAge: 0, maxAge: 12 }),
  ];
  const { body } = await asStaff('POST', '/api/trips', tripDraft({ isActive: true, fares, ...overrides }));
  return body as Trip;
}

const partyOf = ({ fares }: Trip, ...counts: number[]) =>
  counts.map((count, index) => ({ fareId: fares[index]?.id ?? '', count })).filter(({ count }) => count > 0);

function reserve(trip: Trip, { token }: Person, body: object) {
  return call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body });
}

/** What reservations have of discounts, person by person. */
function discountsOf(reservationId: string) {
  return app.db
    .selectFrom('reservation_lines')
    .select(['participant_id', 'label', 'unit_cents'])
    .where('reservation_id', '=', reservationId)
    .where('kind', '=', 'discount')
    .where('ended_at', 'is', null)
    .execute();
}

describe('a party that a rule is for', () => {
  it('costs the same by the trip as anybody reads it, by a quote and as it is reserved: a line per person', async () => {
    const rule = await makeRule();
    await makeRule({ label: 'Outro passeio', tripIds: [crypto.randomUUID()] });
    await makeRule({ label: 'Desligado', isActive: false });
    await makeRule({ label: 'Acabou', validUntil: '2020-01-01T00:00:00.000Z' });
    const trip = await publish();
    const party = partyOf(trip, 2, 1);
    const total = 52_345 - 5_235;

    const { body: read } = await call(app, 'GET', `/api/trips/${trip.slug}`);
    expect(read.discounts.map(({ id }: { id: string }) => id)).toEqual([rule.id]);
    const offered = { ...(read as Trip), timeZone: 'America/Sao_Paulo', now: Date.now() };
    expect(quoteReservation(offered, party, []).totalCents).toBe(total);

    const { body: quote } = await call(app, 'POST', '/api/quotes', { body: { tripId: trip.id, party } });
    expect(quote).toMatchObject({ totalCents: total, couponCents: 0 });
    expect(quote.lines.at(-1)).toMatchObject({ kind: 'discount', label: 'Grupo de 3 ou mais', totalCents: -5_235 });

    const payer = await createPerson(app);
    const { status, body } = await reserve(trip, payer, { party });
    expect([status, body.totalCents]).toEqual([201, total]);
    expect(body.adjustments).toMatchObject([{ amountCents: -5_235, reason: 'Grupo de 3 ou mais' }]);
    const lines = await discountsOf(body.id);
    expect(lines.map(({ unit_cents }) => unit_cents).toSorted()).toEqual([-1_235, -2_000, -2_000]);
    expect(new Set(lines.map(({ participant_id }) => participant_id)).size).toBe(3);
  });

  it('may use a coupon too, which takes its part of what is left', async () => {
    await makeRule({ benefit: { kind: 'percent', value: 50 } });
    const trip = await publish();
    const { body: coupon } = await asStaff('POST', '/api/coupons', couponDraft({ value: 10 }));
    const body = { party: partyOf(trip, 3), coupon: coupon.code };
    const { body: quote } = await call(app, 'POST', '/api/quotes', { body: { ...body, tripId: trip.id } });
    expect(quote).toMatchObject({ totalCents: 27_000, couponCents: 3_000 });
    const { body: made } = await reserve(trip, await createPerson(app), body);
    expect(made.totalCents).toBe(27_000);
    const { body: uses } = await asStaff('GET', `/api/coupons/${coupon.id}/uses`);
    expect(uses.data[0].discountCents).toBe(3_000);
  });

  it('keeps what was agreed when rules change; who is added later pays the price without them', async () => {
    const rule = await makeRule();
    const trip = await publish();
    const payer = await createPerson(app);
    const { body: made } = await reserve(trip, payer, { party: partyOf(trip, 3) });
    expect(made.totalCents).toBe(54_000);
    await asStaff('PUT', `/api/discount-rules/${rule.id}`, { ...group, benefit: { kind: 'percent', value: 90 } });
    const path = `/api/reservations/${made.id}/participants`;
    const [adult] = trip.fares;
    const { status, body: more } = await asStaff('POST', path, { fareId: adult?.id });
    expect([status, more.totalCents]).toEqual([201, 74_000]);
    const [, second] = more.participants;
    const { body: fewer } = await asStaff('DELETE', `${path}/${second.id}`);
    expect(fewer.totalCents).toBe(56_000);
  });
});

it('an early bird pays less in the trip that is far enough away', async () => {
  const trip = await publish();
  const days = Math.floor((Date.parse(trip.date) - Date.now()) / 86_400_000);
  const early = (minDaysBefore: number) => ({
    label: 'Reserva antecipada',
    condition: { minDaysBefore },
    benefit: { kind: 'amount_each', value: 3_000 },
  });
  const { body: rule } = await asStaff('POST', '/api/discount-rules', early(days - 1));
  const ask = { body: { tripId: trip.id, party: partyOf(trip, 1, 1) } };
  expect((await call(app, 'POST', '/api/quotes', ask)).body.totalCents).toBe(26_345);
  await asStaff('PUT', `/api/discount-rules/${rule.id}`, early(days + 2));
  expect((await call(app, 'POST', '/api/quotes', ask)).body.totalCents).toBe(32_345);
});

it("staff's booking and an offer of the waiting list get the discounts of now", async () => {
  const trip = await publish({ capacity: 2, minParticipants: 1 });
  const [adult] = trip.fares;
  const payer = await createPerson(app);
  const personId = payer.id;
  const waiting = await createPerson(app);
  const booking = { personId, payerTravels: true, participants: [{ fareId: adult?.id }, { fareId: adult?.id }] };
  const { body: first } = await asStaff('POST', `/api/trips/${trip.id}/passengers`, booking);
  expect(first.totalCents).toBe(40_000);
  const waits = { token: waiting.token, body: { party: partyOf(trip, 1), acceptedPolicy: true } };
  expect((await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, waits)).status).toBe(201);

  await makeRule({ condition: { minPeople: 1 } });
  const cancels = { token: payer.token, body: { refundCents: 0 } };
  expect((await call(app, 'POST', `/api/reservations/${first.id}/cancel`, cancels)).status).toBe(200);
  const { body: own } = await call(app, 'GET', '/api/reservations/me', { token: waiting.token });
  expect(own.data).toMatchObject([{ trip: { id: trip.id }, totalCents: 18_000 }]);
  const { body: second } = await asStaff('POST', `/api/trips/${trip.id}/passengers`, {
    ...booking,
    participants: [{ fareId: adult?.id }],
  });
  expect(second.totalCents).toBe(18_000);
});

describe('the list of rules', () => {
  it('says in which order they apply, which changes the price', async () => {
    const half = await makeRule({ label: 'Metade', condition: {}, benefit: { kind: 'percent', value: 50 } });
    const each = await makeRule({ label: 'Menos 40', condition: {}, benefit: { kind: 'amount_each', value: 4_000 } });
    const trip = await publish();
    const ask = { body: { tripId: trip.id, party: partyOf(trip, 1) } };
    expect((await call(app, 'POST', '/api/quotes', ask)).body.totalCents).toBe(6_000);
    const { body } = await asStaff('PUT', '/api/discount-rules/order', { ids: [each.id, half.id] });
    expect(body.data.map(({ label }: { label: string }) => label)).toEqual(['Menos 40', 'Metade']);
    expect((await call(app, 'POST', '/api/quotes', ask)).body.totalCents).toBe(8_000);
    const { body: log } = await asStaff('GET', '/api/audit?action=discount_rule.reordered');
    expect(log.data[0].changes).toEqual({ order: ['Metade, Menos 40', 'Menos 40, Metade'] });
    for (const ids of [[each.id], [each.id, each.id], [each.id, half.id, half.id]])
      expect((await asStaff('PUT', '/api/discount-rules/order', { ids })).body.code).toBe('DISCOUNT_RULES_CHANGED');
  });

  it('loses a rule that no reservation has, and keeps one that is used', async () => {
    const used = await makeRule({ condition: {} });
    const unused = await makeRule({ label: 'Engano' });
    const trip = await publish();
    await reserve(trip, await createPerson(app), { party: partyOf(trip, 1) });
    const { body: list } = await asStaff('GET', '/api/discount-rules');
    expect(list.data.map(({ isUsed }: { isUsed: boolean }) => isUsed)).toEqual([true, false]);
    expect((await asStaff('DELETE', `/api/discount-rules/${used.id}`)).body.code).toBe('DISCOUNT_RULE_USED');
    const { body } = await asStaff('DELETE', `/api/discount-rules/${unused.id}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([used.id]);
    expect((await asStaff('DELETE', `/api/discount-rules/${unused.id}`)).body.code).toBe('DISCOUNT_RULE_NOT_FOUND');
  });

  it('takes at most 50', async () => {
    const columns = { label: 'Regra', benefit: 'percent' as const, value: 1 };
    const lists = { counted_fares: [], lowered_fares: [], trip_ids: [], valid_from: null, valid_until: null };
    const none = { min_people: null, min_total_cents: null, min_days_before: null, is_active: false };
    const rows = Array.from({ length: 50 }, (_, position) => ({
      ...{ id: crypto.randomUUID(), position, ...columns, ...lists, ...none },
    }));
    await app.db.insertInto('discount_rules').values(rows).execute();
    expect((await asStaff('POST', '/api/discount-rules', group)).body.code).toBe('DISCOUNT_RULES_FULL');
  });

  it('refuses at the field what no rule can be', async () => {
    for (const [wrong, field] of [
      [{ label: ' ' }, 'label'],
      [{ benefit: { kind: 'percent', value: 101 } }, 'benefit.value'],
      [{ benefit: { kind: 'cheapest_free', value: 21 } }, 'benefit.value'],
      [{ condition: { minPeople: 0 } }, 'condition.minPeople'],
      [{ condition: { fareLabels: ['x'.repeat(61)] } }, 'condition.fareLabels.0'],
      [{ validFrom: '2027-01-02T00:00:00.000Z', validUntil: '2027-01-01T00:00:00.000Z' }, 'validUntil'],
    ] as const) {
      const { status, body } = await asStaff('POST', '/api/discount-rules', { ...group, ...wrong });
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
    }
  });
});
