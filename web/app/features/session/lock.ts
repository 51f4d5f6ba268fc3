import { identity } from './identity/current';
import { lockScreenUrl } from './return-url';
import { currentAddress, isOnPrivatePage, redirectTo } from './sign-out-redirect';
import { storeLocked, useUser } from './user-store';

/**
 * Locks this browser: who is here stays known, the token is gone, here and in the other tabs, and the provider's
 * session ends. Pages that are not for visitors give way to the lock screen.
 */
export function lock(): void {
  lockQuietly();
  if (isOnPrivatePage()) redirectTo(lockScreenUrl(currentAddress()));
}

/** Locks and opens the lock screen, whatever the page. */
export function lockAndShow(): void {
  lockQuietly();
  redirectTo(lockScreenUrl(currentAddress()));
}

export function lockQuietly(): void {
  const { user } = useUser.getState();
  if (user.accessToken === null) return;
  storeLocked(user);
  void endProviderSession();
}

let ending: Promise<boolean> | null = null;

/** Ends the provider's session of this browser; answers whether that worked. It may be asked for again and again. */
export function endProviderSession(): Promise<boolean> {
  ending ??= tryToEnd().finally(() => {
    ending = null;
  });
  return ending;
}

async function tryToEnd(): Promise<boolean> {
  try {
    await (await identity()).signOut();
    return true;
  } catch (error) {
    console.warn('The session behind the lock could not be ended', error);
    return false;
  }
}

/** Settles when no session is being ended, so that a new one is not the one that ends. */
export async function noSessionEnding(): Promise<void> {
  await ending;
}
