import { statfs } from 'node:fs/promises';
import type { Queue } from '../../platform/jobs/jobs.ts';

/** What there is to look after. */
export interface Watched {
  /** The queue of e-mails. */
  mail: Queue;
  queues: readonly { queue: Queue; shown: { label: string } | null }[];
  sweeps: readonly { name: string; label: string; everyMs: number }[];
}

/** Free and all bytes where the data folder is. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
