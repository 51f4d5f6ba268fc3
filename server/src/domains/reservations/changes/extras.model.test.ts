import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import {
  call,
  couponDraft,
  createPerson,
  extraDraft,
  fareDraft,
  type Person,
  tripDraft,
} from '../../../../test/factories.ts';
import { activeCard, balanceOf, sellGiftCards } from '../../../../test/gift-cards.ts';
import { sweepDepsOf } from '../../../../test/waiting.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
  await sellGiftCards(app);
  for (const rule of rules) await call(app, 'POST', '/api/discount-rules', { token: staff.token, body: rule });
});
afterAll(() => app.close());

const fares = [
  fareDraft({ priceCents: 20_000 }),
  fareDraft({ label: 'Criança', minAge: 0, maxAge: 12, priceCents: 9_990 }),
];
const extras = [
  extraDraft({ stock: 6 }),
  extraDraft({ label: 'Ingresso', priceCents: 3_333, maxQuantity: 1, stock: 4, refundable: false }),
  extraDraft({ label: 'Garrafa', priceCents: 0, per: 'reservation', maxQuantity: 3, stock: 5 }),
];
const rules = [
  { label: 'Casal', condition: { minPeople: 2 }, benefit: { kind: 'percent', value: 7 } },
  { label: 'Terceiro grátis', condition: { minPeople: 3 }, benefit: { kind: 'cheapest_free', value: 1 } },
];
const CARD_CENTS = 30_000;
const tiers = [{ minHoursBefore: 0, penaltyPercent: 15 }];

const kinds = [
  'add',
  'remove',
  'join',
  'leave',
  'discount',
  'pay',
  'card',
  'cancel',
  'expire',
  'confirm',
  'move',
] as const;
const step = fc.record({
  kind: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('reserve' as const, 'add' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...kinds) },
  ),
  which: fc.nat(20),
  whom: fc.nat(20),
  what: fc.nat(2),
  count: fc.integer({ min: 1, max: 3 }),
  byStaff: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface World {
  trips: Trip[];
  coupon: string;
  card: { id: string; code: string };
  made: { id: string; payer: Person }[];
}

async function createWorld(): Promise<World> {
  const body = { ...tripDraft({ isActive: true, fares, cancellationTiers: tiers, capacity: 20 }), extras };
  const create = async () => (await call(app, 'POST', '/api/trips', { token: staff.token, body })).body;
  const rule = couponDraft({ value: 33, maxUses: 4, maxDiscountCents: 25_000, fareLabels: ['Adulto'] });
  const coupon = await call(app, 'POST', '/api/coupons', { token: staff.token, body: rule });
  const card = await activeCard(app, staff, CARD_CENTS);
  return { trips: [await create(), await create()], coupon: coupon.body.code, card, made: [] };
}

async function reserve(world: World, { which, whom, what, count, byStaff }: Step) {
  const payer = await createPerson(app);
  const trip = world.trips[which % 2] as Trip;
  const party = [{ fareId: trip.fares[0]?.id, count }];
  const chosen = [{ extraId: trip.extras[what]?.id, count: (whom % 3) + 1 }];
  const answer = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
    token: payer.token,
    body: { party, extras: chosen, ...(byStaff && { coupon: world.coupon }) },
  });
  if (answer.status === 201) world.made.push({ id: answer.body.id, payer });
  return answer;
}

async function take(world: World, one: Step) {
  const { which, whom, what, count, byStaff } = one;
  const made = world.made[which % Math.max(world.made.length, 1)];
  if (one.kind === 'reserve' || !made) return reserve(world, one);
  const path = `/api/reservations/${made.id}`;
  const read = async (): Promise<ReservationDetails> => (await call(app, 'GET', path, { token: staff.token })).body;
  const { participants, lines, trip } = await read();
  const token = byStaff ? staff.token : made.payer.token;
  const person = participants[whom % Math.max(participants.length, 1)]?.id;
  const offered = world.trips.find(({ id }) => id === trip.id) as Trip;
  const sold = lines.filter(({ kind }) => kind === 'extra');
  const post = (name: string, body: object, by = staff.token) =>
    call(app, 'POST', `${path}/${name}`, { token: by, body });
  switch (one.kind) {
    case 'add': {
      const extra = offered.extras[what];
      const whose = extra?.per === 'participant' ? { participantId: person } : {};
      return post('extras', { extraId: extra?.id, count, ...whose }, token);
    }
    case 'remove':
      return call(app, 'DELETE', `${path}/extras/${sold[whom % Math.max(sold.length, 1)]?.id ?? made.id}`, { token });
    case 'join':
      return post('participants', { fareId: offered.fares[0]?.id }, token);
    case 'leave':
      return call(app, 'DELETE', `${path}/participants/${person}`, { token });
    case 'discount':
      return post('adjustments', { amountCents: -3_001 * count, reason: 'Cliente antigo' });
    case 'pay':
      return post('payments', { kind: 'deposit', method: 'cash', amountCents: 4_000 * count });
    case 'card':
      return post('gift-cards', { code: world.card.code }, token);
    case 'cancel':
      return post('cancellation', { reason: 'Pediu por telefone', by: 'client' });
    case 'expire': {
      const past = new Date(Date.now() - 1_000);
      const held = app.db.updateTable('reservations').set({ hold_expires_at: past });
      await held.where('id', '=', made.id).where('state', '=', 'held').execute();
      await sweepHolds(sweepDepsOf(app));
      return call(app, 'GET', path, { token: staff.token });
    }
    case 'confirm':
      return post('confirmation', {});
    case 'move':
      return post('move', { tripId: world.trips.find(({ id }) => id !== trip.id)?.id });
  }
}

/** What the world's gift card has paid of reservations, less what went back to it. */
async function paidByCard({ made }: World): Promise<number> {
  if (made.length === 0) return 0;
  const { cents } = await app.db
    .selectFrom('transfers')
    .select(
      sql<number>`coalesce(sum(case direction when 'in' then amount_cents else -amount_cents end), 0)::integer`.as(
        'cents',
      ),
    )
    .where('method', '=', 'gift_card')
    .where(
      'reservation_id',
      'in',
      made.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  return cents;
}

it('whatever is sold and changed, lines sum to the total, nothing is below zero and no stock or coupon is oversold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const world = await createWorld();
      for (const one of steps) {
        const { status, body } = await take(world, one);
        expect(status, JSON.stringify(body)).toBeLessThan(500);
        expect(
          await findFaults(
            app.db,
            world.trips.map(({ id }) => id),
          ),
        ).toEqual([]);
        // What reservations have of it, and what it has, is what it was bought for.
        expect((await balanceOf(app, world.card.id)) + (await paidByCard(world))).toBe(CARD_CENTS);
        if (!body.lines) continue;
        const { lines, totalCents, depositCents, receivedCents, toReturnCents } = body as ReservationDetails;
        expect(lines.reduce((sum, line) => sum + line.totalCents, 0)).toBe(totalCents);
        expect([totalCents >= 0, depositCents <= totalCents]).toEqual([true, true]);
        expect([receivedCents >= 0, toReturnCents <= receivedCents]).toEqual([true, true]);
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);
