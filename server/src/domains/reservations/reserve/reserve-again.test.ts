import type { Participant } from '@passeio/contract/reservations/participants';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { extrasAgain, peopleAgain } from '@passeio/contract/reservations/reserve-again';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  ana,
  bornFor,
  changeParticipant,
  createFamily,
  createFamilyTrip,
  departIn,
  type Family,
  type FamilyTrip,
  placesTaken,
} from '../../../../test/parties.ts';
import { askQuestions, shirt } from '../../../../test/questions.ts';
import { partyOf, sweepDepsOf } from '../../../../test/waiting.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Ends a hold; by default so long ago that the payer's pause is over. */
async function expire(id: string, hours = 2): Promise<void> {
  const hold_expires_at = new Date(Date.now() - hours * HOUR_MS);
  await app.db.updateTable('reservations').set({ hold_expires_at }).where('id', '=', id).execute();
  await sweepHolds(sweepDepsOf(app));
}

type Counts = Parameters<typeof partyOf>[1];

const reserveAgain = (trip: FamilyTrip, counts: Counts, again: string, { token }: Person) =>
  call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body: { ...partyOf(trip, counts), again } });
const again = ({ trip, id, payer }: Family, counts: Counts) => reserveAgain(trip, counts, id, payer);
const open = async ({ id, payer }: Family) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token })).body;

/** A couple with two children, one on a lap, filled in; their hold has ended. */
async function createExpired(): Promise<Family> {
  const family = await createFamily(app, { adult: 2, child: 1, lapChild: 1 });
  const { trip, adults, children, lapChildren } = family;
  const { boardingPointId } = trip;
  const people: [Participant | undefined, object][] = [
    [adults[1], { ...ana, boardingPointId, notes: 'Alergia a amendoim' }],
    [children[0], { name: 'Bia Lima', birthdate: bornFor(trip, 8), companionId: adults[1]?.id }],
    [lapChildren[0], { name: 'Caio Lima', birthdate: bornFor(trip, 2), companionId: adults[1]?.id }],
  ];
  for (const [person, body] of people) expect((await changeParticipant(app, family, person, body)).status).toBe(200);
  await expire(family.id);
  return family;
}

const everybody = { adult: 2, child: 1, lapChild: 1 };
const namesIn = ({ participants }: { participants: Participant[] }) => participants.map(({ name }) => name);

const payerIn = ({ adults }: Family) => adults[0]?.name;

/** What the passenger list shows of somebody. */
function dataOf({ participants }: { participants: Participant[] }) {
  const nameOf = (id: string | null) => participants.find((one) => one.id === id)?.name;
  return participants.map(({ id: _, companionId, hasLink: __, ...data }) => ({
    ...data,
    companion: nameOf(companionId),
  }));
}

describe('the answers of an expired reservation that is made again', () => {
  it('come along with the people who go, but for questions and values of before', async () => {
    const trip = await createFamilyTrip(app);
    const drafts = [{}, shirt, { ...shirt, label: 'Prato' }, { label: 'Ocasião', per: 'reservation' } as const];
    const [diet = '', size = '', dish = '', occasion = ''] = await askQuestions(app, trip.id, drafts);
    const family = await createFamily(app, { adult: 2, child: 1 }, { trip });
    const give = (person: Participant | undefined, name: string, [one, other]: [string, string], notEaten: string) =>
      changeParticipant(app, family, person, {
        ...(person?.isPayer ? {} : { name }),
        answers: [
          { questionId: size, value: one },
          { questionId: dish, value: other },
          { questionId: diet, value: notEaten },
        ],
      });
    await give(family.adults[0], '', ['P', 'M'], 'Leite');
    await give(family.adults[1], 'Ana Lima', ['M', 'GG'], 'Amendoim');
    await give(family.children[0], 'Bia Lima', ['G', 'P'], 'Nada');
    const whole = { answers: [{ questionId: occasion, value: 'Lua de mel' }] };
    const { token } = family.payer;
    expect((await call(app, 'PUT', `/api/reservations/${family.id}/answers`, { token, body: whole })).status).toBe(200);
    await expire(family.id);
    const questions = app.db.updateTable('trip_questions');
    await questions.set({ ended_at: new Date() }).where('id', '=', diet).execute();
    await questions
      .set({ options: ['P', 'M', 'G'] })
      .where('id', '=', dish)
      .execute();

    const { status, body } = await again(family, { adult: 2 });

    expect(status).toBe(201);
    const made = (await call(app, 'GET', `/api/reservations/${body.id}`, { token })).body;
    expect(made.answers).toEqual(whole.answers);
    expect(made.participants.map((one: Participant) => one.answers)).toEqual([
      [
        { questionId: size, value: 'P' },
        { questionId: dish, value: 'M' },
      ],
      [{ questionId: size, value: 'M' }],
    ]);
  });
});

describe('an expired reservation that is made again', () => {
  it('has its people with all of their data, and is another one', async () => {
    const family = await createExpired();
    const before = await open(family);

    const { status, body } = await again(family, everybody);

    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'held', channel: 'site', places: 3, totalCents: before.totalCents });
    expect(dataOf(body)).toEqual(dataOf(before));
    expect(body.participants).toMatchObject([
      { isPayer: true, cpf: family.payer.cpf },
      {
        name: ana.name,
        documentType: 'cnh',
        notes: 'Alergia a amendoim',
        boardingPointId: family.trip.boardingPointId,
      },
      { name: 'Bia Lima' },
      { name: 'Caio Lima', boardingPointId: family.trip.boardingPointId },
    ]);
    expect(body.code).not.toBe(before.code);
    expect(await open(family)).toMatchObject({ state: 'expired', participants: before.participants });
  });

  it('has the extras of each of its people, as its page asks for them', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });
    const { trip, adults, children, payer } = family;
    await changeParticipant(app, family, adults[1], ana);
    const limits = { min_quantity: 1, max_quantity: 3, stock: 9, sold_until_hours: 0, refundable: true };
    const facts = { description: '', price_cents: 4_500, per: 'participant', position: 0 } as const;
    const extraId = crypto.randomUUID();
    await app.db
      .insertInto('trip_extras')
      .values({ id: extraId, trip_id: trip.id, label: 'Almoço', ...facts, ...limits })
      .execute();
    for (const [index, { id: participantId } = { id: '' }] of [adults[0], adults[1], children[0]].entries()) {
      const body = { extraId, count: index + 1, participantId };
      await call(app, 'POST', `/api/reservations/${family.id}/extras`, { token: payer.token, body });
    }
    await expire(family.id);
    const before: ReservationDetails = await open(family);
    const { body: offer } = await call(app, 'GET', `/api/trips/${trip.id}`);
    const { party } = partyOf(trip, { adult: 2, child: 1 });
    const going = peopleAgain(before.trip.fares, before.participants, party);
    const { extras, missing } = extrasAgain(offer.extras, before.lines, party, going);
    expect(missing).toEqual([]);

    const { body } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
      token: payer.token,
      body: { party, extras, again: family.id },
    });

    const quantities = ({ participants, lines }: ReservationDetails) =>
      participants.map(({ id }) => lines.find((one) => one.extraId && one.participantId === id)?.quantity);
    expect(namesIn(body)).toEqual(namesIn(before));
    expect(quantities(body)).toEqual(quantities(before));
    expect(quantities(body)).toEqual([1, 2, 3]);
  });

  it('costs what it costs today', async () => {
    const family = await createExpired();
    await app.db
      .updateTable('trip_fares')
      .set({ price_cents: 20_000 })
      .where('id', '=', family.trip.fares.adult)
      .execute();

    const { body } = await again(family, everybody);

    expect(body).toMatchObject({ totalCents: 49_900, depositCents: 14_970 });
  });

  it('takes the people with a name where fewer go, and has room for others where more do', async () => {
    const family = await createFamily(app, { adult: 3 });
    await changeParticipant(app, family, family.adults[2], ana);
    await expire(family.id);

    const { body: fewer } = await again(family, { adult: 2 });

    expect(namesIn(fewer)).toEqual([payerIn(family), ana.name]);
    await expire(fewer.id);
    const { body: more } = await reserveAgain(family.trip, { adult: 3 }, fewer.id, family.payer);
    expect(namesIn(more)).toEqual([payerIn(family), ana.name, '']);
  });

  it('goes without its payer where the payer did not travel', async () => {
    const family = await createFamily(app, { adult: 1 });
    await changeParticipant(app, family, family.adults[0], { ...ana, replaces: true });
    await expire(family.id);

    const { body } = await again(family, { adult: 1 });

    expect(body.participants).toMatchObject([{ name: ana.name, isPayer: false }]);
  });

  it('boards where it did, unless that boarding point was removed', async () => {
    const family = await createExpired();
    await app.db.updateTable('trips').set({ boarding_points: '[]' }).where('id', '=', family.trip.id).execute();

    const { status, body } = await again(family, everybody);

    expect(status).toBe(201);
    expect(body.participants).toMatchObject(everybodyAt(null));
  });

  it('comes without the data of people who are on the list by another reservation now', async () => {
    const family = await createExpired();
    const other = await createFamily(app, { adult: 1 }, { trip: family.trip });
    expect((await changeParticipant(app, other, other.adults[0], { ...ana, replaces: true })).status).toBe(200);

    const { status, body } = await again(family, everybody);

    expect(status).toBe(201);
    expect(namesIn(body)).toEqual([payerIn(family), '', 'Bia Lima', 'Caio Lima']);
  });

  it('has children in the fare of the age that they reach by a later departure', async () => {
    const trip = await createFamilyTrip(app);
    const family = await createFamily(app, { adult: 1, child: 1 }, { trip });
    const birthdate = bornFor(trip, 12);
    await changeParticipant(app, family, family.children[0], { name: 'Bia Lima', birthdate });
    await expire(family.id);
    await departIn(app, trip.id, 400 * 24);

    const { body: asChild } = await again(family, { adult: 1, child: 1 });
    expect(namesIn(asChild)).toEqual([payerIn(family), '']);
    await expire(asChild.id);
    const { body: asAdult } = await again(family, { adult: 2 });
    expect(asAdult.participants).toMatchObject([{ isPayer: true }, { name: 'Bia Lima', fareLabel: 'Adulto' }]);
  });

  it('is made once, however often the request is sent', async () => {
    const { trip, id, payer } = await createExpired();
    const send = () =>
      call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
        token: payer.token,
        body: { ...partyOf(trip, everybody), again: id },
        headers: { 'idempotency-key': `de-novo-${id}` },
      });

    const [first, second] = [await send(), await send()];

    expect(second).toMatchObject({ status: 201, body: { id: first.body.id } });
  });
});

const everybodyAt = (boardingPointId: string | null) => Array.from({ length: 4 }, () => ({ boardingPointId }));

describe('it is refused', () => {
  it("to anybody but its payer, and in another trip, as a reservation that doesn't exist", async () => {
    const family = await createExpired();
    const notFound = { status: 404, body: { code: 'RESERVATION_NOT_FOUND' } };

    for (const person of [await createPerson(app), await createPerson(app, 'ADMIN')]) {
      expect(await reserveAgain(family.trip, { adult: 1 }, family.id, person)).toMatchObject(notFound);
    }
    const other = await createFamilyTrip(app);
    expect(await reserveAgain(other, { adult: 1 }, family.id, family.payer)).toMatchObject(notFound);
    expect(await placesTaken(app, family.trip.id)).toBe(0);
    expect(await placesTaken(app, other.id)).toBe(0);
  });

  it('while the reservation is held, or once it was cancelled', async () => {
    const family = await createFamily(app, { adult: 1 });
    expect((await again(family, { adult: 1 })).body.code).toBe('ALREADY_ENROLLED');
    const long = new Date(Date.now() - 2 * HOUR_MS);
    await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token });
    await app.db.updateTable('reservations').set({ cancelled_at: long }).where('id', '=', family.id).execute();

    expect(await again(family, { adult: 1 })).toMatchObject({
      status: 409,
      body: { code: 'RESERVATION_NOT_EXPIRED', message: expect.stringMatching(/^Só uma reserva expirada/) },
    });
  });

  it('until the pause is over, which the reservation shows before', async () => {
    const family = await createFamily(app, { adult: 1 });
    await expire(family.id, 0.5);
    const { againFrom } = await open(family);

    const { status, body } = await again(family, { adult: 1 });

    expect({ status, code: body.code }).toEqual({ status: 409, code: 'HOLD_PAUSED' });
    expect(body.message).toMatch(/^Você deixou vagas deste passeio há pouco. Reserve de novo a partir de \d\d/);
    expect(Math.abs(Date.parse(againFrom) - Date.now() - HOUR_MS / 2)).toBeLessThan(60_000);
  });

  it('where the party is larger than the room that is left', async () => {
    const trip = await createFamilyTrip(app, { capacity: 2 });
    const family = await createFamily(app, { adult: 2 }, { trip });
    await expire(family.id);
    await createFamily(app, { adult: 1 }, { trip });

    expect((await again(family, { adult: 2 })).body.code).toBe('PLACES_SHORT');
  });
});

describe('a reservation can be made again', () => {
  it('once it has expired, until its payer has another one', async () => {
    const family = await createFamily(app, { adult: 1 });
    expect((await open(family)).againFrom).toBeNull();
    await expire(family.id);
    expect(Date.parse((await open(family)).againFrom)).toBeLessThan(Date.now());

    expect((await again(family, { adult: 1 })).body.againFrom).toBeNull();

    expect((await open(family)).againFrom).toBeNull();
    const { body: list } = await call(app, 'GET', '/api/reservations/me', { token: family.payer.token });
    expect(list.data).toMatchObject([{ againFrom: null }, { againFrom: null }]);
  });

  it.each([
    ['is off sale', { is_active: false }],
    ['was cancelled', { is_active: false, cancelled_at: new Date() }],
    ['has departed', { departs_at: new Date(Date.now() - HOUR_MS) }],
  ])('unless its trip %s', async (_, columns) => {
    const family = await createFamily(app, { adult: 1 });
    await expire(family.id);
    await app.db.updateTable('trips').set(columns).where('id', '=', family.trip.id).execute();

    expect(await open(family)).toMatchObject({ state: 'expired', againFrom: null });
  });
});
