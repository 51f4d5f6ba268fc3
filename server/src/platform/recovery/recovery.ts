import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkRecipients } from '../backup/encryption.ts';
import type { Database } from '../database/connect.ts';
import type { PostgresPlace } from '../database/embedded/place.ts';
import { Archiver, type ArchiverOptions } from './archiver.ts';
import { deleteOldRuns, recordArchiving, recordRun } from './backup-runs.ts';
import { listBases } from './line.ts';
import { prove } from './prove.ts';
import { prune } from './prune.ts';
import type { Scope } from './scope.ts';
import { removeScratch } from './scratch.ts';
import { takeBase } from './take-base.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
// 5:40 UTC, before what is deleted at night.
const NIGHT_MS = (5 * 60 + 40) * 60 * 1_000;
const RETRY_MS = 60 * 60 * 1_000;
const LAST_SHIPMENT_MS = 2_500;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface RecoveryOptions extends ArchiverOptions {
  scope: Scope;
  connectionString: string;
  place: PostgresPlace;
  /** How long base backups are kept. */
  days: number;
}

/** Archiving of the embedded database, for recovery to the second. */
export interface Recovery {
  /** Archives what waits. Throws when the archive is unavailable, and then pauses before the next attempt. */
  ship(db: Database): Promise<void>;
  /** Makes the base backup that is due, proves that it can be restored, and removes old ones. */
  backUpIfDue(db: Database, signal: AbortSignal): Promise<void>;
  /** After PostgreSQL has stopped: archives what it left, for a moment. The next start archives the rest. */
  finish(): Promise<void>;
}

/** Throws a StartError if nothing can be encrypted for the recipients. */
export async function openRecovery(options: RecoveryOptions): Promise<Recovery> {
  const { scope, connectionString, place, dataDir, days } = options;
  if (options.recipients.length > 0) await checkRecipients(options.recipients);
  const archiver = new Archiver(options);
  for (const parent of new Set([dataDir, dirname(place.pgData)])) await removeScratch(parent);
  let pause = FIRST_PAUSE_MS;
  // The time of the clock that never goes back.
  let pausedUntil = 0;
  let notBefore = 0;
  // Read once, because reading lists the whole archive.
  let newestAt: number | undefined;

  const backUp = async (db: Database, signal: AbortSignal) => {
    const base = await recordRun(db, 'base', async () => {
      const made = await takeBase({ archiver, scope, connectionString, pgData: place.pgData, dataDir, signal });
      await archiver.completeBase(made);
      const { name, line, bytes, files } = made;
      newestAt = new Date(made.startedAt).getTime();
      // The clock may go back, and WAL be given up, at any time.
      notBefore = 0;
      return { result: made, details: { name, line, bytes, files: files.length } };
    });
    await recordRun(db, 'proof', async () => {
      const details = await prove({ archiver, scope, connectionString, place, signal }, base);
      return { result: undefined, details: { name: base.name, ...details } };
    });
    await prune(options.store, base.line, new Date(Date.now() - days * DAY_MS));
    await deleteOldRuns(db);
  };

  return {
    async ship(db) {
      if (performance.now() < pausedUntil) return;
      try {
        const shipped = await archiver.ship();
        pause = FIRST_PAUSE_MS;
        if (shipped > 0) await recordArchiving(db, true);
      } catch (error) {
        pausedUntil = performance.now() + pause;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        await recordArchiving(db, false, { reason: (error as Error).message }).catch(() => undefined);
        throw error;
      }
    },
    async backUpIfDue(db, signal) {
      if (performance.now() < notBefore) return;
      newestAt ??= (await archiver.isUnbroken())
        ? new Date((await listBases(options.store, await archiver.line())).at(-1)?.startedAt ?? 0).getTime()
        : 0;
      if (!(await archiver.needsBase()) && newestAt >= lastNight()) return;
      notBefore = performance.now() + RETRY_MS;
      await backUp(db, signal).catch((error) => {
        if (!signal.aborted) throw error;
      });
    },
    async finish() {
      await Promise.race([archiver.ship().catch(() => undefined), wait(LAST_SHIPMENT_MS, undefined, { ref: false })]);
    },
  };
}

/** The last moment at which a base backup was due. */
function lastNight(): number {
  return Math.floor((Date.now() - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS;
}
