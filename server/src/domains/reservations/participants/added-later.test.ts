import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { passHeldDeadline } from '../../../../test/holds.ts';
import { createFamily, createFamilyTrip, entriesOf, type Family, placesTaken } from '../../../../test/parties.ts';
import { openCharge, pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import { joinList, sweepDepsOf, waitingStates } from '../../../../test/waiting.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import type { QueuedEmail } from '../../messages/index.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

const DEPOSIT = 5_670;
const HOUR_MS = 3_600_000;

let app: TestApp;
let staff: Person;
let emails: QueuedEmail[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(() => {
  emails = [];
});

const sweep = () => sweepHolds(sweepDepsOf(app, emails));
const add = (family: Family, { token } = family.payer, fareId = family.trip.fares.adult) =>
  call(app, 'POST', `/api/reservations/${family.id}/participants`, { token, body: { fareId } });
const remove = (family: Family, id: string | undefined, { token } = family.payer) =>
  call(app, 'DELETE', `/api/reservations/${family.id}/participants/${id}`, { token });
const changeFare = (family: Family, id: string, fareId: string) =>
  call(app, 'PUT', `/api/reservations/${family.id}/participants/${id}`, {
    token: family.payer.token,
    body: { fareId },
  });
const pay = (family: Family, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${family.id}/payments`, {
    token: staff.token,
    body: { kind: 'deposit', method: 'pix', amountCents },
  });
const read = async (family: Family) =>
  (await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token })).body;
const heldOf = ({ participants }: { participants: { heldUntil: string | null }[] }) =>
  participants.map(({ heldUntil }) => heldUntil !== null);

/** A reservation of one person whose deposit is paid. */
async function bookedAlone(overrides: Parameters<typeof createFamilyTrip>[1] = {}): Promise<Family> {
  const family = await createFamily(app, { adult: 1 }, { trip: await createFamilyTrip(app, overrides) });
  expect((await pay(family, DEPOSIT)).status).toBe(201);
  return family;
}

/** As if the deadline of everybody who let go of their place had been some minutes ago. */
async function passLetGo({ id }: Family, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000);
  const all = app.db.updateTable('participants').where('reservation_id', '=', id);
  await all.set({ let_go_until: at }).where('let_go_until', 'is not', null).execute();
  await all.set({ held_until: at, removed_at: at }).where('removed_at', 'is not', null).execute();
}

describe('people whom a client adds to a booked reservation', () => {
  it('are held until their deposit is paid, while people who were paid for stay booked', async () => {
    const family = await bookedAlone();
    await add(family);

    const { status, body } = await add(family);

    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'booked', places: 3, totalCents: 56_700, depositCents: 3 * DEPOSIT });
    expect(heldOf(body)).toEqual([false, true, true]);
    const [, first] = body.participants;
    expect(Date.parse(first.heldUntil)).toBeGreaterThan(Date.now() + 23 * HOUR_MS);
    expect(body.status).toMatchObject({ key: 'added_deposit_due', until: first.heldUntil });
    expect(body.status.nextStep).toMatch(/^2 pessoas aguardam o sinal de R\$\s113,40/);
    const list = await call(app, 'GET', `/api/trips/${family.trip.id}/passengers`, { token: staff.token });
    expect(list.body.data[0].reservation.status.label).toBe('Confirmada; 2 pessoas aguardam o sinal');
    const voucher = await call(app, 'GET', `/api/reservations/${family.id}/voucher`, { token: family.payer.token });
    expect(voucher.body.people).toHaveLength(1);

    await pay(family, DEPOSIT);
    expect(heldOf(await read(family))).toEqual([false, false, true]);
    await pay(family, DEPOSIT);

    expect(heldOf(await read(family))).toEqual([false, false, false]);
    expect((await read(family)).status.key).toBe('balance_due');
    await sweep();
    expect((await read(family)).places).toBe(3);
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('leave at their deadline: places are free for the waiting list, the charge is withdrawn, the payer is notified', async () => {
    const family = await bookedAlone({ capacity: 3 });
    for (const _ of [1, 2]) await add(family);
    const { id: chargeId } = await openCharge(app, family.id, { purpose: 'deposit', amountCents: 2 * DEPOSIT });
    await joinList(app, family.trip, { adult: 2 });
    await sweep();
    expect((await read(family)).places).toBe(3);
    await passHeldDeadline(app, family.id);

    await sweep();

    const body = await read(family);
    expect(body).toMatchObject({ state: 'booked', places: 1, totalCents: 18_900, depositCents: DEPOSIT });
    expect(body.status.key).toBe('balance_due');
    expect(await waitingStates(app, family.trip.id)).toEqual(['offered']);
    const charge = await app.db.selectFrom('charges').select('state').where('id', '=', chargeId).executeTakeFirst();
    expect(charge?.state).toBe('replaced');
    expect(emails.filter(({ to }) => to === family.payer.email)).toMatchObject([
      { kind: 'addedPeopleExpired', about: { reservationId: family.id, people: 2 } },
    ]);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      ...{ action: 'reservation.added_people_expired', actor_name: 'Sistema' },
      changes: { participant: ['Pessoa 2, Pessoa 3', null], places: [3, 1], totalCents: [56_700, 18_900] },
    });
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('are not renewed: who comes instead is held no longer, and after the deadline there is a pause', async () => {
    const family = await bookedAlone();
    const { body: first } = await add(family);
    await app.db
      .updateTable('participants')
      .set({ held_until: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', first.participants[1].id)
      .execute();
    const until = (await read(family)).participants[1].heldUntil;
    await remove(family, first.participants[1].id);

    const { body: second } = await add(family);

    expect(second.participants[1].heldUntil).toBe(until);
    await passHeldDeadline(app, family.id);
    await sweep();
    const paused = await add(family);
    expect(paused).toMatchObject({ status: 409, body: { code: 'HOLD_PAUSED' } });
    expect(paused.body.message).toContain('a partir de');
    expect((await add(family, staff)).status).toBe(201);
    // Who is paid for at once needs no pause.
    await pay(family, 32_000);
    expect(heldOf((await add(family)).body)).toEqual([false, false, false]);
  });

  it('are not renewed on a lap either: back on a place they are held no longer, like who comes instead', async () => {
    const family = await bookedAlone();
    const { adult, lapChild } = family.trip.fares;
    const { id } = (await add(family)).body.participants[1];
    const until = new Date(Date.now() + HOUR_MS);
    await app.db.updateTable('participants').set({ held_until: until }).where('id', '=', id).execute();
    expect(heldOf((await changeFare(family, id, lapChild)).body)).toEqual([false, false]);

    const { body } = await add(family);

    expect(body.participants[2].heldUntil).toBe(until.toISOString());
    await remove(family, body.participants[2].id);
    const back = await changeFare(family, id, adult);
    expect(back.body.participants[1].heldUntil).toBe(until.toISOString());
    // Once more, and the deadline passes meanwhile.
    await changeFare(family, id, lapChild);
    await passLetGo(family, 1);
    const paused = await changeFare(family, id, adult);
    expect(paused).toMatchObject({ status: 409, body: { code: 'HOLD_PAUSED' } });
    expect((await add(family)).body.code).toBe('HOLD_PAUSED');
    await passLetGo(family, 61);
    const later = await changeFare(family, id, adult);
    expect(Date.parse(later.body.participants[1].heldUntil)).toBeGreaterThan(Date.now() + 23 * HOUR_MS);
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('are booked at once where they are paid for already, free, or added by staff, who may also confirm them', async () => {
    const family = await bookedAlone();
    expect(heldOf((await add(family, staff)).body)).toEqual([false, false]);
    expect(heldOf((await add(family, family.payer, family.trip.fares.lapChild)).body)).toEqual([false, false, false]);
    expect(heldOf((await add(family)).body)).toEqual([false, false, false, true]);

    const confirmed = await call(app, 'POST', `/api/reservations/${family.id}/confirmation`, { token: staff.token });

    expect(heldOf(confirmed.body)).toEqual([false, false, false, false]);
    const again = await call(app, 'POST', `/api/reservations/${family.id}/confirmation`, { token: staff.token });
    expect(again.body.code).toBe('NOT_HELD');
    const paid = await bookedAlone();
    await pay(paid, 13_230);
    expect(heldOf((await add(paid)).body)).toEqual([false, false]);
    expect(heldOf((await add(await bookedAlone({ deposit_percent: 0 }))).body)).toEqual([false, false]);
  });

  it('are held too if they were on a lap before, for no deposit, and are free again on it', async () => {
    const family = await bookedAlone();
    const { adult, lapChild } = family.trip.fares;
    for (const _ of [1, 2]) {
      const { participants } = (await add(family, family.payer, lapChild)).body;
      const { status } = await changeFare(family, participants.at(-1).id, adult);
      expect(status).toBe(200);
    }
    const body = await read(family);
    expect(body).toMatchObject({ state: 'booked', places: 3, depositCents: 3 * DEPOSIT });
    expect(heldOf(body)).toEqual([false, true, true]);

    const free = await changeFare(family, body.participants[2].id, lapChild);

    expect(free.status).toBe(200);
    expect(heldOf(free.body)).toEqual([false, true, false]);
    await passHeldDeadline(app, family.id);
    await sweep();
    expect(await read(family)).toMatchObject({ state: 'booked', places: 1, totalCents: 18_900 });
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('are held too if they were to go for free before', async () => {
    const family = await bookedAlone();
    const { adult, child } = family.trip.fares;
    await app.db.updateTable('trip_fares').set({ price_cents: 0 }).where('id', '=', String(child)).execute();
    const { participants } = (await add(family, family.payer, child)).body;
    expect(heldOf({ participants })).toEqual([false, false]);

    expect(heldOf((await changeFare(family, participants[1].id, adult)).body)).toEqual([false, true]);
    expect(heldOf((await changeFare(family, participants[1].id, child)).body)).toEqual([false, false]);
    expect(heldOf((await changeFare(family, participants[1].id, adult)).body)).toEqual([false, true]);
  });

  it('count as unpaid places, and are at most as many as a party is', async () => {
    const family = await bookedAlone({ capacity: 60 });
    await app.db.updateTable('operator').set({ unpaid_places: 22 }).execute();
    const answers = [];
    for (let count = 0; count < 45; count += 1) answers.push(await add(family));
    await app.db.updateTable('operator').set({ unpaid_places: 40 }).execute();

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(answers.at(-1)?.body.code).toBe('PARTY_LIMIT');
    const other = await bookedAlone();
    await app.db.updateTable('operator').set({ unpaid_places: 1 }).execute();
    expect((await add(other)).status).toBe(201);
    expect((await add(other)).body.code).toBe('UNPAID_PLACES');
    await app.db.updateTable('operator').set({ unpaid_places: 40 }).execute();
    await passHeldDeadline(app, family.id);
    await sweep();
    expect(await placesTaken(app, family.trip.id)).toBe(1);
  });

  it('take the children on their laps along when they leave, where no other lap is free', async () => {
    const family = await bookedAlone();
    const { lapChild } = family.trip.fares;
    await add(family, family.payer, lapChild);
    await add(family);
    const { body } = await add(family, family.payer, lapChild);
    expect(body.participants).toHaveLength(4);
    await passHeldDeadline(app, family.id);

    await sweep();

    const { participants } = await read(family);
    expect(participants.map(({ fareLabel }: { fareLabel: string }) => fareLabel)).toEqual([
      'Adulto',
      'Criança de colo',
    ]);
    expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
  });

  it('are paid for by people who leave, but do not stay alone', async () => {
    const family = await bookedAlone();
    const { body } = await add(family);
    // The deposit that was paid is theirs now.
    const left = await remove(family, body.participants[0].id);
    expect(heldOf(left.body)).toEqual([false]);

    const waived = await createFamily(app, { adult: 1 });
    await call(app, 'POST', `/api/reservations/${waived.id}/confirmation`, { token: staff.token });
    const { body: added } = await add(waived);
    expect(heldOf(added)).toEqual([false, true]);
    // Only they owe a deposit, not people whom staff confirmed without one.
    expect(added.status.nextStep).toContain('56,70');
    expect((await remove(waived, added.participants[0].id)).body.code).toBe('LAST_PARTICIPANT');
    await pay(waived, DEPOSIT);
    expect(heldOf(await read(waived))).toEqual([false, false]);
  });

  it('leave for nothing, whatever the rules keep of the others', async () => {
    const tiers = [{ minHoursBefore: 0, penaltyPercent: 50 }];
    const family = await bookedAlone({ cancellation_tiers: JSON.stringify(tiers) });
    await app.db
      .updateTable('reservations')
      .set({ created_at: new Date(Date.now() - 20 * 24 * HOUR_MS) })
      .where('id', '=', family.id)
      .execute();
    const { body } = await add(family);
    const quote = (ids = '') =>
      call(app, 'GET', `/api/reservations/${family.id}/cancellation${ids}`, { token: family.payer.token });
    expect((await quote()).body).toMatchObject({ contractedCents: 18_900, penaltyCents: 9_450 });
    expect((await quote(`?participants=${body.participants[1].id}`)).body).toMatchObject({
      penaltyCents: 0,
      refundCents: 0,
    });

    expect((await remove(family, body.participants[1].id)).status).toBe(200);

    expect(await read(family)).toMatchObject({ state: 'booked', totalCents: 18_900, depositCents: DEPOSIT });
  });

  it('are held with everybody once the payment of the others is taken back', async () => {
    const family = await bookedAlone();
    await add(family);
    const { rows } = await app.pool.query('select id from transfers where reservation_id = $1', [family.id]);
    const path = `/api/reservations/${family.id}/payments/${rows[0].id}/reversal`;
    await call(app, 'POST', path, { token: staff.token, body: { reason: 'Era de outra pessoa' } });

    const body = await read(family);
    expect(body).toMatchObject({ state: 'held', depositCents: 2 * DEPOSIT, status: { key: 'deposit_due' } });
    expect(heldOf(body)).toEqual([false, false]);
  });

  it('do not count yet as the adult that children need', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const [adult] = family.adults;
    await pay(family, family.reservation.depositCents);
    await app.db
      .updateTable('trip_fares')
      .set({ price_cents: 100_000 })
      .where('id', '=', family.trip.fares.adult)
      .execute();
    expect(heldOf((await add(family)).body)).toEqual([false, false, true]);

    expect((await remove(family, adult?.id)).body.code).toBe('MINOR_WITHOUT_ADULT');

    await pay(family, 100_000);
    expect((await remove(family, adult?.id)).status).toBe(200);
  });

  it('have a clock that a receipt stops once', async () => {
    const family = await bookedAlone();
    await add(family);
    const { body: receipt } = await sendReceipt(app, family.id, family.payer, pdf());
    await passHeldDeadline(app, family.id);
    await sweep();
    expect((await read(family)).places).toBe(2);
    await reviewReceipt(app, receipt.id, staff, { reason: 'Não entrou na conta.' });
    await sweep();
    const body = await read(family);
    expect(body.places).toBe(2);
    expect(Date.parse(body.participants[1].heldUntil)).toBeGreaterThan(Date.now() + 1.9 * HOUR_MS);

    await sendReceipt(app, family.id, family.payer, pdf());
    await passHeldDeadline(app, family.id);
    await sweep();

    expect((await read(family)).places).toBe(1);
  });

  it('stay with a payment that comes while the sweep runs, or leave; never both', async () => {
    const families = await Promise.all(Array.from({ length: 8 }, () => bookedAlone()));
    for (const family of families) {
      await add(family);
      await passHeldDeadline(app, family.id);
    }
    const paying = families.map((family) => pay(family, DEPOSIT));
    await Promise.all([sweep(), sweep(), ...paying]);
    for (const family of families) {
      const body = await read(family);
      expect(heldOf(body)).toEqual(body.places === 2 ? [false, false] : [false]);
      expect(await findFaults(app.db, [family.trip.id])).toEqual([]);
    }
  });
});
