import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { withClient } from '../database/connect.ts';
import type { PostgresPlace } from '../database/embedded/place.ts';
import type { Archiver } from './archiver.ts';
import { type Base, listArchivedFiles, listSegments } from './line.ts';
import { replay } from './replay.ts';
import type { Counts, Scope } from './scope.ts';
import { withScratch } from './scratch.ts';

const POLL_MS = 200;
const ARCHIVED_WITHIN_MS = 120_000;
const MOST_ATTEMPTS = 5;
// Longer than a transaction lasts: what was made before is there for everybody, or never will be.
const SETTLED = "interval '30 seconds'";

export interface Proof {
  counts: Counts;
  seconds: number;
}

export interface ProofSource {
  archiver: Archiver;
  scope: Scope;
  connectionString: string;
  place: PostgresPlace;
  signal: AbortSignal;
}

/**
 * Restores the base backup and the WAL since into a database of its own, and compares it with the running one. Throws
 * if they differ, or it cannot be restored.
 */
export async function prove(
  { archiver, scope, connectionString, place, signal }: ProofSource,
  base: Base,
): Promise<Proof> {
  const since = performance.now();
  const { store } = archiver;
  const archived = await listArchivedFiles(store, [base.line]);
  const missing = base.files.filter((name) => !archived.has(name));
  if (missing.length > 0) throw new Error(`${missing.length} files of the base backup are not in the archive`);
  const { name, before, counts } = await withClient(connectionString, (client) =>
    markPoint(client, archiver, (moment) => scope.count(connectionString, moment), signal),
  );
  const keys = await archiver.proofKeys();
  let restored: Counts = {};
  await withScratch(
    dirname(place.pgData),
    (folder) =>
      replay(
        { store, keys, base, lines: [base.line], target: { name }, place, folder, niceness: 19, signal },
        async (url) => {
          restored = await scope.count(url, before);
        },
      ),
    place.user,
  );
  if (!isDeepStrictEqual(restored, counts)) {
    throw new Error(`restored ${JSON.stringify(restored)}, and not ${JSON.stringify(counts)}`);
  }
  return { counts, seconds: Math.round((performance.now() - since) / 1_000) };
}

/** A restore point that is archived, and what was there when it was made. */
async function markPoint(
  client: pg.Client,
  archiver: Archiver,
  count: (before: string) => Promise<Counts>,
  signal: AbortSignal,
) {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const name = `proof-${crypto.randomUUID()}`;
    const { rows: moments } = await client.query<{ before: string }>(`select (now() - ${SETTLED})::text as before`);
    const before = moments[0]?.before ?? '';
    const counts = await count(before);
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_create_restore_point($1)) as segment',
      [name],
    );
    await client.query('select pg_switch_wal()');
    await untilArchived(archiver, rows[0]?.segment ?? '', signal);
    // Nothing of it was changed meanwhile.
    if (isDeepStrictEqual(await count(before), counts)) return { name, before, counts };
    if (attempt === MOST_ATTEMPTS) throw new Error('reservations change too often to be compared');
  }
}

async function untilArchived(archiver: Archiver, segment: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + ARCHIVED_WITHIN_MS;
  const lines = [await archiver.line()];
  while (true) {
    await archiver.ship();
    if ((await listSegments(archiver.store, lines)).has(segment)) return;
    if (Date.now() > deadline) throw new Error('WAL is not archived in time');
    await wait(POLL_MS, undefined, { signal });
  }
}
