import { randomUUIDv7 } from 'node:crypto';
import { moneyText } from '@passeio/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancelling, receive, ruleOn } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { ana, changeParticipant, placesTaken } from '../../../../test/parties.ts';
import { refundsOf } from '../../../../test/pix.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { retainedCentsOf } from '../cancellation/cancel-reservation.ts';
import { quoteOf } from '../cancellation/quote-cancellation.ts';
import { markCancelled } from '../reservation/change-reservation.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';

const ADULT = 18_900;

let app: TestApp;
let staff: Person;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  steps = cancelling(app, () => staff);
});
afterAll(() => app.close());

describe('one of several people', () => {
  it('leaves; the penalty stays in the total, what is too much goes back', async () => {
    const { id, payer, trip, adults } = await steps.family(2 * ADULT);
    const gone = adults[1]?.id;
    const asked = (await steps.quote(id, payer, `?participants=${gone}`)).body;
    const sums = { contractedCents: ADULT, receivedCents: ADULT, penaltyCents: 3_780, refundCents: 15_120 };
    expect(asked).toMatchObject({ ...sums, rule: ruleOn(ADULT) });
    const { body } = await steps.cancel(id, payer, { refundCents: 15_120, participants: [gone] });
    expect(body).toMatchObject({
      ...{ state: 'booked', places: 1, totalCents: ADULT + 3_780, toReturnCents: 15_120, retainedCents: 0 },
      adjustments: [{ amountCents: 3_780, reason: 'Multa pelo cancelamento de Pessoa 2 (20%)', isPenalty: true }],
    });
    expect(body.participants).toHaveLength(1);
    expect(await placesTaken(app, trip.id)).toBe(1);

    // The rest follows: both penalties stay, as if all had left at once.
    const rest = (await steps.quote(id, payer)).body;
    expect(rest).toMatchObject({ penaltyCents: 7_560, refundCents: 2 * ADULT - 7_560 });
  });

  it('is named to the payer, and by initials to who has the link', async () => {
    const family = await steps.family(2 * ADULT);
    const { id, payer, adults } = family;
    await changeParticipant(app, family, adults[1], ana);
    await steps.cancel(id, payer, { refundCents: 15_120, participants: [adults[1]?.id] });
    const reason = `Multa pelo cancelamento de ${ana.name} (20%)`;
    expect((await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token })).body).toMatchObject({
      adjustments: [{ reason }],
    });
    const { body: link } = await call(app, 'POST', `/api/reservations/${id}/link`, { token: staff.token });
    const read = await call(app, 'POST', '/api/reservation-links/read', { body: { token: link.url.split('#')[1] } });
    expect(read.body.adjustments[0].reason).toMatch(/^Multa pelo cancelamento de Ana \w\. \(20%\)$/);
  });

  it('with the deposit paid: what is left of their share pays for the others', async () => {
    const { id, payer, adults } = await steps.family(11_340);
    const participants = [adults[1]?.id];
    const asked = (await steps.quote(id, payer, `?participants=${participants}`)).body;
    expect(asked).toMatchObject({ receivedCents: 5_670, penaltyCents: 3_780, refundCents: 0, promisedFor: null });
    expect(asked.rule).toContain(`${moneyText(1_890)} pagam o restante da reserva.`);
    const { body } = await steps.cancel(id, payer, { refundCents: 0, participants });
    expect(body).toMatchObject({ totalCents: ADULT + 3_780, dueCents: ADULT + 3_780 - 11_340, toReturnCents: 0 });
  });

  it('all of them by name is the whole reservation, strangers are refused, and an adult stays with a lap child', async () => {
    const { id, payer, adults, lapChildren } = await steps.family(2 * ADULT, { adult: 2, lapChild: 1 });
    const everybody = [...adults, ...lapChildren].map((one) => one.id);
    const refused = async (participants: string[], refundCents = 0) =>
      (await steps.cancel(id, payer, { refundCents, participants })).body.code;
    expect(await refused([randomUUIDv7()])).toBe('PARTICIPANT_NOT_FOUND');
    expect(
      await refused(
        adults.map((one) => one.id),
        2 * ADULT - 7_560,
      ),
    ).toBe('LAST_PARTICIPANT');
    const quoted = async (gone: readonly { id: string }[]) =>
      (await steps.quote(id, payer, `?participants=${gone.map((one) => one.id).join(',')}`)).body.code;
    expect(await quoted(adults)).toBe('LAST_PARTICIPANT');
    const refundCents = 2 * ADULT - 7_560;
    expect((await steps.cancel(id, payer, { refundCents, participants: everybody })).body.state).toBe('cancelled');
  });

  it('is refused with the quote already where children would travel alone', async () => {
    const { id, payer, adults } = await steps.family(ADULT, { adult: 1, child: 1 });
    const gone = adults[0]?.id;
    expect((await steps.quote(id, payer, `?participants=${gone}`)).body.code).toBe('MINOR_WITHOUT_ADULT');
    expect((await steps.quote(id, staff, `?participants=${gone}`)).status).toBe(200);
  });

  it('is not taken out past the penalty, except by staff', async () => {
    const { id, payer, adults } = await steps.family(11_340);
    const remove = ({ token }: Person) =>
      call(app, 'DELETE', `/api/reservations/${id}/participants/${adults[1]?.id}`, { token });
    expect(await remove(payer)).toMatchObject({ status: 409, body: { code: 'REMOVAL_COSTS' } });
    expect(await remove(staff)).toMatchObject({ status: 200, body: { totalCents: ADULT } });
    const unpaid = await steps.family(0);
    const path = `/api/reservations/${unpaid.id}/participants/${unpaid.adults[1]?.id}`;
    expect((await call(app, 'DELETE', path, { token: unpaid.payer.token })).body.totalCents).toBe(ADULT);
  });
});

describe('at the same time', () => {
  it('two cancellations: one, and one refund', async () => {
    const { id, payer } = await steps.family(20_000);
    const responses = await Promise.all([1, 2, 3].map(() => steps.cancel(id, payer, { refundCents: 12_440 })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await refundsOf(app, id)).toMatchObject([{ amount_cents: 12_440, state: 'due' }]);
  });

  it('a payment and a cancellation: the cancellation waits, and sees the payment', async () => {
    const { id, payer } = await steps.family(20_000);
    const cancelling = await inTransaction(app.db, async (trx) => {
      await receive(trx, id, 10_000);
      const waiting = steps.cancel(id, payer, { refundCents: 12_440 });
      await expect.poll(countOfWaiting).toBeGreaterThan(0);
      return { waiting };
    });
    expect(await cancelling.waiting).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_CHANGED', quote: { receivedCents: 30_000, refundCents: 22_440 } },
    });
    expect(await steps.details(id)).toMatchObject({ state: 'booked', retainedCents: 0 });
    expect((await steps.cancel(id, payer, { refundCents: 22_440 })).body.retainedCents).toBe(7_560);
  });

  it('the same with a quote from before the lock, which keeps money that it never saw', async () => {
    const { id } = await steps.family(20_000);
    const seen = await inTransaction(app.db, (trx) => lockWithTrip(trx, id));
    const stale = await quoteOf(app.db, seen, { by: 'client', now: new Date() });
    await receive(app.db, id, 10_000);
    await inTransaction(app.db, async (trx) => {
      const { reservation } = await lockWithTrip(trx, id);
      const retainedCents = retainedCentsOf(reservation, stale);
      await markCancelled(trx, id, { now: new Date(), by: null, retainedCents });
    });
    expect((await steps.details(id)).retainedCents).toBe(17_560);
  });
});

const countOfWaiting = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
  return rows[0]?.count;
};
