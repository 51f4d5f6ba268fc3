import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteOldEntries } from './audit.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** An entry of the last moment of a year, so many years ago. */
async function writeEntry(yearsAgo: number): Promise<string> {
  const id = randomUUIDv7();
  await sql`
    insert into audit_entries (id, at, actor_name, address, device, request_id, action, subject_type, subject_id,
      subject_label)
    select ${id}, date_trunc('year', now()) - make_interval(years => ${yearsAgo - 1}) - interval '1 second', 'Sistema', '',
      '', '', 'trip.changed', 'trip', '1', 'Passeio'`.execute(app.db);
  return id;
}

const remaining = async () =>
  (await app.db.selectFrom('audit_entries').select('id').orderBy('id').execute()).map(({ id }) => id);

it('keeps an entry until the sixth year after its own is over, and then deletes it', async () => {
  const [seventh, sixth, last] = [await writeEntry(7), await writeEntry(6), await writeEntry(1)];
  await deleteOldEntries(app.db);
  expect(await remaining()).toEqual([sixth, last].toSorted());
  expect(await remaining()).not.toContain(seventh);
  const counted = await app.db.selectFrom('erased_counts').select('count').where('kind', '=', 'history').execute();
  expect(counted).toEqual([{ count: 1 }]);
});

it('refuses to delete an entry earlier, and an old one to a statement that does not say that it erases', async () => {
  const [old, young] = [await writeEntry(8), await writeEntry(2)];
  const remove = (id: string, says: string) =>
    inTransaction(app.db, async (trx) => {
      await sql`select set_config('passeio.erasing', ${says}, true)`.execute(trx);
      await trx.deleteFrom('audit_entries').where('id', '=', id).execute();
    });
  await expect(remove(young, 'on')).rejects.toThrow('audit entries are never changed');
  await expect(remove(old, '')).rejects.toThrow('audit entries are never changed');
  await expect(remove(old, 'on')).resolves.toBeUndefined();
});
