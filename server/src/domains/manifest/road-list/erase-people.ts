import type { Database } from '../../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../../platform/jobs/jobs.ts';
import { eraseGuides, eraseNotes, erasePeopleOfLists } from './erase-people.queries.ts';

const oldLists: Queue = { name: 'old-lists', batchSize: 1, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };
const EVERY_NIGHT = '0 7 * * *';
const BATCH = 500;

/**
 * Erases, some days after the return (a setting), who was on closed lists, what guides were called and the notes of
 * participants. What a list says of the journey stays, with its date, author, number of people and hash.
 */
export async function erasePeople(db: Database): Promise<void> {
  for (const erase of [erasePeopleOfLists, eraseGuides, eraseNotes]) {
    let erased = BATCH;
    while (erased === BATCH) erased = await erase(db, BATCH);
  }
}

/** Does it every night, in one of the processes. */
export async function eraseOldLists(jobs: Jobs, db: Database): Promise<void> {
  await jobs.workAtTimes(oldLists, EVERY_NIGHT, () => erasePeople(db));
}
