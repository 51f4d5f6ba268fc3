import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { createReservation } from '../../../test/reservations.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

it('lists a trip of many dates once, but for the dates that ask for a decision, and opens to its dates', async () => {
  const series_id = randomUUID();
  const depart = (days: number, more: object = {}) => {
    const departs_at = new Date(Date.now() + days * DAY_MS);
    return createTrip(app, { departs_at, returns_at: new Date(departs_at.getTime() + DAY_MS / 2), ...more });
  };
  const dates = [];
  for (const week of [2, 3, 4]) dates.push(await depart(7 * week, { series_id, capacity: 10 }));
  const asking = await depart(21, { series_id, min_participants: 5, decision_date: day(3) });
  const single = await depart(22);
  await createReservation(app, operator, dates[1]?.id ?? '', { state: 'booked' });
  const find = async (query: string) => (await call(app, 'GET', `/api/departures?${query}`, operator)).body;
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  const folded = await find('folded=true');
  expect([ids(folded), folded.total]).toEqual([[asking.id, dates[0]?.id, single.id], 3]);
  expect(folded.data.map(({ series }: { series?: object }) => series)).toEqual([
    undefined,
    { id: series_id, dates: 3, to: expect.any(String), capacity: 30, placesTaken: 1 },
    undefined,
  ]);
  expect([ids(await find('folded=true&size=1&page=3')), ids(await find('folded=true&size=1&page=2'))]).toEqual([
    [single.id],
    [dates[0]?.id],
  ]);
  const opened = await find(`seriesId=${series_id}`);
  expect([ids(opened), opened.total]).toEqual([dates.map(({ id }) => id), 3]);
  const month = (date: string) =>
    new Date(date).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' }).slice(0, 7);
  const ofMonth = month(opened.data[1].date);
  const shown = opened.data.filter(({ date }: { date: string }) => month(date) === ofMonth);
  expect(ids(await find(`folded=true&month=${ofMonth}`))).toContain(shown[0].id);
  expect(ids(await find(`seriesId=${series_id}&month=${ofMonth}`))).toEqual(ids({ data: shown }));
});
