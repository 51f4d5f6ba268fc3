import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { type GuideSession, guideSession } from '@passeio/contract/boarding/guide-links';
import type { BoardingSource } from '~/features/boarding/boarding-sync';
import { seal, unseal } from '~/features/boarding/vault';
import { ApiError, createApi } from '~/lib/api';

/** Names of guides' databases begin like this. */
export const GUIDE_DATABASES = 'guide-';
const SESSION = 'session';

/** Without anybody's account, also if somebody is signed in beside it. */
const guideApi = createApi({ fetch: (input, init) => window.fetch(input, init) });

/**
 * The database of a link, named so that it does not tell the token. Needs https or localhost, as all encryption does.
 */
export async function guideDatabase(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return GUIDE_DATABASES + hex.slice(0, 32);
}

/** The session that this phone has; undefined without one, and once it is over. */
export async function readGuideSession(database: string): Promise<GuideSession | undefined> {
  return guideSession.safeParse(await unseal(database, SESSION).catch(() => undefined)).data;
}

/** Opens a session by the PIN. Rejects with an ApiError. */
export async function enterPin(database: string, token: string, pin: string): Promise<GuideSession> {
  const opened = await guideApi.call(boardingRoutes.openGuideSession, { body: { token, pin } });
  if (!opened) throw new ApiError(0);
  await seal(database, SESSION, opened, Date.parse(opened.expiresAt)).catch((error) =>
    console.warn('Session not stored', error),
  );
  return opened;
}

/** The boarding of a guide's trip. `onOver` when the server asks for the PIN again. */
export function guideSource(database: string, { session }: GuideSession, onOver: () => void): BoardingSource {
  async function unlessOver<Result>(call: Promise<Result>): Promise<Result | undefined> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'GUIDE_SESSION_OVER')) throw error;
      onOver();
      return undefined;
    }
  }
  return {
    owner: database,
    database,
    list: 'list',
    load: () => unlessOver(guideApi.call(boardingRoutes.listAsGuide, { body: { session } })),
    send: (taps) => unlessOver(guideApi.call(boardingRoutes.recordGuideTaps, { body: { session, ...taps } })),
  };
}
