import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresPlace } from './place.ts';

/** Our folder in PostgreSQL's own, where its system user may write; in no backup. */
export const OWN_FOLDER = 'passeio';

// A quiet night loses at most so much.
const ARCHIVE_TIMEOUT_S = 60;
// Relative to PostgreSQL's folder. A copy, because PostgreSQL writes finished segments anew; whole or not there.
const SPOOL = `${OWN_FOLDER}/spool`;
const COPY = `cp "%p" ${SPOOL}/%f.part && sync ${SPOOL}/%f.part && mv ${SPOOL}/%f.part ${SPOOL}/%f`;

/** Where PostgreSQL leaves finished segments of WAL until they are archived. */
export const spoolOf = (pgData: string): string => join(pgData, SPOOL);

/** Creates the spool; returns the settings with which PostgreSQL fills it. */
export async function prepareSpool({ pgData, user }: PostgresPlace): Promise<Record<string, string>> {
  const spool = spoolOf(pgData);
  for (const folder of [join(pgData, OWN_FOLDER), spool]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  }
  return { archive_mode: 'on', archive_timeout: String(ARCHIVE_TIMEOUT_S), archive_command: COPY };
}
