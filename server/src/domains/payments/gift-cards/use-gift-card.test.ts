import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { activeCard, balanceOf, sellGiftCards } from '../../../../test/gift-cards.ts';
import { createReservation } from '../../../../test/reservations.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { kept, storedValueOf, writeTransfer } from '../../book/index.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  operator = await createPerson(app, 'OPERATOR');
  await sellGiftCards(app);
});
afterAll(async () => {
  expect(await findFaults(app.db)).toEqual([]);
  await app.close();
});

const post = (id: string, path: string, body: object, { token }: Pick<Person, 'token'> = operator) =>
  call(app, 'POST', `/api/reservations/${id}/${path}`, { token, body });
const use = (id: string, code: string, person: Person, amountCents?: number) =>
  post(id, 'gift-cards', { code, ...(amountCents && { amountCents }) }, person);
const cancel = (id: string) => post(id, 'cancellation', { reason: 'Poucas pessoas', by: 'operator' });
const rowOf = (id: string) =>
  app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ledgerOf = async (id: string) => (await call(app, 'GET', `/api/reservations/${id}/payments`, operator)).body.data;

async function reserved(person?: Person) {
  const client = person ?? (await createPerson(app));
  const { id: tripId } = await createTrip(app);
  return { client, tripId, id: await createReservation(app, operator, tripId, { person: client }) };
}

it('pays up to what is due and what it has, in parts over reservations, and keeps the rest', async () => {
  const card = await activeCard(app, operator, 15_000);
  const first = await reserved();
  expect(await post(first.id, 'gift-cards/quote', { code: card.code }, first.client)).toMatchObject({
    status: 200,
    body: { amountCents: 10_000, leftCents: 5_000 },
  });
  // Typed as people type.
  const typed = card.code.toLowerCase().replaceAll('-', ' ');
  expect(await use(first.id, typed, first.client)).toMatchObject({ body: { amountCents: 10_000, leftCents: 5_000 } });
  expect(await rowOf(first.id)).toMatchObject({ state: 'booked', received_cents: 10_000 });
  expect(await ledgerOf(first.id)).toMatchObject([{ method: 'gift_card', amountCents: 10_000, kind: 'full' }]);
  expect((await use(first.id, card.code, first.client)).body.code).toBe('NOTHING_DUE');

  const second = await reserved();
  expect(await use(second.id, card.code, second.client, 5_001)).toMatchObject({ body: { code: 'PAYMENT_ABOVE_DUE' } });
  expect(await use(second.id, card.code, second.client, 2_000)).toMatchObject({ body: { leftCents: 3_000 } });
  expect(await use(second.id, card.code, second.client)).toMatchObject({ body: { amountCents: 3_000, leftCents: 0 } });
  expect(await rowOf(second.id)).toMatchObject({ state: 'booked', received_cents: 5_000 });
  expect((await use(second.id, card.code, second.client)).body.code).toBe('GIFT_CARD_EMPTY');
});

it('is used by people who may open the reservation: its payer, also by link, and staff', async () => {
  const card = await activeCard(app, operator);
  const { id } = await reserved();
  expect((await use(id, card.code, await createPerson(app))).body.code).toBe('RESERVATION_NOT_FOUND');
  const { body } = await call(app, 'POST', `/api/reservations/${id}/link`, { token: operator.token, body: {} });
  const token = decodeURIComponent(body.url.split('#')[1]);
  const byLink = (name: string) =>
    call(app, 'POST', `/api/reservation-links/${name}`, { body: { token, code: card.code } });
  expect((await byLink('gift-cards/quote')).body).toEqual({ amountCents: 10_000, leftCents: 0 });
  expect((await byLink('gift-cards')).body).toEqual({ amountCents: 10_000, leftCents: 0 });
});

it('answers the same to every code that opens nothing, and refuses what no code can be', async () => {
  const { id, client } = await reserved();
  const unpaid = await activeCard(app, operator);
  await call(app, 'POST', `/api/gift-cards/${unpaid.id}/revocation`, { ...operator, body: { reason: 'Fraude' } });
  const answers = await Promise.all([use(id, unpaid.code, client), use(id, 'A'.repeat(16), client)]);
  expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
    [409, 'GIFT_CARD_UNKNOWN', answers[0]?.body.message],
    [409, 'GIFT_CARD_UNKNOWN', answers[0]?.body.message],
  ]);
  const hostile = ['', 'A'.repeat(17), 'A'.repeat(100_000), '0'.repeat(16), `${'A'.repeat(15)}\u0000`, 'á'.repeat(16)];
  for (const code of hostile) expect((await use(id, code, client)).status).toBeOneOf([400, 413]);
  for (const code of [null, 7, ['A'], { a: 1 }])
    expect((await post(id, 'gift-cards', { code }, client)).status).toBe(400);
  for (const amountCents of [0, -1, 1.5, 2 ** 40])
    expect((await post(id, 'gift-cards', { code: unpaid.code, amountCents }, client)).status).toBe(400);
});

it('used in many reservations at once, it pays as far as it goes; without the check it would not', async () => {
  const fiveOf = async () => {
    const five: Awaited<ReturnType<typeof reserved>>[] = [];
    while (five.length < 5) five.push(await reserved());
    return five;
  };
  const card = await activeCard(app, operator);
  const five = await fiveOf();
  const answers = await Promise.all(five.map(({ id, client }) => use(id, card.code, client, 10_000)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await balanceOf(app, card.id)).toBe(0);
  // The control: what the race does where the balance is not checked.
  const other = await activeCard(app, operator);
  const theirs = await fiveOf();
  await sql`alter table accounts drop constraint accounts_balance_not_negative`.execute(app.db);
  try {
    await Promise.all(theirs.map(({ id, client }) => use(id, other.code, client, 10_000)));
    expect(await balanceOf(app, other.id)).toBeLessThan(0);
  } finally {
    await sql`alter table accounts add constraint accounts_balance_not_negative check (balance_cents >= 0) not valid`.execute(
      app.db,
    );
    const cents = -(await balanceOf(app, other.id));
    const facts = { kind: 'reissue', method: 'gift_card', recorded_via: 'system', amount_cents: cents } as const;
    await inTransaction(app.db, (trx) => writeTransfer(trx, { ...facts, from: kept, to: storedValueOf(other.id) }));
  }
});

it('gets back what it paid before anything else goes back, and never more', async () => {
  const card = await activeCard(app, operator, 4_000);
  const { id, client, tripId } = await reserved();
  await use(id, card.code, client);
  await post(id, 'payments', { kind: 'balance', method: 'pix', amountCents: 6_000 });
  await cancel(id);
  expect(await balanceOf(app, card.id)).toBe(4_000);
  expect(await rowOf(id)).toMatchObject({ received_cents: 6_000, refunded_cents: 4_000 });
  const byHand = { kind: 'refund', method: 'pix', amountCents: 6_001 };
  expect((await post(id, 'payments', byHand)).body.code).toBe('REFUND_ABOVE_RECEIVED');
  expect((await post(id, 'refund/credit', { amountCents: 10_000 }, client)).body.code).toBe('REFUND_NOT_DUE');
  expect((await post(id, 'refund/credit', { amountCents: 6_000 }, client)).status).toBe(200);
  expect(await balanceOf(app, card.id)).toBe(4_000);
  const { body: money } = await call(app, 'GET', `/api/trips/${tripId}/money`, operator);
  expect(money).toMatchObject({ receivedCents: 6_000, refundedCents: 0, creditUsedCents: 4_000 });
});

it('a payment by gift card whose money is back on the card is not put right a second time', async () => {
  const card = await activeCard(app, operator, 4_000);
  const { id, client } = await reserved();
  await use(id, card.code, client);
  await post(id, 'payments', { kind: 'balance', method: 'pix', amountCents: 6_000 });
  await cancel(id);
  const paid = (await ledgerOf(id)).find(({ method }: { method: string }) => method === 'gift_card');
  const reversed = await post(id, `payments/${paid?.id}/reversal`, { reason: 'Engano' });
  expect(reversed).toMatchObject({ status: 409, body: { code: 'REFUND_ABOVE_RECEIVED' } });
  expect(await balanceOf(app, card.id)).toBe(4_000);
});

it('a penalty is kept of other money first', async () => {
  const card = await activeCard(app, operator, 7_000);
  const { id, client, tripId } = await reserved();
  await use(id, card.code, client);
  await post(id, 'payments', { kind: 'balance', method: 'pix', amountCents: 3_000 });
  const tiers = JSON.stringify([{ minHoursBefore: 0, penaltyPercent: 20 }]);
  await app.db.updateTable('trips').set({ cancellation_tiers: tiers }).where('id', '=', tripId).execute();
  await post(id, 'cancellation', { reason: 'Desistiu', by: 'client' });
  expect(await balanceOf(app, card.id)).toBe(7_000);
  expect(await rowOf(id)).toMatchObject({ received_cents: 3_000 });
});

it('a use that is put right goes back to it, and is paid anew', async () => {
  const card = await activeCard(app, operator);
  const { id, client } = await reserved();
  await use(id, card.code, client);
  const [entry] = await ledgerOf(id);
  expect((await post(id, `payments/${entry.id}/reversal`, { reason: 'Reserva errada' })).status).toBe(201);
  expect(await balanceOf(app, card.id)).toBe(10_000);
  expect(await rowOf(id)).toMatchObject({ state: 'held', received_cents: 0 });
  expect((await use(id, card.code, client)).status).toBe(200);
});

it('staff does not type it as a method', async () => {
  const { id } = await reserved();
  for (const kind of ['deposit', 'refund'])
    expect((await post(id, 'payments', { kind, method: 'gift_card', amountCents: 100 })).status).toBe(400);
});

it('revoked, it pays nothing; reissued, it has what it had under another code, and the former one stays dead', async () => {
  const card = await activeCard(app, operator);
  const { id, client } = await reserved();
  await use(id, card.code, client, 4_000);
  const decide = (path: string) =>
    call(app, 'POST', `/api/gift-cards/${card.id}/${path}`, { ...operator, body: { reason: 'Perdeu o código' } });
  expect((await decide('revocation')).body).toMatchObject({ state: 'revoked', balanceCents: 0 });
  expect((await decide('revocation')).body.code).toBe('GIFT_CARD_NOT_ACTIVE');
  expect((await use(id, card.code, client)).body.code).toBe('GIFT_CARD_UNKNOWN');
  // What would go back to it is due until staff pays it, or the card is worth something again.
  await cancel(id);
  expect((await decide('reissue')).body).toMatchObject({ state: 'active', balanceCents: 10_000 });
  const { body } = await decide('reissue');
  expect(body).toMatchObject({ state: 'active', balanceCents: 10_000 });
  expect(
    body.entries.map(({ kind, amountCents }: { kind: string; amountCents: number }) => [kind, amountCents]),
  ).toEqual([
    ['issued', 10_000],
    ['used', -4_000],
    ['revoked', -6_000],
    ['reissued', 6_000],
    ['returned', 4_000],
    ['revoked', -10_000],
    ['reissued', 10_000],
  ]);
  const next = await reserved();
  expect((await use(next.id, card.code, next.client)).body.code).toBe('GIFT_CARD_UNKNOWN');
  expect((await call(app, 'POST', '/api/gift-cards/link/read', { body: { token: card.token } })).status).toBe(404);
});

it('revoking and using it at once: one of both, and never more than it had', async () => {
  const card = await activeCard(app, operator);
  const { id, client } = await reserved();
  const revoke = () =>
    call(app, 'POST', `/api/gift-cards/${card.id}/revocation`, { ...operator, body: { reason: 'Fraude' } });
  const [used] = await Promise.all([use(id, card.code, client), revoke()]);
  expect((await rowOf(id)).received_cents).toBe(used.status === 200 ? 10_000 : 0);
  expect(await balanceOf(app, card.id)).toBe(0);
});

it('guesses are limited by person, and by address over all persons', async () => {
  const limited = await startAnotherProcess(app, {
    config: { ...app.app.deps.config, rateLimits: true, trustProxy: ['127.0.0.1'] },
  });
  const { id, client } = await reserved();
  const guess = async (person: Person, reservationId: string, address: string) => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const { status } = await fetch(`${limited.url}/api/reservations/${reservationId}/gift-cards/quote`, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': address },
      body: JSON.stringify({ code: 'A'.repeat(16) }),
    });
    return status;
  };
  const many = async (times: number, one: () => Promise<number>) => {
    const statuses: number[] = [];
    while (statuses.length < times) statuses.push(await one());
    return statuses;
  };
  // Another address is no other chance for a person.
  const ofPerson: number[] = [];
  while (ofPerson.length < 16) ofPerson.push(await guess(client, id, `198.51.100.${ofPerson.length}`));
  expect(ofPerson.slice(0, 15).every((status) => status === 409)).toBe(true);
  expect(ofPerson.at(-1)).toBe(429);
  const people = [await reserved(), await reserved(), await reserved()];
  const ofAddress: number[] = [];
  for (const one of people) ofAddress.push(...(await many(14, () => guess(one.client, one.id, '203.0.113.7'))));
  expect(ofAddress.filter((status) => status === 429).length).toBeGreaterThan(0);
  await limited.close();
});

it('whatever happens, also at once, cards, ledger and refunds agree', async () => {
  const step = fc.record({
    does: fc.constantFrom('use', 'use', 'use', 'cash', 'cancel', 'reverse', 'revoke', 'reissue'),
    which: fc.nat(1),
    card: fc.nat(1),
    isAtOnce: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (history) => {
      const cards = [await activeCard(app, operator, 6_000), await activeCard(app, operator, 8_000)];
      const mine = [await reserved(), await reserved()];
      const running: Promise<unknown>[] = [];
      for (const { does, which, card, isAtOnce } of history) {
        if (!isAtOnce) await Promise.all(running.splice(0));
        const [{ id, client }, of] = [mine[which], cards[card]] as [(typeof mine)[0], (typeof cards)[0]];
        const decide = (path: string) =>
          call(app, 'POST', `/api/gift-cards/${of.id}/${path}`, { ...operator, body: { reason: 'Perdido' } });
        const reverse = async () => {
          const entry = (await ledgerOf(id)).at(-1);
          return entry && post(id, `payments/${entry.id}/reversal`, { reason: 'Engano' });
        };
        const acts: Record<string, () => Promise<unknown>> = {
          use: () => use(id, of.code, client),
          cash: () => post(id, 'payments', { kind: 'deposit', method: 'cash', amountCents: 1_500 }),
          cancel: () => cancel(id),
          reverse,
          revoke: () => decide('revocation'),
          reissue: () => decide('reissue'),
        };
        running.push(acts[does]?.() ?? Promise.resolve());
      }
      await Promise.all(running);
      expect(
        await findFaults(
          app.db,
          mine.map(({ tripId }) => tripId),
        ),
      ).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
