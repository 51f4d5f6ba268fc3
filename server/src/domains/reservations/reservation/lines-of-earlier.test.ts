import { expect, inject, it } from 'vitest';
import { countFaultsOfLines, fillEarlierReservations, readMoney } from '../../../../test/earlier-reservations.ts';
import { createEmptyDatabase } from '../../../../test/postgres.ts';
import { createDatabase, createPool } from '../../../platform/database/connect.ts';
import { prepareDatabase } from '../../../platform/database/migrate.ts';

const nothing = async () => undefined;

it('reservations of release 0.2.0 get lines, and cost, owe and get back what they did', async () => {
  const database = await createEmptyDatabase(inject('templateUrl'));
  await prepareDatabase(database.url, nothing, { until: '0000_baseline' });
  const db = createDatabase(createPool({ connectionString: database.url, max: 1, onError: () => undefined }));
  await fillEarlierReservations(db, 500);
  const before = await readMoney(db);
  await prepareDatabase(database.url, nothing, { until: '0007_payments_of_providers' });
  expect(await readMoney(db)).toBe(before);
  const kinds = await db.selectFrom('reservation_lines').select(['kind', 'ended_at']).execute();
  for (const kind of ['fare', 'discount'] as const) {
    const ended = kinds.filter((line) => line.kind === kind).map((line) => line.ended_at !== null);
    expect(new Set(ended)).toEqual(new Set([true, false]));
  }
  expect(await countFaultsOfLines(db)).toMatchObject({ totals: 0, fares: 0, parts: 0 });
  await prepareDatabase(database.url, nothing);
  expect(await readMoney(db)).toBe(before);
  await db.destroy();
  await database.drop();
});
