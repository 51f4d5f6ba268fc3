import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn, type FamilyTrip } from '../../../test/parties.ts';
import { joinList, partyOf, waitingStates } from '../../../test/waiting.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A trip of four places, three of which are taken. */
async function almostFull(): Promise<FamilyTrip> {
  const trip = await createFamilyTrip(app, { capacity: 4 });
  await createFamily(app, { adult: 3 }, { trip });
  return trip;
}

interface Addition {
  counts?: Parameters<typeof partyOf>[1];
  token?: string;
  key?: string;
  who?: object;
}
let calls = 0;
function add(trip: FamilyTrip, { counts = { adult: 2 }, token = staff.token, key, who }: Addition = {}) {
  calls += 1;
  const person = { name: 'Dona Zuleica Prado', contact: `+55359${String(70_000_000 + calls)}` };
  const body = { ...partyOf(trip, counts), ...(who ?? { person }) };
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return call(app, 'POST', `/api/trips/${trip.id}/waiting-list/entries`, { token, body, headers });
}
const actionsOf = async ({ id }: FamilyTrip) => {
  const entries = await app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).execute();
  return entries.map(({ action }) => action);
};

describe('a caller whom staff puts on the waiting list', () => {
  it('is a new guest at its end, whom staff offers places as anybody', async () => {
    const trip = await almostFull();
    await joinList(app, trip, { adult: 2 });
    const { status, body } = await add(trip, { counts: { adult: 1, child: 1 } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'waiting', position: 2, places: 2, fits: false });
    expect(body.person).toMatchObject({ name: 'Dona Zuleica Prado', email: null });
    expect(await actionsOf(trip)).toContain('waiting_list.added');

    await app.db.updateTable('trips').set({ capacity: 5 }).where('id', '=', trip.id).execute();
    const path = `/api/trips/${trip.id}/waiting-list/entries/${body.id}/offer`;
    const offered = await call(app, 'POST', path, { token: staff.token });
    expect(offered).toMatchObject({ status: 200, body: { state: 'offered', offer: { code: expect.any(String) } } });
  });

  it('may be somebody known, who sees their place as if they had joined', async () => {
    const trip = await almostFull();
    const person = await createPerson(app);
    expect((await add(trip, { who: { personId: person.id } })).status).toBe(201);
    const own = await call(app, 'GET', `/api/trips/${trip.id}/waiting-list`, { token: person.token });
    expect(own).toMatchObject({ status: 200, body: { position: 1, places: 2 } });
    const again = await add(trip, { who: { personId: person.id } });
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_WAITING' } });
    expect(again.body.fields.personId).toContain('já está na lista de espera');
  });

  it('is added once, however often the request is sent', async () => {
    const trip = await almostFull();
    const { id: personId } = await createPerson(app);
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => add(trip, { key, who: { personId } })));
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect((await add(trip, { key, who: { personId } })).status).toBe(201);
    expect(await waitingStates(app, trip.id)).toEqual(['waiting']);
  });

  it.each([
    ['while places are free for them', { counts: { adult: 1 } }, 409, 'TRIP_HAS_PLACES'],
    ['as a party above the capacity', { counts: { adult: 5 } }, 409, 'PARTY_ABOVE_CAPACITY'],
    ['without anybody', { counts: {} }, 400, 'INVALID_INPUT'],
    ['without a name', { who: {} }, 400, 'INVALID_INPUT'],
    ['as a person who is not there', { who: { personId: crypto.randomUUID() } }, 404, 'PERSON_NOT_FOUND'],
  ])('is refused %s, and nobody is created', async (_, addition, status, code) => {
    const trip = await almostFull();
    const people = () => app.db.selectFrom('users').select('id').where('name', 'like', '%Zuleica%').execute();
    const before = (await people()).length;
    expect(await add(trip, addition)).toMatchObject({ status, body: { code } });
    expect(await people()).toHaveLength(before);
    expect(await waitingStates(app, trip.id)).toEqual([]);
  });

  it('is refused who goes already, and shortly before departure', async () => {
    const trip = await createFamilyTrip(app, { capacity: 2 });
    const { payer } = await createFamily(app, { adult: 1 }, { trip });
    const going = await add(trip, { who: { personId: payer.id } });
    expect(going).toMatchObject({ status: 409, body: { code: 'ALREADY_PASSENGER' } });
    await departIn(app, trip.id, 1);
    expect((await add(trip)).body.code).toBe('WAITING_LIST_OVER');
  });

  it('is added by staff only', async () => {
    const trip = await almostFull();
    const client = await createPerson(app);
    expect((await add(trip, { token: client.token })).status).toBe(403);
  });
});
