import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { type ArchiveReader, readArchive } from '../backup/archive.ts';
import { createClient } from '../database/connect.ts';
import { connect, socketUrl } from '../database/embedded/index.ts';
import type { PostgresPlace } from '../database/embedded/place.ts';
import { makeSocketDir, sizeOf, spawnPostmaster, stopPostmaster } from '../database/embedded/postmaster.ts';
import { OWN_FOLDER } from '../database/embedded/spool.ts';
import { StartError } from '../process/start-error.ts';
import { type Base, isSegment, keyOfBase, listSegments, readSealed, readSegment, segmentAfter } from './line.ts';
import { type BaseContents, baseContents, CONTENTS } from './take-base.ts';

const POLL_MS = 25;
const CONNECT_EVERY_MS = 100;
// Segments of 16 MB that are brought before PostgreSQL asks for them, and kept after: it reads the last ones twice.
const AHEAD = 4;
const KEPT = 3;
const LOGGED_LINES = 12;
// A target so shortly after the last transaction is the end of the archive.
const END_TOLERANCE_MS = 1_000;

// PostgreSQL's user cannot read the archive: the command waits for what we bring.
const FEED = `${OWN_FOLDER}/feed`;
const RESTORE_COMMAND = [
  'case %f in *.history) exit 1;; esac',
  `echo %f > ${FEED}/asked`,
  `while [ ! -f ${FEED}/%f ]; do [ -f ${FEED}/end ] && { [ -f ${FEED}/%f ] && break; exit 1; }; sleep 0.05; done`,
  `cp ${FEED}/%f "%p"`,
].join('; ');

/** To where WAL is replayed: a moment, a restore point, or the end of the archive. */
type Target = { time: Date } | { name: string } | 'latest';

export interface Replay {
  store: ArchiveStore;
  /** Secret keys of age. */
  keys: readonly string[];
  base: Base;
  /** Lines with its WAL. */
  lines: readonly string[];
  target: Target;
  /** Where the database will be; `folder` beside it is the workshop, in which it is `folder`/postgres. */
  place: PostgresPlace;
  folder: string;
  /** How far it gives way to everything else on this machine, up to 19, and takes little memory; default: not. */
  niceness?: number;
  signal?: AbortSignal;
}

export interface Replayed {
  /** When the last transaction was. */
  last: Date | null;
  /** Why the archive goes no further, if it should. */
  problem: string | undefined;
}

/**
 * Restores a base backup into `folder`, the database in `postgres/` and `secrets/`, and replays WAL up to the target.
 * Calls `use` with the connection string of the database. Throws a StartError if the archive does not lead there.
 */
export async function replay(options: Replay, use: (url: string) => Promise<void>): Promise<Replayed> {
  const { store, keys, base, folder, place } = options;
  await extractBase(store, base, keys, folder);
  const pgData = join(folder, 'postgres');
  options.signal?.throwIfAborted();
  await mkdir(join(pgData, FEED), { recursive: true, mode: 0o700 });
  await writeFile(join(pgData, 'recovery.signal'), '');
  const { user } = place;
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  const replayed = await run(options, { ...place, pgData, link: pgData }, use);
  await rm(join(pgData, OWN_FOLDER), { recursive: true });
  return replayed;
}

/** Writes the parts of a base backup, once all of them are verified. */
async function extractBase(store: ArchiveStore, base: Base, keys: readonly string[], folder: string): Promise<void> {
  const file = join(folder, 'base.zip');
  const key = keyOfBase(base);
  await readSealed(store, key, keys, (content) => pipeline(content, createWriteStream(file, { mode: 0o600 })));
  const archive = await readArchive(file, key);
  try {
    const { folders, entries } = readContents(await archive.readText(CONTENTS), key);
    for (const entry of entries) await archive.check(entry);
    for (const name of folders) await mkdir(join(folder, 'postgres', name), { recursive: true, mode: 0o700 });
    for (const { name } of entries) await extract(archive, name, join(folder, name));
  } finally {
    archive.close();
    await rm(file, { force: true });
  }
}

function readContents(text: string, key: string): BaseContents {
  try {
    return baseContents.parse(JSON.parse(text));
  } catch {
    throw new StartError(`The backup ${key} is damaged: ${CONTENTS} is not what was written.`);
  }
}

async function extract(archive: ArchiveReader, name: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(await archive.read(name), createWriteStream(path, { mode: 0o600 }));
}

async function run(options: Replay, place: PostgresPlace, use: (url: string) => Promise<void>): Promise<Replayed> {
  const stop = new AbortController();
  let problem: string | undefined;
  const feeding = feed(options, join(place.pgData, FEED), stop.signal).then((found) => {
    problem = found;
  });
  try {
    const { target, base } = options;
    const ended = await runOnce(options, place, use, targetSettings(target));
    if (ended.isReached) return { last: ended.last, problem: target === 'latest' ? problem : undefined };
    if (isEndOf(ended, target, problem !== undefined)) {
      const again = await runOnce(options, place, use, {});
      if (again.isReached) return { last: again.last, problem };
      throw new Error(`PostgreSQL did not recover:\n${again.output}`);
    }
    throw new StartError(explain(ended, base, problem));
  } finally {
    stop.abort();
    await feeding;
  }
}

/** Whether the target is where the archive ends; where it goes on and cannot be read, exactly there. */
function isEndOf({ last }: Ended, target: Target, isBroken: boolean): boolean {
  if (typeof target === 'string' || !('time' in target) || !last) return false;
  return target.time.getTime() - last.getTime() <= (isBroken ? 0 : END_TOLERANCE_MS);
}

// PostgreSQL reads no "T" and "Z" here.
function targetSettings(target: Target): Record<string, string> {
  if (target === 'latest') return {};
  if ('name' in target) return { recovery_target_name: target.name };
  return { recovery_target_time: target.time.toISOString().replace('T', ' ').replace('Z', '+00') };
}

function explain({ last, output }: Ended, base: Base, problem: string | undefined): string {
  if (!output.includes('recovery ended before configured recovery target') && !problem) {
    return `The archive cannot be replayed:\n${output}`;
  }
  return `${problem ?? 'The archive ends before that moment.'} ${explainReach(last, base)}`;
}

function explainReach(last: Date | null, { endedAt }: Base): string {
  if (!last) return 'It holds no transaction after its base backup.';
  if (last < new Date(endedAt)) {
    return `Its clock went back, to ${last.toISOString()} at last, which names no moment: choose "--at latest".`;
  }
  return `It goes up to ${last.toISOString()}, its last transaction: choose that moment, or an earlier one.`;
}

interface Ended {
  isReached: boolean;
  /** When the last transaction that was replayed was committed. */
  last: Date | null;
  output: string;
}

async function runOnce(
  { niceness, folder, signal }: Replay,
  place: PostgresPlace,
  use: (url: string) => Promise<void>,
  target: Record<string, string>,
): Promise<Ended> {
  const socketDir = await makeSocketDir(place);
  const logFile = join(folder, 'recovery.log');
  const logged = await sizeOf(logFile);
  const child = await spawnPostmaster(place, socketDir, logFile, {
    ...target,
    restore_command: RESTORE_COMMAND,
    // The line's own: what was abandoned by an earlier restore is in another one.
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // Clients that connect then find it promoted.
    hot_standby: 'off',
    archive_mode: 'off',
    ...(niceness ? { shared_buffers: '32MB' } : {}),
  });
  const exited = once(child, 'exit');
  try {
    if (niceness && child.pid) setPriority(child.pid, niceness);
    while (child.exitCode === null && child.signalCode === null) {
      signal?.throwIfAborted();
      const own = await connect(socketDir);
      await own?.end();
      if (!own) await wait(CONNECT_EVERY_MS);
      else return { isReached: true, last: await inDatabase(socketDir, use), output: '' };
    }
  } finally {
    if (child.pid && child.exitCode === null && child.signalCode === null) {
      await stopPostmaster({ pid: child.pid, socketDir });
      await exited;
    } else await rm(socketDir, { recursive: true, force: true });
  }
  // Each of our attempts to connect is a line.
  const log = (await readFile(logFile)).subarray(logged).toString();
  const lines = log.split('\n').filter((line) => !line.includes('is starting up'));
  const output = lines.slice(-LOGGED_LINES).join('\n');
  const last = /last completed transaction was at log time (.+)/.exec(output)?.[1];
  return { isReached: false, last: last ? lastMoment(last) : null, output };
}

// Microseconds are rounded up: the transaction is not after that moment.
function lastMoment(logged: string): Date {
  return new Date(Date.parse(logged.replace(' ', 'T').replace(/\+00$/, 'Z')) + 1);
}

async function inDatabase(socketDir: string, use: (url: string) => Promise<void>): Promise<Date | null> {
  const url = socketUrl(socketDir);
  const client = createClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last');
    await use(url);
    await client.query('checkpoint');
    return rows[0]?.last ?? null;
  } finally {
    await client.end();
  }
}

/**
 * Brings segments, a few ahead of what PostgreSQL asks for, until the archive has no next one. Returns why, if one is
 * missing or damaged.
 */
async function feed(
  { store, keys, base, lines, place }: Replay,
  folder: string,
  stopped: AbortSignal,
): Promise<string | undefined> {
  const segments = await listSegments(store, lines);
  const last = [...segments.keys()].filter(isSegment).sort().at(-1) ?? '';
  const brought: string[] = [];
  const end = async (problem?: string) => {
    await writeFile(join(folder, 'end'), '').catch(() => undefined);
    return problem;
  };
  for (let name = base.segment; ; name = segmentAfter(name)) {
    await untilAskedFor(folder, brought, stopped);
    if (stopped.aborted) return undefined;
    const key = segments.get(name);
    if (!key) return end(name < last ? `The archive has no segment ${name}.` : undefined);
    const part = join(folder, `${name}.part`);
    try {
      const content = await readSegment(store, key, keys);
      await writeFile(part, content, { mode: 0o600 });
      if (place.user) await chown(part, place.user.uid, place.user.gid);
      await rename(part, join(folder, name));
    } catch (error) {
      if (stopped.aborted) return undefined;
      return end((error as Error).message);
    }
    brought.push(name);
  }
}

async function untilAskedFor(folder: string, brought: string[], stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const asked = (await readFile(join(folder, 'asked'), 'latin1').catch(() => '')).trim();
    const position = brought.indexOf(asked);
    for (const name of brought.splice(0, Math.max(0, position - KEPT))) await rm(join(folder, name), { force: true });
    if (brought.length - Math.max(brought.indexOf(asked), 0) <= AHEAD) return;
    await wait(POLL_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}
