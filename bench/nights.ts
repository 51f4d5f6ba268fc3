import { sql } from 'kysely';
import { deleteOldEntries } from '../server/src/domains/audit/audit.queries.ts';
import { deleteOldEmails } from '../server/src/domains/messages/index.ts';
import { eraseRows } from '../server/src/domains/privacy/erase.ts';
import { deleteOldFiscalRecords, eraseIdlePeople } from '../server/src/domains/privacy/index.ts';
import { createDatabase, createPool, type Database } from '../server/src/platform/database/connect.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { deleteExpired } from '../server/src/ports/identity/embedded-sessions.ts';

const ENTRIES = 50_000;
const noJobs = { enqueue: async () => undefined };

/** How large the tables that grow are, for each of `reservations`. */
export async function sizesOf(db: Database, reservations: number) {
  const { rows } = await sql<{ name: string; rows: string; bytes: string }>`
    select c.relname as name, c.reltuples as rows, pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity', 'pgboss') and c.reltuples >= 1000
    order by 3 desc`.execute(db);
  return rows.map(({ name, rows: count, bytes }) => ({
    table: name,
    rows: Number(count),
    MB: (Number(bytes) / 1e6).toFixed(0),
    'bytes a row, with indexes': (Number(bytes) / Number(count)).toFixed(0),
    'rows a reservation': (Number(count) / reservations).toFixed(2),
  }));
}

/**
 * What the nightly work takes, with the time-outs of the server; "failed" where one of its statements ran into them.
 * `unlimited` is a database without time-outs, to which entries are added that are due.
 */
export async function measureNights(connectionString: string, unlimited: Database) {
  await addOldEntries(unlimited);
  const pool = createPool({ connectionString, max: 2, onError: () => undefined });
  const db = createDatabase(pool);
  const timed = async (what: string, work: () => Promise<unknown>, table?: string) => {
    const count = async () => {
      if (!table) return 0;
      const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(unlimited);
      return Number(rows[0]?.n);
    };
    const before = await count();
    const since = performance.now();
    const failure = await work().then(
      () => '',
      (error: Error) => error.message,
    );
    const seconds = (performance.now() - since) / 1_000;
    const gone = before - (await count());
    return {
      what,
      seconds: seconds.toFixed(2),
      rows: table ? gone : '',
      'rows/s': table && gone > 0 ? (gone / seconds).toFixed(0) : '',
      failed: failure,
    };
  };
  const rows = [
    await timed('a client is erased', () => erase(db, 0)),
    await timed('another client is erased', () => erase(db, 1)),
    await timed('e-mails of two years ago', () => deleteOldEmails(db), 'reservation_emails'),
    await timed('audit entries of seven years ago', () => deleteOldEntries(db), 'audit_entries'),
    await timed('expired sessions', () => deleteExpired(pool), 'identity.session'),
    await timed('fiscal records', () => deleteOldFiscalRecords(db)),
    await timed('people who have not travelled for two years are looked for, and one is erased', async () => {
      await sql`update operator set erase_idle_years = 2`.execute(db);
      await eraseIdlePeople({ db, jobs: noJobs }, 1);
    }),
  ];
  await db.destroy();
  return rows;
}

async function erase(db: Database, skipped: number): Promise<void> {
  const person = await sql<{ id: string }>`
    select id from users where issuer = 'bench' and erased_at is null order by id offset ${skipped} limit 1`.execute(
    db,
  );
  await inTransaction(db, (trx) => eraseRows(trx, noJobs, person.rows[0]?.id ?? ''));
}

async function addOldEntries(db: Database): Promise<void> {
  await sql`
    insert into audit_entries (id, at, actor_name, address, device, request_id, action, subject_type, subject_id,
      subject_label)
    select uuidv7(), now() - interval '8 years' + n * interval '1 minute', 'Sistema', '', '', '', 'trip.changed', 'trip',
      n::text, 'Passeio ' || n from generate_series(1, ${ENTRIES}::int) n`.execute(db);
}
