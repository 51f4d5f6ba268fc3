import { copyFile, open, stat, truncate } from 'node:fs/promises';

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
