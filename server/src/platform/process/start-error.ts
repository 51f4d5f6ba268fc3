import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An error that the person who starts the program can fix; only its message is printed. */
export class StartError extends Error {}

const PROBE_BYTES = 1_000_000;
// Disk errors as Node's codes, PostgreSQL's SQLSTATEs, and the texts that PostgreSQL's programs print.
const DISK_FAILURES = [
  { codes: ['ENOSPC', '53100'], text: 'No space left on device', reason: 'there is no room left on the disk' },
  { codes: ['EDQUOT'], text: 'Disk quota exceeded', reason: "this user's disk quota is used up" },
  { codes: ['EROFS'], text: 'Read-only file system', reason: 'the disk is read-only' },
  { codes: ['EACCES', 'EPERM'], text: 'Permission denied', reason: 'this user may not write there' },
];

/** What to print when a program fails: a sentence for expected errors, otherwise the stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code = '', port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (port !== undefined) {
    const text = portText(code, 'PORT', port);
    if (text) return text;
  }
  const failure = DISK_FAILURES.find(({ codes }) => codes.includes(code));
  if (failure) return startErrorText(path ?? 'the database', failure.reason);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Why a port that the variable `name` says cannot be used, if `code` says so. */
export function portText(code: string, name: string, port: number): string | undefined {
  // The next ones may be those of the demonstration bank and of its cards.
  const other = port + (port > 65_000 ? -10 : 10);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another, as in: ${name}=${other} npm start`;
  }
  if (code !== 'EACCES') return undefined;
  return `Port ${port} may not be used by this user. Choose another, as in: ${name}=3000 npm start`;
}

/** Runs a command line program with umask 077; prints errors with {@link explainFailure}. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}

/** The StartError for a program's `output` about `folder`; undefined if it is no disk error. */
export function diskFailureIn(output: string, folder: string): StartError | undefined {
  const failure = DISK_FAILURES.find(({ text }) => output.includes(text));
  return failure && new StartError(startErrorText(folder, failure.reason));
}

/** Throws a StartError, which begins with `name`, unless something can be written into `folder`. */
export async function assertWritable(folder: string, name = ''): Promise<void> {
  const probe = join(folder, 'write-test');
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    const failure = DISK_FAILURES.find(({ codes }) => codes.includes((error as NodeJS.ErrnoException).code ?? ''));
    throw failure ? new StartError(name + startErrorText(folder, failure.reason)) : error;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function startErrorText(what: string, reason: string): string {
  return `Passeio cannot write to ${what}: ${reason}.`;
}
