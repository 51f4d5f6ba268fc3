import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isOfThisLine, lastRelease, unpackRelease } from '../../../scripts/last-release.ts';
import { createClient } from '../../src/platform/database/connect.ts';
import { knownMigrations, prepareDatabase } from '../../src/platform/database/migrate.ts';
import { type Answers, spendDay } from '../day-of-work.ts';
import { createEmptyDatabase, type TestDatabase } from '../postgres.ts';
import { SCHEMA_DIGEST } from '../schema-digest.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

// Pages are not under test: a release is built for minutes.
const WEB = `export default {
  match: (path) => ({ isPublic: true, parameters: [], routeIds: [], pattern: path, path }),
  render: async () => new Response(''),
};`;

// Read by the day where there is something to read, or never: pictures, forms of minors, a contract, what a guide sees,
// and what follows a trip.
const ABSENT = [
  '/api/guide/boardings',
  '/api/reservations/:reservationId/contract/export',
  '/api/reservations/:reservationId/participants/:participantId/authorization/form',
  '/api/trips/:tripId/boarding/people/:participantId/authorization',
  '/api/settings/logo/:logoId/:rendition',
  '/api/trips/:tripId/cancellation',
  '/api/reservations/:reservationId/departure-choice',
  '/api/trips/image/:imageId/:rendition',
  '/api/trips/:tripId/waiting-list',
  '/api/reservations/:reservationId/review',
];

// Where databases of the release are converted, no server of it works beside this version.
const isSameLine = await isOfThisLine(lastRelease);

let folder: string;
let database: TestDatabase;
let server: ServerProcess;
let readRoutes: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passeio-release-'));
  await unpackRelease(folder, lastRelease);
  await mkdir(join(folder, 'web/build/server'), { recursive: true });
  await mkdir(join(folder, 'web/build/client/assets'), { recursive: true });
  await writeFile(join(folder, 'web/build/server/index.js'), WEB);
  const { authorization } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'server/src/authorization.ts')).href
  );
  readRoutes = Object.keys(authorization)
    .filter((route) => route.startsWith('GET /api/') && !route.startsWith('GET /api/docs'))
    .map((route) => route.slice('GET '.length));
  database = await createEmptyDatabase(inject('templateUrl'));
  server = await startReleased();
  await server.untilReady();
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

let before: Answers;

it.skipIf(isSameLine)(
  `this version refuses the database of release ${lastRelease.version}, which serves on`,
  async () => {
    const digest = await query(SCHEMA_DIGEST);
    const refused = `This database is of release ${lastRelease.version}. Stop all servers, then convert it: npm run convert`;
    await expect(prepareDatabase(database.url, async () => undefined)).rejects.toThrow(refused);
    const late = await startServerProcess({ DATABASE_URL: database.url, IDENTITY_SECRET: 'x'.repeat(32) });
    expect(await late.ended()).toBe(1);
    expect(late.output()).toContain(refused);
    await late.stop();
    expect(await query(SCHEMA_DIGEST)).toEqual(digest);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
);

function startReleased(): Promise<ServerProcess> {
  const env = { DATABASE_URL: database.url, IDENTITY_SECRET: 'x'.repeat(32) };
  return startServerProcess(env, join(folder, 'demo/start.ts'));
}

async function query(text: string) {
  const client = createClient(database.url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

it.runIf(isSameLine)(
  `a server of release ${lastRelease.version} answers as before while the database is migrated under it`,
  async () => {
    before = await spendDay(server.url, readRoutes);
    // A call that is refused shows nothing.
    expect(before.filter((answer) => !answer.startsWith('GET ') && !/ 20\d$/.test(answer))).toEqual([]);
    const unread = readRoutes.filter((route) => !before.includes(`GET ${route} 200`));
    expect(unread.toSorted()).toEqual(ABSENT.toSorted());

    await prepareDatabase(database.url, async () => undefined);
    const [{ applied }] = await query('select count(*)::integer as applied from kysely_migration');
    expect(applied).toBe((await knownMigrations()).length);

    const after = await spendDay(server.url, readRoutes);
    expect(after).toEqual(before);
    expect(server.output()).not.toMatch(/"level":(50|60)/);
  },
);

it.runIf(isSameLine)(
  'another server of the release is refused by the migrated database before it changes anything',
  async () => {
    const released = (await readdir(join(folder, 'server/migrations'))).filter((name) => name.endsWith('.sql'));
    const isMigrated = (await knownMigrations()).length > 1 + released.length;
    const schema = await query(SCHEMA_DIGEST);
    const late = await startReleased();
    await late.untilReady();
    // The first days after a release have no migration, and the way back is open.
    if (isMigrated) {
      expect(await late.ended()).toBe(1);
      expect(late.output()).toMatch(/^This database was migrated by a later version, up to .*fits it\.$/m);
    }
    await late.stop();
    expect(await query(SCHEMA_DIGEST)).toEqual(schema);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
);

it.runIf(isSameLine)('answers otherwise where a migration takes away what it reads', async () => {
  await query('alter table trips drop column summary cascade');
  const after = await spendDay(server.url, readRoutes).catch((error: Error) => error.message);
  expect(after).not.toEqual(before);
});
