import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { askQuestions } from '../../../../test/questions.ts';
import { erasePeople } from './erase-people.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const path = (tripId: string) => `/api/trips/${tripId}/road-list`;

/** A closed list of one person with notes, whose trip was back so many days ago, with a guide's link. */
async function closedList(daysAgo: number) {
  const { id: tripId } = await createTrip(app, { boarding_points: '[]' });
  const once = { label: 'É uma ocasião especial?', per: 'reservation' } as const;
  const [diet, occasion] = await askQuestions(app, tripId, [{}, once]);
  const person = { name: 'Ana Prado', contact: '(35) 98877-6655', rg: 'MG-123', emitter: 'SSP/MG' };
  const added = await call(app, 'POST', `/api/trips/${tripId}/passengers`, {
    ...staff,
    body: { person: { birthdate: '1990-05-17', ...person } },
  });
  const { id: reservationId, participants, payer } = added.body;
  await call(app, 'PUT', `/api/reservations/${reservationId}/participants/${participants[0].id}`, {
    ...staff,
    body: { notes: 'Alergia a amendoim', answers: [{ questionId: diet, value: 'Sem glúten' }] },
  });
  await call(app, 'PUT', `/api/reservations/${reservationId}/answers`, {
    ...staff,
    body: { answers: [{ questionId: occasion, value: 'Lua de mel' }] },
  });
  await call(app, 'POST', `/api/reservations/${reservationId}/notes`, { ...staff, body: { text: 'Viaja grávida' } });
  const journey = {
    origin: 'Varginha/MG',
    destination: 'Furnas',
    plate: 'ABC1D23',
    driver: 'Osmar Dias',
    guide: 'Rui Paz',
  };
  const frozen = await call(app, 'POST', `${path(tripId)}/versions`, { ...staff, body: journey });
  expect(frozen.status).toBe(201);
  await call(app, 'POST', `/api/trips/${tripId}/guide-links`, { ...staff, body: { name: 'Luana Reis' } });
  await backSince(tripId, daysAgo);
  return { tripId, reservationId, payer, hash: frozen.body.versions[0].hash as string };
}

async function backSince(tripId: string, daysAgo: number): Promise<void> {
  const returns_at = new Date(Date.now() - daysAgo * DAY_MS);
  const departs_at = new Date(returns_at.getTime() - DAY_MS);
  await app.db.updateTable('trips').set({ departs_at, returns_at }).where('id', '=', tripId).execute();
}

const read = async (tripId: string) => (await call(app, 'GET', path(tripId), staff)).body;
const take = async (tripId: string) => {
  const response = await fetch(`${app.url}${path(tripId)}/versions/1/export?format=csv`, {
    headers: { authorization: `Bearer ${staff.token}` },
  });
  return response.status;
};
/** All that is stored of the lists and guides of a trip. */
async function stored(tripId: string): Promise<string> {
  const [lists, links, people, answers, notes] = await Promise.all([
    app.db.selectFrom('final_manifests').selectAll().where('trip_id', '=', tripId).execute(),
    app.db.selectFrom('guide_links').selectAll().where('trip_id', '=', tripId).execute(),
    app.db.selectFrom('participants').select('notes').where('trip_id', '=', tripId).execute(),
    app.db
      .selectFrom('answers')
      .innerJoin('reservations', 'reservations.id', 'reservation_id')
      .select('value')
      .where('trip_id', '=', tripId)
      .execute(),
    app.db
      .selectFrom('reservation_notes')
      .innerJoin('reservations', 'reservations.id', 'reservation_id')
      .select('text')
      .where('trip_id', '=', tripId)
      .execute(),
  ]);
  return JSON.stringify([lists, links, people, answers, notes]);
}

it('after the time that the operator set, who was on a closed list is erased; date, author, number and hash stay', async () => {
  const old = await closedList(91);
  const kept = await closedList(89);
  await erasePeople(app.db);
  const { versions } = await read(old.tripId);
  expect(versions).toEqual([
    {
      ...{ version: 1, people: 1, hash: old.hash, changes: null, interstate: false, anttMissing: 0 },
      ...{ createdAt: expect.any(String), author: expect.any(String), erasedAt: expect.any(String) },
    },
  ]);
  const rest = await stored(old.tripId);
  for (const gone of [
    'Ana Prado',
    'MG-123',
    '1990-05-17',
    'Osmar Dias',
    'Rui Paz',
    'Luana Reis',
    'Alergia',
    'grávida',
    'glúten',
    'Lua de mel',
  ]) {
    expect(rest).not.toContain(gone);
  }
  expect(rest).toContain('ABC1D23');
  expect(await take(old.tripId)).toBe(410);

  expect((await read(kept.tripId)).versions[0]).toMatchObject({ erasedAt: null, changes: { changed: 0 } });
  expect(await stored(kept.tripId)).toMatch(/Ana Prado.*(glúten.*Lua de mel|Lua de mel.*glúten).*grávida/);
  expect(await take(kept.tripId)).toBe(200);

  await app.db.updateTable('operator').set({ list_days: 30 }).execute();
  await erasePeople(app.db);
  await app.db.updateTable('operator').set({ list_days: 90 }).execute();
  expect(await stored(kept.tripId)).not.toContain('Ana Prado');
});

it('a passenger whose data is corrected or erased before stays on the list as it was handed over, until its time is over', async () => {
  const { tripId, payer, reservationId, hash } = await closedList(20);
  await app.db
    .updateTable('users')
    .set({ name: 'Titular removido', rg: null, emitter: null, birthdate: null })
    .where('id', '=', payer.id)
    .execute();
  await app.db
    .updateTable('participants')
    .set({ name: '', document_number: null, document_issuer: null, birthdate: null, contact: null })
    .where('reservation_id', '=', reservationId)
    .execute();
  await erasePeople(app.db);
  expect(await stored(tripId)).toContain('Ana Prado');
  expect((await read(tripId)).versions[0]).toMatchObject({ hash, erasedAt: null });
  await backSince(tripId, 91);
  await erasePeople(app.db);
  expect(await stored(tripId)).not.toContain('Ana Prado');
});

it('the database erases nothing before its time, nothing else, and only once', async () => {
  const final = { constraint: 'final_manifests_are_final' };
  const { tripId } = await closedList(89);
  const erase = (more = '') =>
    app.pool.query(
      `update final_manifests set content = without_people(content), erased_at = now()${more} where trip_id = $1`,
      [tripId],
    );
  await expect(erase()).rejects.toMatchObject(final);
  await backSince(tripId, 91);
  await expect(erase(", content_hash = repeat('0', 64)")).rejects.toMatchObject(final);
  await expect(erase(', people = 7')).rejects.toMatchObject(final);
  await expect(
    app.pool.query(`update final_manifests set content = '{"passengers": []}', erased_at = now() where trip_id = $1`, [
      tripId,
    ]),
  ).rejects.toMatchObject(final);
  await erase();
  await expect(erase()).rejects.toMatchObject(final);
});

it('with whom people who waited wanted to share goes some days after the return', async () => {
  const waitFor = async (daysAgo: number) => {
    const { id: tripId } = await createTrip(app);
    await backSince(tripId, daysAgo);
    const { id: userId } = await createPerson(app);
    const entry = { id: randomUUID(), trip_id: tripId, user_id: userId, party: '[]', places: 1 };
    const sharing = { share: 'women' as const, sharers: 1, share_with: 'Paula', state: 'lapsed' as const };
    await app.db
      .insertInto('waiting_list_entries')
      .values({ ...entry, ...sharing })
      .execute();
    return entry.id;
  };
  const [old, recent] = [await waitFor(91), await waitFor(1)];
  await erasePeople(app.db);
  const kept = await app.db.selectFrom('waiting_list_entries').select(['id', 'share_with']).execute();
  expect(new Map(kept.map(({ id, share_with }) => [id, share_with]))).toEqual(
    new Map([
      [old, null],
      [recent, 'Paula'],
    ]),
  );
});
