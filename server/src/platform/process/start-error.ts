import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A reason not to start that whoever runs the program can act on: its message is printed alone, without a stack. */
export class StartError extends Error {}

const PROBE_BYTES = 1_000_000;
// What the disk may answer, as Node's error codes, as PostgreSQL's SQLSTATEs, and as PostgreSQL's programs print it.
const DISK_FAILURES = [
  { codes: ['ENOSPC', '53100'], text: 'No space left on device', reason: 'there is no room left on the disk' },
  { codes: ['EDQUOT'], text: 'Disk quota exceeded', reason: "this user's disk quota is used up" },
  { codes: ['EROFS'], text: 'Read-only file system', reason: 'the disk is read-only' },
  { codes: ['EACCES', 'EPERM'], text: 'Permission denied', reason: 'this user may not write there' },
];

/** The lines to print when a program of ours cannot start or go on: a sentence, or a stack where nobody foresaw it. */
export function explainFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code = '', port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another, as in: PORT=${(port ?? 3000) + 1} npm start`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user. Choose another, as in: PORT=3000 npm start`;
  }
  const failure = DISK_FAILURES.find(({ codes }) => codes.includes(code));
  if (failure) return sentence(path ?? 'the database', failure.reason);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a command of ours: what it writes is for nobody else, and why it fails is printed as {@link explainFailure}. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}

/** The refusal for what a program printed about `folder`; undefined where it did not speak of the disk. */
export function diskFailureIn(output: string, folder: string): StartError | undefined {
  const failure = DISK_FAILURES.find(({ text }) => output.includes(text));
  return failure && new StartError(sentence(folder, failure.reason));
}

/** Throws a StartError unless something can be written into `folder`. */
export async function refuseUnwritable(folder: string): Promise<void> {
  const probe = join(folder, 'write-test');
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    const failure = DISK_FAILURES.find(({ codes }) => codes.includes((error as NodeJS.ErrnoException).code ?? ''));
    throw failure ? new StartError(sentence(folder, failure.reason)) : error;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function sentence(what: string, reason: string): string {
  return `Passeio cannot write to ${what}: ${reason}.`;
}
