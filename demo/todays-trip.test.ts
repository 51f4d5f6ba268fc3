import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import type { BoardingList } from '@passeio/contract/boarding/boarding';
import type { TripSeats } from '@passeio/contract/seats/seats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { boardingTime, departureOf, readTours } from './content.ts';
import { demoAccounts } from './people.ts';
import { writeTodaysTrip, writeVehicles } from './todays-trip.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const tour = async () => {
  const found = (await readTours()).find(({ leavesToday }) => leavesToday);
  if (!found) throw new Error('No tour leaves today');
  return found;
};

it.each([
  ['2026-12-05T00:10', '2026-12-05T06:00'],
  ['2026-12-05T03:00', '2026-12-05T06:00'],
  ['2026-12-05T09:40', '2026-12-05T13:00'],
  ['2026-12-05T20:30', '2026-12-05T23:30'],
  ['2026-12-05T20:31', '2026-12-06T05:00'],
  ['2026-12-05T23:50', '2026-12-06T05:00'],
])('a demonstration that starts at %s has a trip that leaves at %s, whose boarding is near', async (now, departs) => {
  const at = departureOf(await tour(), Temporal.ZonedDateTime.from(`${now}[America/Sao_Paulo]`));
  expect(at.toPlainDateTime().toString({ smallestUnit: 'minute' })).toBe(departs);
});

it('its boarding points follow the departure, past midnight too', async () => {
  const one = await tour();
  const departure = Temporal.ZonedDateTime.from('2026-12-05T23:30[America/Sao_Paulo]');
  expect(one.boardingPoints.map(([time]) => boardingTime(one, time, departure))).toEqual(['23:30', '00:10', '00:50']);
});

it('has parties at three boarding points, all seated, with notes and something to pay; the client’s voucher opens', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  const client = await createPerson(app);
  const email = demoAccounts.find(({ role }) => role === 'CLIENT')?.email ?? '';
  const who = { email, cpf: generateCpf(), birthdate: '1994-06-27' };
  await app.db.updateTable('users').set(who).where('id', '=', client.id).execute();
  const boardingPoints = ['06:00', '06:40', '07:20'].map((time) => ({ id: crypto.randomUUID(), time, place: time }));
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const { id } = await createTrip(app, {
    ...{ capacity: 46, departs_at: inHours(3), returns_at: inHours(30) },
    boarding_points: JSON.stringify(boardingPoints),
  });
  const fares = [
    { label: 'Criança', position: 1, min_age: 6, max_age: 12, price_cents: 20_000, takes_place: true },
    { label: 'Criança de colo', position: 2, min_age: 0, max_age: 5, price_cents: 3_000, takes_place: false },
  ].map((fare) => ({ ...fare, id: crypto.randomUUID(), trip_id: id }));
  await app.db.insertInto('trip_fares').values(fares).execute();
  await inTransaction(app.db, async (trx) => {
    await writeVehicles(trx);
    await writeTodaysTrip(trx, new Map([['monte-verde-pousada', id]]), staff.id);
  });
  const boarding = (await call(app, 'GET', `/api/trips/${id}/boarding`, staff)).body as BoardingList;
  expect(new Set(boarding.people.map(({ boardingPointId }) => boardingPointId)).size).toBe(3);
  expect(boarding.people.filter(({ notes }) => notes).length).toBe(4);
  expect(boarding.people.filter(({ dueCents }) => dueCents > 0).length).toBeGreaterThanOrEqual(3);
  expect(boarding.people.every(({ name }) => name !== '')).toBe(true);
  const seats = (await call(app, 'GET', `/api/trips/${id}/seats`, staff)).body as TripSeats;
  expect(seats.people).toHaveLength(boarding.people.length - 2);
  expect(seats.people.every(({ seat }) => seat !== null)).toBe(true);
  const manifest = (await call(app, 'GET', `/api/trips/${id}/road-list`, staff)).body;
  expect(manifest.missing).toEqual([]);
  const mine = (await call(app, 'GET', '/api/reservations/me', client)).body.data[0];
  expect((await call(app, 'GET', `/api/reservations/${mine.id}/voucher`, client)).status).toBe(200);
});
