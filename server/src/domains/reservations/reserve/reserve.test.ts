import type { Participant } from '@passeio/contract/reservations/participants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import {
  bornFor,
  createFamily,
  createFamilyTrip,
  departIn,
  type FamilyTrip,
  placesTaken,
} from '../../../../test/parties.ts';
import { holdDeadline } from '../reservation/deadlines.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Counts = Partial<Record<keyof FamilyTrip['fares'], number>>;

const partyOf = ({ fares }: FamilyTrip, counts: Counts) =>
  Object.entries(counts).map(([fare, count]) => ({ fareId: fares[fare as keyof Counts], count }));
const reserve = async (trip: { id: string }, body: object, person?: Person) =>
  call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: (person ?? (await createPerson(app))).token, body });
const stored = (id: string) =>
  app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function born(birthdate: string): Promise<Person> {
  const person = await createPerson(app);
  await app.db.updateTable('users').set({ birthdate }).where('id', '=', person.id).execute();
  return person;
}

describe('a party', () => {
  it('has each fare its price, a deposit of all, and a place for each who takes one', async () => {
    const trip = await createFamilyTrip(app);

    const { status, body } = await reserve(trip, { party: partyOf(trip, { lapChild: 1, child: 2, adult: 2 }) });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ state: 'held', channel: 'site', places: 4 },
      ...{ totalCents: 57_600, depositCents: 17_280, dueCents: 57_600, receivedCents: 0 },
    });
    const facts = ({ fareLabel, priceCents, takesPlace, isPayer }: Participant) => [
      ...[fareLabel, priceCents, takesPlace, isPayer],
    ];
    expect(body.participants.map(facts)).toEqual([
      ['Adulto', 18_900, true, true],
      ['Adulto', 18_900, true, false],
      ['Criança', 9_900, true, false],
      ['Criança', 9_900, true, false],
      ['Criança de colo', 0, false, false],
    ]);
    expect(await placesTaken(app, trip.id)).toBe(4);
  });

  it('has each lap child on the lap of an adult of its own', async () => {
    const { adults, lapChildren } = await createFamily(app, { adult: 2, lapChild: 2 });

    expect(lapChildren.map(({ companionId }) => companionId).sort()).toEqual(adults.map(({ id }) => id).sort());
  });

  it('boards where it asked to, all of it', async () => {
    const trip = await createFamilyTrip(app);
    const { boardingPointId } = trip;

    const { body } = await reserve(trip, { party: partyOf(trip, { adult: 1, lapChild: 1 }), boardingPointId });
    const elsewhere = await reserve(trip, { boardingPointId: (await createFamilyTrip(app)).boardingPointId });

    expect(body.participants).toMatchObject([{ boardingPointId }, { boardingPointId }]);
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'BOARDING_POINT_UNKNOWN' } });
  });

  it('keeps the terms that its payer accepted, whatever becomes of them', async () => {
    const tiers = [{ minHoursBefore: 72, penaltyPercent: 10 }];
    const trip = await createFamilyTrip(app, { cancellation_tiers: JSON.stringify(tiers) });
    const { body: accepted } = await reserve(trip, { acceptedPolicy: true });
    const { body: silent } = await reserve(trip, {});
    await app.db.updateTable('trips').set({ cancellation_tiers: '[]' }).where('id', '=', trip.id).execute();

    const { policy, accepted_at } = await stored(accepted.id);
    expect(policy).toEqual({ tiers, withdrawalDays: 7, textHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(Math.abs((accepted_at?.getTime() ?? 0) - Date.now())).toBeLessThan(MINUTE_MS);
    expect(await stored(silent.id)).toMatchObject({ policy, accepted_at: null });
  });
});

describe('a party is refused, without a place taken,', () => {
  const refused: [string, Counts, string][] = [
    ['in a fare that only staff gives', { adult: 1, courtesy: 1 }, 'FARE_UNKNOWN'],
    ['with more lap children than adults', { adult: 1, child: 1, lapChild: 2 }, 'LAP_WITHOUT_ADULT'],
    ['of a lap child alone', { lapChild: 1 }, 'LAP_WITHOUT_ADULT'],
    ['of children alone', { child: 2 }, 'MINOR_WITHOUT_ADULT'],
    ['of nobody', {}, 'INVALID_INPUT'],
    ['of more people than the site takes at once', { adult: 19, child: 2 }, 'INVALID_INPUT'],
  ];
  it.each(refused)('%s', async (_, counts, code) => {
    const trip = await createFamilyTrip(app, { capacity: 40 });

    expect((await reserve(trip, { party: partyOf(trip, counts) })).body.code).toBe(code);
    expect(await placesTaken(app, trip.id)).toBe(0);
  });

  it('in a fare of another trip', async () => {
    const [trip, other] = [await createFamilyTrip(app), await createFamilyTrip(app)];

    const response = await reserve(trip, { party: partyOf(other, { adult: 1 }) });

    expect(response).toMatchObject({ status: 409, body: { code: 'FARE_UNKNOWN' } });
    expect(await placesTaken(app, trip.id)).toBe(0);
  });

  it.each([
    [2, 3, 'Restam 2 vagas; você pediu 3.'],
    [1, 2, 'Resta 1 vaga; você pediu 2.'],
  ])('with %i places left for %i people, and reads how many there are', async (left, adult, sentence) => {
    const trip = await createFamilyTrip(app, { capacity: left });

    const response = await reserve(trip, { party: partyOf(trip, { adult, lapChild: 1 }) });

    expect(response).toMatchObject({ status: 409, body: { code: 'PLACES_SHORT', fields: { party: sentence } } });
    expect((await reserve(trip, { party: partyOf(trip, { adult: left, lapChild: 1 }) })).status).toBe(201);
  });

  it("with its payer's CPF already on the list, in somebody else's reservation", async () => {
    const family = await createFamily(app, { adult: 2 });
    const payer = await createPerson(app);
    await app.db
      .updateTable('participants')
      .set({ cpf: payer.cpf })
      .where('id', '=', family.adults[1]?.id ?? '')
      .execute();

    const response = await reserve(family.trip, {}, payer);

    expect(response).toMatchObject({ status: 409, body: { code: 'PARTICIPANT_ALREADY_LISTED' } });
    expect(await placesTaken(app, family.trip.id)).toBe(2);
  });

  it('where a lap child has no adult but a payer under age', async () => {
    const trip = await createFamilyTrip(app);
    const payer = await born(bornFor(trip, 15));

    const response = await reserve(trip, { party: partyOf(trip, { adult: 1, lapChild: 1 }) }, payer);

    expect(response).toMatchObject({ status: 409, body: { code: 'LAP_WITHOUT_ADULT' } });
    expect((await reserve(trip, { party: partyOf(trip, { adult: 2, lapChild: 1 }) }, payer)).status).toBe(201);
  });
});

describe('the payer', () => {
  it.each([
    [12, 'Criança', 9_900],
    [13, 'Adulto', 18_900],
    [70, 'Adulto', 18_900],
  ])('of %i years has the fare of their age: %s', async (age, fareLabel, priceCents) => {
    const trip = await createFamilyTrip(app);
    const payer = await born(bornFor(trip, age));

    const { body } = await reserve(trip, { party: partyOf(trip, { adult: 1, child: 1 }) }, payer);

    const own = body.participants.filter(({ isPayer }: Participant) => isPayer);
    expect(own).toMatchObject([{ fareLabel, priceCents, age }]);
    expect(body.participants[0].isPayer).toBe(true);
  });

  it('stays at home where no fare of the party is for their age', async () => {
    const trip = await createFamilyTrip(app);
    const { adult } = trip.fares;
    await app.db.updateTable('trip_fares').set({ max_age: 59 }).where('id', '=', String(adult)).execute();
    const payer = await born(bornFor(trip, 70));

    const { status, body } = await reserve(trip, { party: partyOf(trip, { adult: 1, child: 1 }) }, payer);

    expect(status).toBe(201);
    expect(body.participants).toMatchObject([
      { isPayer: false, name: '' },
      { isPayer: false, name: '' },
    ]);
  });
});

describe('places are held', () => {
  const minutes = { hold_minutes: 24 * 60, shortest_hold_minutes: 30, last_moment_minutes: 120 };
  const settings = { ...minutes, time_zone: 'America/Sao_Paulo' };

  it.each([
    ['for the usual time', 30 * 24 * 60],
    ['until some time before a departure on the same day', 10 * 60],
    ['for half an hour shortly before that', 140],
    ['until the departure itself where that is sooner', 20],
  ])('%s', async (_, minutesLeft) => {
    const { id } = await createTrip(app);
    await departIn(app, id, minutesLeft / 60);
    const asked = new Date();

    const { body } = await reserve({ id }, {});

    const departsAt = new Date(asked.getTime() + minutesLeft * MINUTE_MS);
    const kept = Date.parse(body.holdExpiresAt) - holdDeadline(settings, asked, departsAt).getTime();
    expect(Math.abs(kept)).toBeLessThan(MINUTE_MS);
  });

  it.each([
    ['without a deposit', { deposit_percent: 0 }, 28_900],
    ['of a free trip', { price_cents: 0, deposit_percent: 30 }, 0],
  ])('for good where there is nothing to wait for: booked at once %s', async (_, terms, totalCents) => {
    const { id } = await createTrip(app, terms);

    const { body } = await reserve({ id }, {});

    expect(body).toMatchObject({ state: 'booked', holdExpiresAt: null, totalCents, depositCents: 0 });
  });
});
