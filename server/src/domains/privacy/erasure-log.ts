import { z } from '@passeio/contract/zod';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Storage } from '../../ports/storage/port.ts';

/** Who was erased: a person, or a participant without account. Ids alone, which say nothing of anybody. */
export interface Erasure {
  id: string;
  subject: 'person' | 'participant';
}

export interface QueuedErasure extends Erasure {
  /** Folders of the storage. */
  files: string[];
}

/** What follows an erasure in the storage: the person's files go, and the log says who was erased. */
export const erasureQueue: Queue = {
  name: 'erasures',
  batchSize: 5,
  retryLimit: 36,
  retryDelay: 5,
  retryDelayMax: 3_600,
  priority: 1,
};

const FOLDER = 'erasures';

/** Beside the database, so that a backup of it from before knows of later erasures once it is restored. */
export async function finishErasure(storage: Storage, { id, subject, files }: QueuedErasure): Promise<void> {
  await storage.write(`${FOLDER}/${subject}/${id}`, Buffer.from(''));
  for (const folder of files) await storage.removeFolder(folder);
}

const logged = z.object({ subject: z.enum(['person', 'participant']), id: z.uuid() });

/** Everybody in the log; other files are none of it. */
export async function readLog(storage: Storage): Promise<Erasure[]> {
  const keys = await storage.list(FOLDER);
  return keys.flatMap((key): Erasure[] => {
    const [, subject, id] = key.split('/');
    const { data } = logged.safeParse({ subject, id });
    return data ? [data] : [];
  });
}
