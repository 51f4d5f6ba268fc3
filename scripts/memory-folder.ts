import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
// Databases of tests, a few at a time, and browsers take a third of a gigabyte at most; a full folder fails them all.
const ROOM_BYTES = 1024 ** 3;

/**
 * Lets temporary files of this process and its children be in memory, if the system has a folder for that with room.
 * Copying a database there takes a third of the processor time that it takes on a disk.
 */
export function useMemoryForTemporaryFiles(): void {
  if (process.env.TMPDIR?.startsWith(IN_MEMORY) || bytesFree() < ROOM_BYTES) return;
  const folder = mkdtempSync(join(IN_MEMORY, 'passeio-'));
  // PostgreSQL's system user passes through it, where it is root who runs the tests.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function bytesFree(): number {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
