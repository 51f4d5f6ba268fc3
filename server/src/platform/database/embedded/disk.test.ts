import { appendFile, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { rotateLog } from './postmaster.ts';

const CPF = '52998224725';

let dataDir: string;
let log: string;
let server: EmbeddedPostgres;
const start = () => startEmbeddedPostgres(dataDir, () => undefined);
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'passeio-disk-'));
  log = join(dataDir, 'postgres.log');
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function breakUniqueness(table: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query(`create table ${table} (cpf text constraint ${table}_cpf unique)`);
  const insert = () => client.query(`insert into ${table} values ($1)`, [CPF]);
  await insert();
  await expect(insert()).rejects.toThrow('duplicate key');
  await client.end();
}

describe("PostgreSQL's log", () => {
  it('names the rule that was broken, never the person', async () => {
    await breakUniqueness('people');
    const text = await readFile(log, 'utf8');
    expect(text).toContain('people_cpf');
    expect(text).not.toContain(CPF);
  });

  it('is moved aside when it has grown large, while PostgreSQL goes on writing', async () => {
    await appendFile(log, 'x'.repeat(6_000_000));
    await rotateLog(log);
    await breakUniqueness('guests');

    expect((await stat(`${log}.1`)).size).toBeGreaterThan(6_000_000);
    const text = await readFile(log, 'utf8');
    expect(text).toContain('guests_cpf');
    expect(text).not.toContain('people_cpf');
  });
});

describe.skipIf(process.platform !== 'linux')('a start on a full disk', () => {
  it('ends with a sentence where our own files find no room', async () => {
    await server.stop();
    await symlink('/dev/full', join(dataDir, 'write-test'));
    await expect(start()).rejects.toThrow(`Passeio cannot write to ${dataDir}: there is no room left on the disk.`);
    server = await start();
  });

  it('ends with a sentence where PostgreSQL finds none', async () => {
    await server.stop();
    const file = join(dataDir, 'postgres/postmaster.opts');
    await rm(file);
    await symlink('/dev/full', file);
    await expect(start()).rejects.toThrow(
      `Passeio cannot write to ${dataDir}/postgres: there is no room left on the disk.`,
    );
    await rm(file);
    server = await start();
  });
});
