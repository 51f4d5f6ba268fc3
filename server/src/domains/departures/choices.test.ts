import type { ChoiceDraft } from '@passeio/contract/departures/departure-cancellations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { cancellingDepartures, REASON } from '../../../test/cancelled-departures.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family, placesTaken } from '../../../test/parties.ts';
import { withoutLocks } from '../../../test/without-locks.ts';
import { system } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findFaults } from '../../platform/database/find-faults.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { makeChoiceByLink } from './choices.ts';
import { notifyCancelled } from './notify-departures.ts';

const DEPOSIT = 5_670;

let app: TestApp;
let other: TestApp;
let jobs: Jobs;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp({
    connections: 20,
    deps: async ({ pool, logger }) => {
      jobs = await startJobs(pool, logger);
      return { jobs };
    },
  });
  other = await startAnotherProcess(app);
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await other.close();
  await jobs.stop();
  await app.close();
});

const does = () => cancellingDepartures(app, () => operator);
async function sendNotifications(): Promise<void> {
  const parts = { db: app.db, jobs, publicUrl: 'https://passeio.example', logger: app.app.deps.logger };
  await notifyCancelled(parts, { now: new Date(Date.now() + 3 * 60_000) });
}

/** A family of two whose departure was cancelled after they had paid so much, with a link to choose. */
async function choosing(paidCents = DEPOSIT * 2, adults = 2): Promise<{ family: Family; token: string }> {
  const trip = await createFamilyTrip(app);
  const family = await does().family(trip, adults, paidCents);
  await does().cancel(trip.id);
  await sendNotifications();
  return { family, token: await does().link(trip.id, family.id) };
}
const refund = (amountCents = DEPOSIT * 2): ChoiceDraft => ({ kind: 'refund', amountCents });
const credit = (amountCents = DEPOSIT * 2): ChoiceDraft => ({ kind: 'credit', amountCents });
const outcomeOf = async ({ id, trip }: Family) =>
  (await does().progress(trip.id)).reservations.find((one) => one.id === id)?.outcome;

describe('by the link, without an account', () => {
  it('is kept by no cache, before and after the choice', async () => {
    const { token } = await choosing();
    const answers = [await does().read(token), await does().choose(token, refund())];
    const caching = answers.map(({ status, headers }) => [status, headers.get('cache-control')]);
    expect(caching).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
    ]);
  });

  it('names the extras that end with a move, which the other departure’s total is without', async () => {
    const [trip, another] = [await createFamilyTrip(app), await createFamilyTrip(app)];
    const extraId = crypto.randomUUID();
    const facts = { description: '', price_cents: 4_500, per: 'participant', position: 0 } as const;
    const limits = { min_quantity: 1, max_quantity: 1, stock: null, sold_until_hours: 0, refundable: true };
    await app.db
      .insertInto('trip_extras')
      .values({ id: extraId, trip_id: trip.id, label: 'Almoço', ...facts, ...limits })
      .execute();
    const family = await does().family(trip, 2, DEPOSIT * 2);
    for (const { id: participantId } of family.adults) {
      const body = { extraId, count: 1, participantId };
      await call(app, 'POST', `/api/reservations/${family.id}/extras`, { token: operator.token, body });
    }
    await does().cancel(trip.id);
    await sendNotifications();
    const { body } = await does().read(await does().link(trip.id, family.id));
    const offered = body.departures.find(({ id }: { id: string }) => id === another.id);
    expect(offered).toMatchObject({
      totalCents: 37_800,
      extras: [{ label: 'Almoço', quantity: 2, totalCents: 9_000 }],
    });
  });

  it('shows what goes back, why, and only departures that have places for everybody', async () => {
    const enough = await createFamilyTrip(app, { capacity: 2, price_cents: 20_000, title: 'Gruta do Anjo' });
    const tooSmall = await createFamilyTrip(app, { capacity: 1 });
    const full = await createFamilyTrip(app, { capacity: 2 });
    await createFamily(app, { adult: 1 }, { trip: full });
    const asked = await createFamilyTrip(app, { on_request: true });
    const { token } = await choosing();
    const { status, body } = await does().read(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ reason: REASON, people: 2, amountCents: DEPOSIT * 2, outcome: null });
    const offered = new Map(body.departures.map((one: { id: string }) => [one.id, one]));
    expect(offered.get(enough.id)).toMatchObject({
      totalCents: 40_000,
      dueCents: 40_000 - DEPOSIT * 2,
      refundCents: 0,
    });
    for (const { id } of [tooSmall, full, asked]) expect(offered.has(id)).toBe(false);
    // Nothing of the people who travel.
    expect(JSON.stringify(body)).not.toMatch(/cpf|birthdate|contact|email/i);
  });

  it('refunds everything without a penalty, and says so once', async () => {
    const { family, token } = await choosing();
    expect(await does().choose(token, refund())).toMatchObject({ status: 200, body: { outcome: 'refund' } });
    expect(await does().reservation(family.id)).toMatchObject({ state: 'cancelled', retained_cents: 0 });
    expect(await does().returned(family.id)).toEqual({ due: DEPOSIT * 2, credit: 0 });
    expect((await does().emailsOf(family.id)).filter((kind) => kind === 'reservationCancelled')).toHaveLength(1);
    expect(await does().read(token)).toMatchObject({ status: 404, body: { code: 'CHOICE_LINK_OVER' } });
    const inbox = await call(app, 'GET', '/api/payments/refunds?state=open', operator);
    expect(JSON.stringify(inbox.body)).toContain(family.reservation.code);
  });

  it('gives credit of the whole amount', async () => {
    const { family, token } = await choosing();
    expect(await does().choose(token, credit())).toMatchObject({ status: 200, body: { outcome: 'credit' } });
    expect(await does().returned(family.id)).toEqual({ due: 0, credit: DEPOSIT * 2 });
    const { body } = await call(app, 'GET', '/api/users/me/credit', { token: family.payer.token });
    expect(body.balanceCents).toBe(DEPOSIT * 2);
    expect(await outcomeOf(family)).toBe('credit');
  });

  it('moves the party to the other departure with its money, and returns what is too much', async () => {
    const cheap = await createFamilyTrip(app, { price_cents: 2_000, capacity: 10 });
    const { family, token } = await choosing();
    const choice: ChoiceDraft = { kind: 'moved', tripId: cheap.id, totalCents: 4_000 };
    const wrong = await does().choose(token, { ...choice, totalCents: 3_999 });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'CHOICE_CHANGED' } });
    expect(await placesTaken(app, cheap.id)).toBe(0);
    const { status, body } = await does().choose(token, choice);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: 'moved', movedTo: { title: expect.any(String) }, departures: [] });
    expect(await does().reservation(family.id)).toMatchObject({
      ...{ trip_id: cheap.id, state: 'booked', received_cents: DEPOSIT * 2, choose_until: null },
    });
    expect(await placesTaken(app, cheap.id)).toBe(2);
    expect(await does().returned(family.id)).toEqual({ due: DEPOSIT * 2 - 4_000, credit: 0 });
    expect(await does().emailsOf(family.id)).toContain('departureMoved');
    expect(await findFaults(app.db, [family.trip.id, cheap.id])).toEqual([]);
  });

  it('of what is not enough for the deposit there keeps the places for the usual time', async () => {
    const dear = await createFamilyTrip(app, { price_cents: 90_000 });
    const { family, token } = await choosing(1_000);
    expect(await does().choose(token, { kind: 'moved', tripId: dear.id, totalCents: 180_000 })).toMatchObject({
      status: 200,
    });
    expect(await does().reservation(family.id)).toMatchObject({ state: 'held', hold_expires_at: expect.any(Date) });
  });

  it('is refused where the places have gone meanwhile, and leaves the choice open', async () => {
    const last = await createFamilyTrip(app, { capacity: 2 });
    const { family, token } = await choosing();
    await createFamily(app, { adult: 1 }, { trip: last });
    const gone = await does().choose(token, { kind: 'moved', tripId: last.id, totalCents: 37_800 });
    expect(gone).toMatchObject({ status: 409, body: { code: 'PLACES_SHORT' } });
    expect(await outcomeOf(family)).toBeNull();
    expect(await does().choose(token, credit())).toMatchObject({ status: 200 });
  });

  it('is refused on a departure where the payer has reserved meanwhile, and leaves the choice open', async () => {
    const there = await createFamilyTrip(app);
    const { family, token } = await choosing();
    await createFamily(app, { adult: 1 }, { trip: there, payer: family.payer });
    // So that the list there does not refuse the payer first.
    await app.db
      .updateTable('participants')
      .set({ user_id: null, cpf: null })
      .where('reservation_id', '=', family.id)
      .execute();
    const choice: ChoiceDraft = { kind: 'moved', tripId: there.id, totalCents: 37_800 };
    for (const answer of [await does().choose(token, choice), await does().chooseOwn(family, choice)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'ALREADY_ENROLLED' } });
    }
    expect(await outcomeOf(family)).toBeNull();
    expect(await does().choose(token, credit())).toMatchObject({ status: 200 });
  });

  it('has links of staff beside that of the e-mail, which clients cannot make', async () => {
    const { family, token } = await choosing();
    const path = `${does().path(family.trip.id)}/reservations/${family.id}/link`;
    const { body } = await call(app, 'POST', path, { ...operator, body: {} });
    // The payer's link, by which its maker cannot choose.
    const sent = { token: decodeURIComponent(body.url.split('#')[1]) };
    const byLink = (name: string, more = {}) =>
      call(app, 'POST', `/api/reservation-links/${name}`, { body: { ...sent, ...more } });
    expect(await byLink('departure-choice')).toMatchObject({ status: 200, body: { outcome: null } });
    expect((await byLink('choose-departure', refund())).body.code).toBe('LINK_CODE_NEEDED');
    expect(await does().read(token)).toMatchObject({ status: 200 });
    expect(await does().read('A'.repeat(43))).toMatchObject({ status: 404 });
    expect(await call(app, 'POST', path, { ...family.payer, body: {} })).toMatchObject({ status: 403 });
    await does().choose(token, refund());
    expect(await does().read(token)).toMatchObject({ status: 404 });
    expect(await call(app, 'POST', path, { ...operator, body: {} })).toMatchObject({ status: 404 });
  });
});

describe('on the reservation’s page', () => {
  it('is its payer’s; what was chosen stays readable and is shown in the timeline', async () => {
    const { family } = await choosing();
    const stranger = { ...family, payer: await createPerson(app) };
    expect(await does().own(stranger)).toMatchObject({ status: 404, body: { code: 'CHOICE_NOT_FOUND' } });
    expect(await does().own({ ...family, payer: operator })).toMatchObject({ status: 404 });
    expect(await does().chooseOwn(stranger, refund())).toMatchObject({ status: 404 });
    expect(await does().chooseOwn(family, credit())).toMatchObject({ status: 200 });
    expect(await does().own(family)).toMatchObject({ status: 200, body: { outcome: 'credit', departures: [] } });
    // The answer to the first one may have been lost.
    expect(await does().chooseOwn(family, credit())).toMatchObject({ status: 200 });
    expect(await does().chooseOwn(family, refund())).toMatchObject({ status: 409, body: { code: 'CHOICE_MADE' } });
    const timeline = `/api/reservations/${family.id}/timeline?audience=payer`;
    const { body } = await call(app, 'GET', timeline, { token: family.payer.token });
    const sentences = body.data.map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences).toEqual(expect.arrayContaining(['Cancelamos a saída', 'Você escolheu o crédito']));
  });

  it('staff answers it by whatever they do with the reservation', async () => {
    const { family } = await choosing();
    const cancelled = await call(app, 'POST', `/api/reservations/${family.id}/cancellation`, {
      ...operator,
      body: { reason: 'Pediu por telefone', by: 'client' },
    });
    // Leaving a cancelled departure costs nothing, whether the payer or staff asked for it.
    expect(cancelled.status).toBe(200);
    expect(await does().returned(family.id)).toEqual({ due: DEPOSIT * 2, credit: 0 });
    expect(await outcomeOf(family)).toBe('refund');

    const moved = await choosing();
    const elsewhere = await createFamilyTrip(app);
    const body = { tripId: elsewhere.id };
    await call(app, 'POST', `/api/reservations/${moved.family.id}/move`, { ...operator, body });
    expect(await outcomeOf(moved.family)).toBe('moved');
  });
});

/** Two devices choose differently at once. Returns their status, and what becomes of the money. */
async function race({ family, token }: Awaited<ReturnType<typeof choosing>>, databases: [Database, Database]) {
  const again = await does().link(family.trip.id, family.id);
  const notifyDeps = { jobs, publicUrl: 'https://passeio.example' };
  const by = (db: Database, of: string, choice: ChoiceDraft) =>
    inTransaction(db, (trx) => makeChoiceByLink(trx, system, notifyDeps, of, choice)).then(
      () => 'done',
      (error) => error.code as string,
    );
  const answers = await Promise.all([by(databases[0], token, refund()), by(databases[1], again, credit())]);
  return answers.toSorted();
}

describe('two choices at once', () => {
  it('are one: the other is refused, and the money is there once', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const made = await choosing();
      expect(await race(made, [app.db, other.db])).toEqual(['CHOICE_MADE', 'done']);
      const { due, credit: credited } = await does().returned(made.family.id);
      expect(due + credited).toBe(DEPOSIT * 2);
      expect(['refund', 'credit']).toContain(await outcomeOf(made.family));
      expect(await findFaults(app.db, [made.family.trip.id])).toEqual([]);
    }
  });

  it('control: without row locks both believe that theirs was made, or the database refuses one', async () => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn += 1) {
      const made = await choosing();
      const unlocked = [app.db.withPlugin(withoutLocks), other.db.withPlugin(withoutLocks)] as [Database, Database];
      seen.add((await race(made, unlocked)).join());
    }
    expect([...seen].some((answers) => answers !== 'CHOICE_MADE,done')).toBe(true);
  });
});
