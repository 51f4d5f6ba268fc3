import { LATE_CASH_DAYS } from '@passeio/contract/boarding/door-money';
import { guideSession } from '@passeio/contract/boarding/guide-links';
import { pagePaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { deleteDB } from 'idb';
import { listsWithCash } from '~/features/boarding/outbox';
import { readSaved } from '~/features/boarding/saved-boarding';
import { seal, unseal } from '~/features/boarding/vault';
import { hashOfLink } from '~/features/session/own-copies';

/** Names of guides' databases begin like this. */
export const GUIDE_DATABASES = 'guide-';
/** What is sealed in them. */
export const GUIDE_LIST = 'list';
const SESSION = 'session';
const DAY_MS = 24 * 3_600_000;

/** `token`: of the link, by which the page is opened again; earlier versions did not store it. */
const storedSession = guideSession.extend({ token: z.string().optional() });
export type StoredSession = z.infer<typeof storedSession>;

/** The database of a link. Throws without encryption, see {@link hashOfLink}. */
export async function guideDatabase(token: string): Promise<string> {
  return GUIDE_DATABASES + (await hashOfLink(token));
}

/** The session that this phone has; undefined without one, and once it is over. */
export async function readGuideSession(database: string): Promise<StoredSession | undefined> {
  const session = await readCashSession(database);
  return session && Date.parse(session.expiresAt) > Date.now() ? session : undefined;
}

/** The same also once it is over: the server still takes cash by it. */
export async function readCashSession(database: string): Promise<StoredSession | undefined> {
  return storedSession.safeParse(await unseal(database, SESSION).catch(() => undefined)).data;
}

export async function storeGuideSession(database: string, session: StoredSession): Promise<void> {
  const until = Date.parse(session.expiresAt) + LATE_CASH_DAYS * DAY_MS;
  await seal(database, SESSION, session, until).catch((error) => console.warn('Session not stored', error));
}

/** Deletes what this phone has of a link, but for the session by which unsent cash goes out, which opens nothing. */
export async function leaveBoarding(database: string): Promise<void> {
  const [session, lists] = await Promise.all([readCashSession(database), listsWithCash(database)]);
  await deleteDB(database);
  if (session && lists.length > 0) {
    await storeGuideSession(database, { ...session, expiresAt: new Date().toISOString() });
  }
}

/** Where a guide whose session this phone has boards the reservation with this code; undefined if there is none. */
export async function guideBoardingOf(code: string): Promise<string | undefined> {
  const all = (await globalThis.indexedDB?.databases?.()) ?? [];
  for (const { name = '' } of all.filter((one) => one.name?.startsWith(GUIDE_DATABASES))) {
    const [session, stored] = await Promise.all([
      readGuideSession(name),
      unseal(name, GUIDE_LIST).catch(() => undefined),
    ]);
    const boards = readSaved(stored)?.list.people.some((person) => person.code === code);
    if (session?.token && boards) return pagePaths.guideLink(session.token, code);
  }
  return undefined;
}
