import { endPush } from '~/lib/push';
import { showAlert } from '~/ui/feedback/alert';
import { identity } from './identity';
import { currentAddress, isOnPrivatePage, lockScreenUrl, loginUrl, redirectTo } from './return-url';
import { sendSessionEvent, sessionStatus } from './session-status';
import { timeOut } from './token';
import { isLocked, resetUser, storeLocked, useUser } from './user-store';

/** How long a refused call waits for the provider. */
const REFUSED_TIMEOUT_MS = 5000;

/**
 * Why the session ends. `asked`: by the person. `expired`: the identity provider knows nobody any more. `refused`: the
 * API answered 401 or 403.
 */
type SignOutReason = 'asked' | 'expired' | 'refused';
type SignOutOutcome = { isDone: true } | { isDone: false; failure: unknown };

const running: Partial<Record<SignOutReason, Promise<SignOutOutcome>>> = {};

/**
 * Signs out and shows the outcome in a toast. If the provider fails, a person who asked for it stays signed in;
 * otherwise the user is reset all the same, and a private page is replaced by the login page, which returns here.
 */
export function signOut(reason: SignOutReason): Promise<SignOutOutcome> {
  // The provider knows nobody because of the sign-out that is running.
  if (reason === 'expired' && running.asked) return running.asked;
  // A refused call leaves the page: it is not repeated.
  const after = reason === 'refused' ? undefined : () => delete running[reason];
  running[reason] ??= endings[reason]().finally(after);
  return running[reason];
}

const done: SignOutOutcome = { isDone: true };

const endings: Record<SignOutReason, () => Promise<SignOutOutcome>> = {
  async asked() {
    try {
      await (await identity()).signOut();
    } catch (error) {
      console.warn('Sign-out failed', error);
      showAlert('error', 'Erro ao fazer logout');
      return { isDone: false, failure: error };
    }
    resetUser();
    void endPush();
    showAlert('info', 'Usuário deslogado!');
    return done;
  },

  async expired() {
    await rehydrateUser();
    if (useUser.getState().user.accessToken === null) return done;
    console.info('Sessão expirada, deslogando..');
    sendSessionEvent('refused');
    await signOut('asked');
    // Also if the sign-out failed: the provider's session is over.
    resetUser();
    // While restoring nothing private is drawn yet, and the guard redirects.
    if (sessionStatus() !== 'restoring' && isOnPrivatePage()) redirectTo(loginUrl(currentAddress()));
    return done;
  },

  async refused() {
    const path = currentAddress();
    await rehydrateUser();
    if (isLocked(useUser.getState().user)) {
      redirectTo(lockScreenUrl(path));
      return done;
    }
    // Skips a person who was signed out meanwhile: the page is being left, which aborts the call as if it had failed.
    if (useUser.getState().user.accessToken !== null) {
      await Promise.race([signOut('asked'), timeOut(REFUSED_TIMEOUT_MS)]);
    }
    resetUser();
    redirectTo(loginUrl(path));
    return done;
  },
};

/** Another tab may just have locked the screen, which also ends the provider's session. */
async function rehydrateUser(): Promise<void> {
  await useUser.persist?.rehydrate();
}

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

/** Settles when no session is ending, so that a late end cannot end a new session. */
export async function whenNoneIsEnding(): Promise<void> {
  await Promise.all([ending, running.expired]);
}
