import { identity } from './identity/current';
import { lockScreenUrl } from './return-url';
import { currentAddress, isOnPrivatePage, redirectTo } from './sign-out-redirect';
import { storeLocked, useUser } from './user-store';

/**
 * Locks this browser in all tabs: deletes the token, keeps name and e-mail, ends the provider's session. Private pages
 * are replaced by the lock screen.
 */
export function lock(): void {
  lockQuietly();
  if (isOnPrivatePage()) redirectTo(lockScreenUrl(currentAddress()));
}

/** Locks and opens the lock screen, also from a public page. */
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

/** Ends the provider's session of this browser; returns whether that worked. Concurrent calls share one request. */
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

/** Settles when no sign-out is pending, so that it cannot end a new session. */
export async function noSessionEnding(): Promise<void> {
  await ending;
}
