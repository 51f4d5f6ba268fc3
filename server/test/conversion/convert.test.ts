import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { described } from '../../../scripts/schema.ts';
import { queueWork } from '../../src/background-work.ts';
import { CONVERSION_DIR, type ConvertOptions, convert } from '../../src/platform/conversion/convert.ts';
import { createClient, createPool } from '../../src/platform/database/connect.ts';
import { BASELINE, MIGRATIONS_DIR, prepareDatabase, readSql } from '../../src/platform/database/migrate.ts';
import { deadLetterQueueOf, startJobs } from '../../src/platform/jobs/jobs.ts';
import { createLogger } from '../../src/platform/process/logging.ts';
import { StartError } from '../../src/platform/process/start-error.ts';
import { openWindow } from '../money-model/window.ts';
import { copyDatabase, createEmptyDatabase, type TestDatabase } from '../postgres.ts';
import { SCHEMA_DIGEST } from '../schema-digest.ts';
import { centavos } from './centavos.ts';
import { differencesOf, readFigures } from './figures.ts';
import { readMoney } from './in-release/read-money.ts';
import { withoutIntended } from './intended.ts';
import { lackingKinds } from './kinds.ts';
import { type Ids, type ReleasedTree, unpackConverted } from './released.ts';

const queues = queueWork.flatMap(({ queue }) => [queue.name, deadLetterQueueOf(queue)]);
const nothing = async () => undefined;
/** An ordinary role, as on most servers: triggers are switched off without its being allowed everything. */
const ROLE = `owner_${crypto.randomUUID().replaceAll('-', '')}`;
const SIGNED_IN = `
  insert into identity."user" (id, name, email, "emailVerified")
  values (gen_random_uuid(), 'Ana Prado', 'ana@exemplo.com.br', true);
  insert into identity.session (id, "expiresAt", token, "updatedAt", "userId")
  select gen_random_uuid(), now() + interval '1 day', 'some-token', now(), id from identity."user"`;

let release: ReleasedTree;
let filled: { backup: string; ids: Ids; readings: Record<string, unknown> };
let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let file: string;
beforeAll(async () => {
  release = await unpackConverted();
  filled = await release.fill(8);
  await asAdmin(`create role ${ROLE} login createdb`);
  source = await emptyDatabase();
  await release.run('restore.ts', [filled.backup], {
    DATABASE_URL: source.url,
    DATA_DIR: join(release.folder, 'data'),
  });
  // A backup has no sessions.
  await asAdmin(SIGNED_IN, source.url);
});
afterAll(async () => {
  await source?.drop();
  await asAdmin(`drop role ${ROLE}`);
  await release?.remove();
});
beforeEach(async () => {
  target = await copyOfSource();
  folder = await mkdtemp(join(tmpdir(), 'passeio-conversion-'));
  file = join(folder, 'before.zip');
});
afterEach(async () => {
  await target.drop();
  await rm(folder, { recursive: true });
});

function asRole(url: string): string {
  const own = new URL(url);
  own.username = ROLE;
  return own.href;
}

async function asAdmin(statement: string, database = inject('templateUrl')) {
  const client = createClient(database);
  await client.connect();
  // No copy can be made of a template to which somebody is connected.
  await client.query(statement).finally(() => client.end());
}

async function emptyDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createEmptyDatabase(inject('templateUrl'));
  await asAdmin(
    `alter database ${new URL(url).pathname.slice(1)} owner to ${ROLE}; alter schema public owner to ${ROLE}`,
    url,
  );
  return { url: asRole(url), drop };
}

// By the administrator: an owner may not end what vacuums a database that is dropped.
async function copyOfSource(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'));
  template.pathname = new URL(source.url).pathname;
  const { url, drop } = await copyDatabase(template.href);
  await asAdmin(`alter database ${new URL(url).pathname.slice(1)} owner to ${ROLE}`);
  return { url: asRole(url), drop };
}

async function query(statement: string) {
  const client = createClient(target.url);
  await client.connect();
  const result = await client.query(statement);
  await client.end();
  return result.rows ?? [];
}

/** Changes rows that are final. */
const changeByHand = (table: string, statement: string) =>
  query(`alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`);

const convertTarget = (options: Partial<ConvertOptions> = {}) =>
  convert({ connectionString: target.url, dataDir: folder, folders: ['files', 'secrets'], file, queues, ...options });

describe(`a database of release 0.3.1 with every kind of money`, () => {
  it('has the same money for everybody after the conversion', async () => {
    const before = await readFigures(target.url, 'before');
    expect(await lackingKinds(target.url)).toEqual([]);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

    const { migrations } = await convertTarget();

    expect(migrations.at(-1)).toBe('0149_waiting_without_account');
    expect(differencesOf(before, await readFigures(target.url, 'after'))).toEqual([]);
    const names = [BASELINE, ...(await readSql(MIGRATIONS_DIR)).map(({ name }) => name)];
    expect(await query('select name from kysely_migration')).toEqual(names.map((name) => ({ name })));

    await prepareDatabase(target.url, nothing);
    const window = await openWindow(target.url);
    const readings = await readMoney(async (path) => {
      const { status, body } = await window.ask('GET', path);
      return status === 200 ? body : undefined;
    }, filled.ids);
    await window.close();
    expect(withoutIntended(readings)).toEqual(withoutIntended(filled.readings));
  });

  it.each(Object.entries(described))(
    'has the schema of a new one afterwards, as %s describes it',
    async (_, describe) => {
      await convertTarget();
      const [converted, fresh] = await Promise.all(
        [target.url, inject('templateUrl')].map(async (connectionString) => {
          const client = new pg.Client({ connectionString });
          await client.connect();
          return describe(client).finally(() => client.end());
        }),
      );
      expect(converted).toBe(fresh);
    },
  );

  it('is restored by that release as it was before, from an encrypted backup too', async () => {
    const before = await readFigures(target.url, 'before');
    const key = await generateX25519Identity();
    const identity = join(folder, 'key.txt');
    await writeFile(identity, `${key}\n`);
    await convertTarget({ recipients: [await identityToRecipient(key)] });
    expect((await readFile(file)).subarray(0, 18).toString()).toBe('age-encryption.org');

    const restored = await emptyDatabase();
    const env = { DATABASE_URL: restored.url, DATA_DIR: join(folder, 'data'), BACKUP_IDENTITY: identity };
    await release.run('restore.ts', [file], env);
    const then = await readFigures(restored.url, 'before');
    await restored.drop();
    // Everybody signs in again.
    expect(differencesOf({ ...before, sessions: [] }, then)).toEqual([]);
  });

  it('shows one centavo that is changed by hand, in every table and of every kind', async () => {
    const before = await readFigures(target.url, 'before');
    await convertTarget();
    const differences = async () => differencesOf(before, await readFigures(target.url, 'after'));
    for (const [table, column, which = 'true'] of centavos) {
      const change = (by: string) =>
        changeByHand(table, `update ${table} set ${column} = ${column} ${by} where id = (${one}) returning id`);
      const one = `select max(id::text)::uuid from ${table} where ${which}`;
      await change('+ 1');
      expect(await differences(), `${table} ${column} ${which}`).not.toEqual([]);
      await change('- 1');
    }
    expect(await differences()).toEqual([]);
  });
});

describe('the conversion', () => {
  /** It says why, and nothing is changed. */
  async function expectRefusal(converting: () => Promise<unknown>, why: RegExp) {
    const state = async () => [await query(SCHEMA_DIGEST), await contentOf()];
    const before = await state();
    const error = await converting().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toMatch(why);
    expect(await state()).toEqual(before);
  }

  /** Every row of every table, hashed. */
  async function contentOf() {
    const tables = await query(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'identity', 'pgboss') order by 1`);
    const contents: string[] = [];
    for (const { name } of tables) {
      const [row] = await query(
        `select coalesce(sum(hashtextextended(one::text, 0)), 0)::text as digest from ${name} one`,
      );
      contents.push(`${name} ${row.digest}`);
    }
    return contents;
  }

  it('refuses an empty database, and one that is converted already', async () => {
    await convertTarget();
    await rm(file);
    await expectRefusal(convertTarget, /is converted already: start the servers/);
    await target.drop();
    target = await emptyDatabase();
    await expect(convertTarget()).rejects.toThrow('This database is empty: there is nothing to convert.');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [
      "delete from kysely_migration where name >= '0140'",
      /is of a release before 0\.3\.1: upgrade it to 0\.3\.1 first/,
    ],
    [
      "insert into kysely_migration values ('0150_later', '')",
      /migrated up to 0150_later, is not one of release 0\.3\.1/,
    ],
    ["delete from kysely_migration where name like '0072%'", /is not one of release 0\.3\.1/],
    ['create table restore_under_way ()', /was restored in part/],
  ])('refuses another database, as after "%s"', async (statement, why) => {
    await query(statement);
    await expectRefusal(convertTarget, why);
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses while a server, or anybody else, is connected', async () => {
    const other = createClient(target.url);
    await other.connect();
    await expectRefusal(
      convertTarget,
      /Others are connected to this database: passeio \(process \d+\)\. Stop all servers/,
    );
    await other.end();
    await convertTarget();
  });

  it('refuses while a server is starting', async () => {
    let converting: Promise<unknown> = Promise.resolve();
    // A server of 0.3.1 has the same lock.
    const client = createClient(target.url);
    await client.connect();
    await client.query('select pg_advisory_lock(7277347)');
    converting = convertTarget();
    await expect(converting).rejects.toThrow('A server is starting on this database');
    await client.end();
  });

  it('refuses a database in which money is not what its rows say', async () => {
    await changeByHand('reservations', 'update reservations set received_cents = received_cents + 1');
    await expectRefusal(convertTarget, /The consistency check finds \d+ faults.*reservation: received is not the sum/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses jobs that this version does not read, and takes those that it reads', async () => {
    const pool = createPool({ connectionString: target.url, max: 1, onError: () => undefined });
    const jobs = await startJobs(pool, createLogger('silent'));
    const queue = { batchSize: 1, retryLimit: 1, retryDelay: 1, retryDelayMax: 1 };
    await jobs.enqueue({ ...queue, name: 'emails' }, { kind: 'any' });
    await jobs.enqueue({ ...queue, name: 'of-earlier' }, { kind: 'any' });
    await jobs.stop();
    await pool.end();
    await expectRefusal(convertTarget, /Jobs wait that this version does not read, 1 in of-earlier: start 0\.3\.1/);
    await query("delete from pgboss.job where name = 'of-earlier'");
    await convertTarget();
    expect(await query('select name from pgboss.job')).toEqual([{ name: 'emails' }]);
  });

  it('refuses where the backup cannot be written', async () => {
    await expectRefusal(
      () => convertTarget({ file: join(folder, 'absent/before.zip') }),
      /The backup cannot be written/,
    );
    await writeFile(file, 'something else');
    await expectRefusal(convertTarget, /exists already/);
    expect(await readFile(file, 'utf8')).toBe('something else');
  });

  it('changes nothing where it fails half-way', async () => {
    const half = { name: '0199_half', text: 'drop table unmatched_payments cascade; select 1 / 0' };
    await expectRefusal(
      () => convertTarget({ files: [half] }),
      /failed at 0199_half, and nothing was changed: division by zero/,
    );
  });

  it('changes nothing where money is not the same after it', async () => {
    const wrong = { name: '99_wrong', text: 'update reservations set received_cents = received_cents + 1' };
    const files = [...(await readSql(CONVERSION_DIR)), wrong];
    await expectRefusal(() => convertTarget({ files }), /The consistency check finds/);
  });

  it('keeps to the references between tables, and switches triggers on again', async () => {
    const wrong = { name: '0199_wrong', text: 'update refunds set reservation_id = gen_random_uuid()' };
    await expectRefusal(() => convertTarget({ files: [wrong] }), /failed at 0199_wrong.*refunds_reservation_id_fkey/);
    await rm(file);
    await convertTarget();
    await expect(query('delete from audit_entries')).rejects.toThrow('audit entries are never changed');
    expect(await query("select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal")).toEqual([]);
  });

  it('keeps out whoever connects meanwhile', async () => {
    const late = createClient(target.url);
    const beforeCommit = async () => {
      await late.connect();
    };
    // Locked: a server that comes back waits until it ends, and finds what it does not know.
    await convertTarget({ beforeCommit });
    await expect(late.query('select from road_lists')).rejects.toThrow('does not exist');
    await late.end();
  });
});

describe('a server of this version', () => {
  const start = () => prepareDatabase(target.url, nothing);

  it('refuses a database of release 0.3.1, and names the command', async () => {
    await expect(start()).rejects.toThrow(
      'This database is of release 0.3.1. Stop all servers, then convert it: npm run convert -- BACKUP.zip',
    );
  });

  it('refuses a database of an earlier release, which is upgraded first', async () => {
    await query("delete from kysely_migration where name > '0100'");
    await expect(start()).rejects.toThrow('This database is of a release before 0.3.1. Upgrade it to 0.3.1 first');
  });
});
