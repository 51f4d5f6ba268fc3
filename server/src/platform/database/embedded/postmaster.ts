import { type ChildProcess, spawn } from 'node:child_process';
import { chown, copyFile, mkdtemp, open, readFile, rename, rm, stat, symlink, truncate } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFailureIn } from '../../process/start-error.ts';
import type { PostgresPlace } from './place.ts';

const STOP_WAIT_MS = 20_000;
const POLL_MS = 50;
// The limit for a socket's path is 107 bytes, file name included.
const MAX_SOCKET_DIR = 80;
const SOCKET_DIR_PREFIX = 'passeio-';

/** A PostgreSQL server process, as its lock file describes it. */
interface Postmaster {
  pid: number;
  socketDir: string;
}

/** Parses `postmaster.pid`: line 1 is the process id, line 5 the socket's folder. */
export async function readLockFile(pgData: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[4] ?? '' } : undefined;
}

/**
 * Creates the database cluster if missing: initialised next to its place and renamed, so that a crash leaves nothing
 * half-made.
 */
export async function initialise(place: PostgresPlace): Promise<void> {
  if (await readFile(join(place.pgData, 'PG_VERSION')).catch(() => undefined)) return;
  const workshop = await mkdtemp(join(dirname(place.pgData), 'initdb-'));
  if (place.user) await chown(workshop, place.user.uid, place.user.gid);
  const cluster = join(workshop, 'postgres');
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--data-checksums'];
  await run(place, place.binaries.initdb, [`--pgdata=${cluster}`, ...flags]);
  await rename(cluster, place.pgData);
  if (place.link !== place.pgData) await symlink(place.pgData, place.link);
  await rm(workshop, { recursive: true, force: true });
}

/** Creates a private folder for the server's Unix socket, the only way in. */
export async function makeSocketDir({ user }: PostgresPlace): Promise<string> {
  const base = tmpdir().length > MAX_SOCKET_DIR ? '/tmp' : tmpdir();
  const socketDir = await mkdtemp(join(base, SOCKET_DIR_PREFIX));
  if (user) await chown(socketDir, user.uid, user.gid);
  return socketDir;
}

/**
 * Starts the server with its socket in `socketDir` and its log appended to `logFile`. It stops when this process is
 * gone.
 */
export async function spawnPostmaster(
  place: PostgresPlace,
  socketDir: string,
  logFile: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const log = await open(logFile, 'a', 0o600);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    // Eight processes, each with its pools; the tests' hosts have some for each operator.
    max_connections: '240',
    log_min_messages: 'warning',
    // Constraint violations are answered to the person and not logged.
    log_min_error_statement: 'panic',
    // No details: they contain values, such as ids and personal data.
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(place.binaries.postgres, ['-D', place.pgData, ...flags], {
    ...place.user,
    cwd: place.pgData,
    // A process group of its own: Ctrl-C must reach only us, so that requests in flight can finish.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  child.once('spawn', () => void log.close());
  child.once('error', () => void log.close());
  stopWithUs(child);
  return child;
}

// Reads until this process is gone, then stops the server: fast, and after twenty seconds at once.
const WATCH = `read -r line; kill -INT "$1"; for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
do sleep 1; kill -0 "$1" || exit; done; kill -QUIT "$1"`;

// A process that is killed stops nobody, and the system stops no children.
function stopWithUs(server: ChildProcess): void {
  if (!server.pid) return;
  const watch = spawn('/bin/sh', ['-c', WATCH, 'sh', String(server.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
  });
  // Without a shell nobody watches, and the next start stops the server.
  watch.once('error', () => undefined);
  watch.unref();
  (watch.stdin as Socket).unref();
  server.once('exit', () => watch.kill('SIGKILL'));
}

/** Stops a server (fast shutdown), waits for its exit, and removes its socket's folder. */
export async function stopPostmaster({ pid, socketDir }: Postmaster): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + STOP_WAIT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
  if (basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) await rm(socketDir, { recursive: true, force: true });
}

/** Whether `pid` is a PostgreSQL: after a crash the number may have been reused. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.trim() === 'postgres';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

async function run(place: PostgresPlace, program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, { ...place.user, cwd: '/', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw diskFailureIn(output, place.pgData) ?? new Error(`${program} failed:\n${output}`);
}

const LARGEST_LOG_BYTES = 5_000_000;
const MAX_READ_BYTES = 64_000;

/**
 * Rotates a large log to `path`.1. PostgreSQL keeps the file open for appending, so the log is copied and truncated,
 * not renamed.
 */
export async function rotateLog(path: string): Promise<void> {
  if ((await sizeOf(path)) < LARGEST_LOG_BYTES) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** What was logged from byte `start` on; truncated if long. */
export async function readLog(path: string, start: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ_BYTES), 0, MAX_READ_BYTES, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
