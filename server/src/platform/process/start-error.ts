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
  if (code === 'EADDRINUSE') {
    // The next ones may be those of the demonstration bank and of its cards.
    const other = (port ?? 3000) + (port && port > 65_000 ? -10 : 10);
    return `Port ${port} is taken by another program. Choose another, as in: PORT=${other} npm start`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user. Choose another, as in: PORT=3000 npm start`;
  }
  const failure = DISK_FAILURES.find(({ codes }) => codes.includes(code));
  if (failure) return startErrorText(path ?? 'the database', failure.reason);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
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

/** Throws a StartError unless something can be written into `folder`. */
export async function assertWritable(folder: string): Promise<void> {
  const probe = join(folder, 'write-test');
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    const failure = DISK_FAILURES.find(({ codes }) => codes.includes((error as NodeJS.ErrnoException).code ?? ''));
    throw failure ? new StartError(startErrorText(folder, failure.reason)) : error;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function startErrorText(what: string, reason: string): string {
  return `Passeio cannot write to ${what}: ${reason}.`;
}
