import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  ana,
  changeParticipant,
  createFamily,
  createFamilyTrip,
  departIn,
  entriesOf,
  type Family,
  participantIn,
} from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const change = (family: Family, ...rest: [{ id: string } | undefined, object, string?]) =>
  changeParticipant(app, family, ...rest);

describe('filling in', () => {
  it('saves what a participant lacked, and nothing else', async () => {
    const family = await createFamily(app, { adult: 2 });
    const [payer, other] = family.adults;

    const { status, body } = await change(family, other, { ...ana, boardingPointId: family.trip.boardingPointId });

    expect(status).toBe(200);
    expect(participantIn(body, other)).toMatchObject({
      ...ana,
      cpf: '52998224725',
      contact: '+5535988887777',
      boardingPointId: family.trip.boardingPointId,
      missing: [],
      isPayer: false,
    });
    expect(participantIn(body, payer)).toEqual(payer);
    expect(body).toMatchObject({ totalCents: 37_800, state: 'held', payer: { id: family.payer.id } });
    const later = await change(family, other, { contact: null });
    expect(participantIn(later.body, other)).toMatchObject({ name: ana.name, cpf: '52998224725', contact: null });
  });

  it('is audited with documents masked, once per change', async () => {
    const family = await createFamily(app, { adult: 2 });
    const other = family.adults[1];
    await change(family, other, { ...ana, cpf: '111.444.777-35' });
    await change(family, other, { name: ana.name });

    const entries = await entriesOf(app, family.id);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({
      action: 'reservation.participant_changed',
      actor_id: family.payer.id,
      subject_label: expect.stringContaining(family.reservation.code),
      changes: {
        participant: [null, 'Pessoa 2'],
        name: [null, ana.name],
        documentNumber: [null, '•••890'],
        cpf: [null, '•••735'],
      },
    });
  });

  it("keeps the payer's profile as it is", async () => {
    const family = await createFamily(app, { adult: 1 });
    await change(family, family.adults[0], { name: 'Outro Nome de Viagem' });

    const profile = await call(app, 'GET', '/api/users/me', { token: family.payer.token });
    expect(profile.body.name).not.toBe('Outro Nome de Viagem');
  });

  it('lasts until departure, also after the deadline for changing people', async () => {
    const family = await createFamily(app, { adult: 2 });
    await departIn(app, family.trip.id, 1);
    expect((await change(family, family.adults[1], ana)).status).toBe(200);
    await departIn(app, family.trip.id, -1);
    for (const token of [family.payer.token, staff.token]) {
      expect(await change(family, family.adults[1], { name: 'Tarde Demais' }, token)).toMatchObject({
        status: 409,
        body: { code: 'TRIP_DEPARTED' },
      });
    }
  });

  it('is refused once the reservation is over', async () => {
    const family = await createFamily(app, { adult: 2 });
    await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token });
    expect(await change(family, family.adults[1], ana)).toMatchObject({
      status: 409,
      body: { code: 'RESERVATION_OVER' },
    });
  });

  it('refuses a CPF that is on the list of the trip, a foreign boarding point and a foreign participant', async () => {
    const family = await createFamily(app, { adult: 2 });
    const elsewhere = await createFamily(app, { adult: 1 });
    const cases = [
      [family.adults[1], { cpf: family.payer.cpf }, 409, 'PARTICIPANT_ALREADY_LISTED'],
      [family.adults[1], { boardingPointId: elsewhere.trip.boardingPointId }, 409, 'BOARDING_POINT_UNKNOWN'],
      [elsewhere.adults[0], { name: 'Quem é Este' }, 404, 'PARTICIPANT_NOT_FOUND'],
      [family.adults[1], { fareId: elsewhere.trip.fares.adult }, 409, 'FARE_UNKNOWN'],
      [family.adults[1], { fareId: family.trip.fares.courtesy }, 409, 'FARE_UNKNOWN'],
      [family.adults[1], { priceCents: 1 }, 400, 'INVALID_INPUT'],
      [family.adults[1], { cpf: '111.111.111-11' }, 400, 'INVALID_INPUT'],
    ] as const;
    for (const [who, body, status, code] of cases) {
      expect(await change(family, who, body)).toMatchObject({ status, body: { code } });
    }
    expect(await entriesOf(app, family.id)).toHaveLength(1);
  });
});

describe('a companion', () => {
  it('is an adult of the same reservation', async () => {
    const family = await createFamily(app, { adult: 2, child: 2 });
    const elsewhere = await createFamily(app, { adult: 1 });
    const [child, sister] = family.children;
    const [payer, other] = family.adults;

    const chosen = await change(family, child, { companionId: other?.id.toUpperCase() });

    expect(participantIn(chosen.body, child).companionId).toBe(other?.id);
    for (const companion of [sister, child, elsewhere.adults[0]]) {
      expect(await change(family, child, { companionId: companion?.id })).toMatchObject({
        status: 409,
        body: { code: 'COMPANION_NOT_ADULT' },
      });
    }
    expect((await change(family, payer, { companionId: payer?.id })).body.code).toBe('COMPANION_NOT_ADULT');
    expect(participantIn((await change(family, child, { companionId: null })).body, child).companionId).toBeNull();
  });

  it('carries one lap child', async () => {
    const family = await createFamily(app, { adult: 2, lapChild: 2 });
    const [first, second] = family.lapChildren;

    const taken = await change(family, second, { companionId: first?.companionId });

    expect(taken).toMatchObject({ status: 409, body: { code: 'LAP_WITHOUT_ADULT' } });
    expect(participantIn((await change(family, first, { companionId: null })).body, first).companionId).toBe(
      first?.companionId,
    );
  });
});

describe('where the party boards', () => {
  const points = [
    { id: crypto.randomUUID(), time: '04:30', place: 'Posto do trevo' },
    { id: crypto.randomUUID(), time: '05:00', place: 'Rodoviária' },
  ] as const;
  const [first, second] = points;
  const createParty = async (counts: Parameters<typeof createFamily>[1]) =>
    createFamily(app, counts, { trip: await createFamilyTrip(app, { boarding_points: JSON.stringify(points) }) });
  const board = ({ id, payer }: Family, boardingPointId: unknown, token = payer.token) =>
    call(app, 'PUT', `/api/reservations/${id}/boarding`, { token, body: { boardingPointId } });
  const pointsOf = (body: ReservationDetails) => body.participants.map(({ boardingPointId }) => boardingPointId);

  it('is chosen once by the payer, for lap children too, also where people boarded apart', async () => {
    const family = await createParty({ adult: 2, lapChild: 1 });
    await change(family, family.adults[1], { boardingPointId: second.id });

    const { status, body } = await board(family, first.id.toUpperCase());

    expect(status).toBe(200);
    expect(pointsOf(body)).toEqual([first.id, first.id, first.id]);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.changed',
      actor_id: family.payer.id,
      changes: {
        boardingPoint: [expect.stringContaining('05:00 Rodoviária'), '04:30 Posto do trevo'],
        people: [null, `${family.adults[0]?.name}, Pessoa 2, Pessoa 3`],
      },
    });
  });

  it('may be agreed later again, and choosing the same again leaves no trace', async () => {
    const family = await createParty({ adult: 2 });
    await board(family, second.id);
    await board(family, second.id);
    expect(pointsOf((await board(family, null, staff.token)).body)).toEqual([null, null]);
    const changes = (await entriesOf(app, family.id)).filter(({ action }) => action === 'reservation.changed');
    expect(changes).toHaveLength(2);
  });

  it('a boarding point is missing for each place until it is chosen, and for nobody in a trip without boarding points', async () => {
    const lacks = (body: Pick<ReservationDetails, 'participants'>) =>
      body.participants.map(({ missing }) => missing.includes('boardingPointId'));
    const family = await createParty({ adult: 2, lapChild: 1 });
    expect(lacks(family.reservation)).toEqual([true, true, false]);
    expect(lacks((await board(family, first.id)).body)).toEqual([false, false, false]);
    const anywhere = await createFamily(
      app,
      { adult: 1 },
      { trip: await createFamilyTrip(app, { boarding_points: '[]' }) },
    );
    expect(lacks(anywhere.reservation)).toEqual([false]);
  });

  it('changes until departure, also after the deadline for changing people, unless the reservation is over', async () => {
    const [family, over] = [await createParty({ adult: 1 }), await createParty({ adult: 1 })];
    await departIn(app, family.trip.id, 1);
    expect((await board(family, first.id)).status).toBe(200);
    await departIn(app, family.trip.id, -1);
    expect(await board(family, second.id)).toMatchObject({ status: 409, body: { code: 'TRIP_DEPARTED' } });
    await call(app, 'POST', `/api/reservations/${over.id}/cancel`, { token: over.payer.token });
    expect(await board(over, first.id)).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });
  });

  it('an unknown boarding point is refused', async () => {
    const family = await createParty({ adult: 1 });
    expect((await board(family, crypto.randomUUID())).body.code).toBe('BOARDING_POINT_UNKNOWN');
    expect((await board(family, undefined)).status).toBe(400);
  });
});
