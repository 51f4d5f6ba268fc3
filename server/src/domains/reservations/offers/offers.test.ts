import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { factsOf } from '../../../../test/email-cases.ts';
import { offerExtras } from '../../../../test/extras.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { endPause } from '../../../../test/holds.ts';
import { createFamily, createFamilyTrip, departIn, type Family, placesTaken } from '../../../../test/parties.ts';
import { joinList, partyOf, sweepDepsOf, waitingStates } from '../../../../test/waiting.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import type { QueuedEmail } from '../../messages/index.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

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

const cancel = ({ id, payer }: Family) => call(app, 'POST', `/api/reservations/${id}/cancel`, { token: payer.token });
const sweep = () => sweepHolds(sweepDepsOf(app, emails));
const entryOf = async (tripId: string, { token }: Person) =>
  (await call(app, 'GET', `/api/trips/${tripId}/waiting-list`, { token })).body;

/** A trip of so many places, all taken by one family. */
async function fullTrip(places: number) {
  const trip = await createFamilyTrip(app, { capacity: places });
  return { trip, family: await createFamily(app, { adult: places }, { trip }) };
}

describe('places that come free', () => {
  it('are offered to the oldest party that fits, then to the next, with a deadline and an e-mail', async () => {
    const { trip, family } = await fullTrip(4);
    const large = await joinList(app, trip, { adult: 4, child: 0 });
    await call(app, 'DELETE', `/api/trips/${trip.id}/waiting-list`, { token: large.person.token });
    const three = await joinList(app, trip, { adult: 2, child: 1 });
    const two = await joinList(app, trip, { adult: 2 });
    const one = await joinList(app, trip, { adult: 1 });
    expect((await cancel(family)).status).toBe(200);

    expect(await waitingStates(app, trip.id)).toEqual(['left', 'offered', 'waiting', 'offered']);
    expect(await placesTaken(app, trip.id)).toBe(4);
    const { offer } = await entryOf(trip.id, three.person);
    expect(Date.parse(offer.until)).toBeGreaterThan(Date.now());
    expect((await entryOf(trip.id, two.person)).position).toBe(1);
    const { body } = await call(app, 'GET', `/api/reservations/${offer.code}`, { token: three.person.token });
    expect(body).toMatchObject({ state: 'held', channel: 'waiting_list', places: 3, holdExpiresAt: offer.until });
    expect(body.participants[0].name).not.toBe('');

    await sweep();
    await sweep();
    const sent = emails.filter(({ kind }) => kind === 'waitingOffer');
    expect(sent.map(({ to }) => to).toSorted()).toEqual([three.person.email, one.person.email].toSorted());
    const toThree = sent.find(({ to }) => to === three.person.email);
    expect((toThree && (await factsOf(app, toThree)))?.data).toMatchObject({
      places: 3,
      depositCents: body.depositCents,
      link: `https://passeio.example/minhasreservas/${offer.code}`,
    });
  });

  it('are nobody else’s while somebody who fits is waiting', async () => {
    const { trip } = await fullTrip(2);
    await joinList(app, trip, { adult: 2 });
    // Staff raises the capacity; the list is served a moment later.
    await app.db.updateTable('trips').set({ capacity: 4 }).where('id', '=', trip.id).execute();
    const other = await createPerson(app);
    const body = partyOf(trip, { adult: 1 });
    const refused = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: other.token, body });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PLACES_FOR_WAITING' } });
    const person = { kind: 'known', personId: other.id };
    const booking = { payer: person, participants: [{ fareId: trip.fares.adult, person }] };
    const byStaff = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: staff.token,
      body: booking,
    });
    expect([400, 409]).toContain(byStaff.status);
    await sweep();
    expect(await waitingStates(app, trip.id)).toEqual(['offered']);
    expect(await placesTaken(app, trip.id)).toBe(4);
  });

  it('may be taken by a smaller party where no waiting party fits', async () => {
    const { trip } = await fullTrip(2);
    await joinList(app, trip, { adult: 2 });
    await app.db.updateTable('trips').set({ capacity: 3 }).where('id', '=', trip.id).execute();
    await createFamily(app, { adult: 1 }, { trip });
    await sweep();
    expect(await waitingStates(app, trip.id)).toEqual(['waiting']);
  });

  it('go by every way on which places come free', async () => {
    const { trip, family } = await fullTrip(4);
    const people = [];
    for (let count = 0; count < 4; count += 1) people.push(await joinList(app, trip, { adult: 1 }));
    const offered = async () => (await waitingStates(app, trip.id)).filter((state) => state === 'offered').length;
    const path = `/api/reservations/${family.id}`;
    // One person taken out, by the payer.
    const removed = family.adults.at(-1);
    await call(app, 'DELETE', `${path}/participants/${removed?.id}`, { token: family.payer.token });
    expect(await offered()).toBe(1);
    // Moved to another departure by staff.
    const other = await createFamilyTrip(app);
    const moved = await call(app, 'POST', `${path}/move`, { token: staff.token, body: { tripId: other.id } });
    expect(moved.status).toBe(200);
    expect(await offered()).toBe(4);
  });

  it('are offered again when an offer lapses; the person who let it lapse is notified', async () => {
    const { trip, family } = await fullTrip(1);
    const first = await joinList(app, trip, { adult: 1 });
    const second = await joinList(app, trip, { adult: 1 });
    await cancel(family);
    await sweep();
    await app.db
      .updateTable('reservations')
      .set({ hold_expires_at: new Date(Date.now() - 60_000) })
      .where('trip_id', '=', trip.id)
      .where('state', '=', 'held')
      .execute();
    emails = [];
    await sweep();
    expect(await waitingStates(app, trip.id)).toEqual(['lapsed', 'offered']);
    expect(emails.map(({ kind, to }) => [kind, to])).toEqual([
      ['offerLapsed', first.person.email],
      ['waitingOffer', second.person.email],
    ]);
    expect((await entryOf(trip.id, first.person)).code).toBe('WAITING_NOT_FOUND');
  });

  it('are let go by cancelling, and taken by paying the deposit', async () => {
    const { trip, family } = await fullTrip(1);
    const first = await joinList(app, trip, { adult: 1 });
    const second = await joinList(app, trip, { adult: 1 });
    await cancel(family);
    const { offer } = await entryOf(trip.id, first.person);
    const leaving = await call(app, 'DELETE', `/api/trips/${trip.id}/waiting-list`, { token: first.person.token });
    expect(leaving.body.code).toBe('WAITING_OFFERED');
    await call(app, 'POST', `/api/reservations/${offer.reservationId}/cancel`, { token: first.person.token });
    const next = (await entryOf(trip.id, second.person)).offer;
    const paid = await call(app, 'POST', `/api/reservations/${next.reservationId}/payments`, {
      token: staff.token,
      body: { kind: 'deposit', method: 'pix', amountCents: 18_900 },
    });
    expect(paid.status).toBe(201);
    expect(await waitingStates(app, trip.id)).toEqual(['left', 'taken']);
  });

  it.each([
    ['all of it', 18_900, 'booked'],
    ['a part of it', 100, 'held'],
  ])('are had again by who pays %s after the offer lapsed, and waits no more', async (_, amountCents, state) => {
    const { trip, family } = await fullTrip(2);
    const first = await joinList(app, trip, { adult: 1 });
    await cancel(family);
    const { offer } = await entryOf(trip.id, first.person);
    const ofOffer = () => app.db.updateTable('reservations').where('id', '=', offer.reservationId);
    await ofOffer()
      .set({ hold_expires_at: new Date(Date.now() - 60_000) })
      .execute();
    await sweep();
    await createFamily(app, { adult: 1 }, { trip });
    await endPause(app, first.person.id);
    const again = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, {
      token: first.person.token,
      body: partyOf(trip, { adult: 2 }),
    });
    expect(again.status).toBe(201);
    expect(await waitingStates(app, trip.id)).toEqual(['lapsed', 'waiting']);
    const path = `/api/reservations/${offer.reservationId}/payments`;
    const body = { kind: 'deposit', method: 'cash', amountCents };
    expect((await call(app, 'POST', path, { token: staff.token, body })).status).toBe(201);
    expect(await waitingStates(app, trip.id)).toEqual(['lapsed', 'left']);
    const { body: kept } = await call(app, 'GET', `/api/reservations/${offer.code}`, { token: first.person.token });
    expect(kept.state).toBe(state);
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
    // Its e-mails are not a later test's.
    await sweep();
  });

  it('without a deposit are booked at once, and the person reads so', async () => {
    const { trip, family } = await fullTrip(1);
    await app.db.updateTable('trips').set({ deposit_percent: 0 }).where('id', '=', trip.id).execute();
    const { person } = await joinList(app, trip, { adult: 1 });
    await cancel(family);
    expect(await waitingStates(app, trip.id)).toEqual(['taken']);
    await sweep();
    expect(emails).toMatchObject([{ kind: 'waitingOffer', to: person.email }]);
    const [offer] = emails;
    expect(offer && (await factsOf(app, offer))).toMatchObject({ applies: true, data: { deadline: null } });
  });

  it('pass over somebody whose fare staff keeps for itself by now, whose entry ends', async () => {
    const { trip, family } = await fullTrip(2);
    await joinList(app, trip, { child: 1, adult: 1 });
    const next = await joinList(app, trip, { adult: 1 });
    await app.db.updateTable('trip_fares').set({ audience: 'staff' }).where('id', '=', trip.fares.child).execute();
    await cancel(family);
    expect(await waitingStates(app, trip.id)).toEqual(['left', 'offered']);
    expect((await entryOf(trip.id, next.person)).state).toBe('offered');
  });

  it('pass over somebody who goes already, whose entry ends', async () => {
    const { trip, family } = await fullTrip(2);
    const { person } = await joinList(app, trip, { adult: 2 });
    const next = await joinList(app, trip, { adult: 2 });
    await app.db
      .updateTable('participants')
      .set({ user_id: person.id })
      .where('id', '=', family.adults[1]?.id ?? '')
      .execute();
    // The family's second adult is the person on the list; only one of its places comes free, then the other.
    await app.db.updateTable('trips').set({ capacity: 4 }).where('id', '=', trip.id).execute();
    await sweep();
    expect(await waitingStates(app, trip.id)).toEqual(['left', 'offered']);
    expect((await entryOf(trip.id, next.person)).state).toBe('offered');
  });

  it('are offered with the extras that the trip requires, as far as there are some', async () => {
    const { trip, family } = await fullTrip(3);
    const { lunch, cooler } = await offerExtras(app, trip.id);
    const require = (id: string, stock: number) =>
      app.db.updateTable('trip_extras').set({ choice: 'required', stock }).where('id', '=', id).execute();
    await require(lunch, 5);
    await require(cooler, 0);
    const { person } = await joinList(app, trip, { adult: 2 });
    expect((await cancel(family)).status).toBe(200);
    const { offer } = await entryOf(trip.id, person);
    const { body } = await call(app, 'GET', `/api/reservations/${offer.code}`, { token: person.token });
    const extras = body.lines.filter(({ extraId }: { extraId: string | null }) => extraId !== null);
    expect(extras).toMatchObject([
      { label: 'Almoço', quantity: 1 },
      { label: 'Almoço', quantity: 1 },
    ]);
    // Its e-mail is not a later test's.
    await sweep();
  });
});

describe('a waiting list', () => {
  it('ends when it is too late for offers, and everybody is notified', async () => {
    const { trip, family } = await fullTrip(1);
    const { person } = await joinList(app, trip, { adult: 1 });
    await departIn(app, trip.id, 2);
    await cancel(family);
    expect(await waitingStates(app, trip.id)).toEqual(['lapsed']);
    await sweep();
    expect(emails).toMatchObject([{ kind: 'waitingEnded', to: person.email }]);
    // What is free can be taken again.
    await createFamily(app, { adult: 1 }, { trip });
  });

  it('is served out of order where staff offers places by hand', async () => {
    const { trip } = await fullTrip(2);
    await joinList(app, trip, { adult: 2 });
    const { entry, person } = await joinList(app, trip, { adult: 1 });
    const path = `/api/trips/${trip.id}/waiting-list/entries/${entry.id}/offer`;
    const full = await call(app, 'POST', path, { token: staff.token });
    expect(full).toMatchObject({ status: 409, body: { code: 'NO_PLACES_LEFT' } });
    await app.db.updateTable('trips').set({ capacity: 4 }).where('id', '=', trip.id).execute();
    const made = await call(app, 'POST', path, { token: staff.token });
    expect(made).toMatchObject({ status: 200, body: { state: 'offered', person: { id: person.id } } });
    expect((await call(app, 'POST', path, { token: staff.token })).body.code).toBe('WAITING_NOT_FOUND');
  });

  it('is kept by the database: places for it cannot be taken by SQL, an offer follows its reservation', async () => {
    const { trip } = await fullTrip(2);
    await joinList(app, trip, { adult: 1 });
    await app.db.updateTable('trips').set({ capacity: 3 }).where('id', '=', trip.id).execute();
    const { family } = await fullTrip(1);
    const taking = sql`update reservations set trip_id = ${trip.id} where id = ${family.id}`.execute(app.db);
    await expect(taking).rejects.toMatchObject({ constraint: 'trips_places_for_waiting' });
    const back = sql`update waiting_list_entries set state = 'taken' where trip_id = ${trip.id}`.execute(app.db);
    await expect(back).rejects.toMatchObject({ constraint: 'waiting_list_known_transition' });
  });
});
