import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/index.ts';
import { prepareDatabase } from '../src/platform/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated, empty template database. */
    templateUrl: string;
  }
}

/** One PostgreSQL server for all tests; every file copies the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-tests-'));
  const server = await startEmbeddedPostgres(dataDir, () => undefined);
  await writeLazily(server.connectionString);
  await prepareDatabase(server.connectionString, async () => undefined);
  project.provide('templateUrl', server.connectionString);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

// Tests that kill PostgreSQL start one of their own; this one is thrown away, and need not wait for the disk.
async function writeLazily(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${setting} = off`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Copies the template; returns the connection string and a function that drops the copy. */
export function copyDatabase(templateUrl: string): Promise<TestDatabase> {
  return createDatabase(templateUrl, new URL(templateUrl).pathname.slice(1));
}

/** A new database without tables on the same server. */
export function createEmptyDatabase(templateUrl: string): Promise<TestDatabase> {
  return createDatabase(templateUrl, 'template0');
}

// Copying files takes less than writing every page to the log, where nothing waits for the disk.
async function createDatabase(templateUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  await asAdmin(templateUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: url.href,
    drop: () => asAdmin(templateUrl, `drop database ${name} with (force)`),
  };
}

async function asAdmin(templateUrl: string, statement: string): Promise<void> {
  const url = new URL(templateUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    // Copies of a template exclude each other.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
