import { apiPaths } from '@passeio/contract/paths';
import { type UserProfile, userProfile } from '@passeio/contract/users';
import { create } from 'zustand';
import { ApiError, createApi } from '~/lib/api';
import { showAlert } from '~/ui/alert';
import { judge } from './access';
import { fetchWithToken, renewToken } from './bearer';
import { identity } from './identity/current';
import { expiresSoon } from './identity/token-expiry';
import { loginUrl } from './return-url';
import { followOtherTabs, resetUser, storeIdentity, storeProfile, type User, useUser } from './user-store';

/** How long restoring may keep the page waiting. */
const RESTORE_TIMEOUT_MS = 5000;
/** While somebody is signed in the token is renewed this often, needed or not. */
const FORCED_RENEWAL_MS = 3_000_000;

/** `unfinished`: known to the identity provider, but without a profile; the person is taken to finish it. */
export type SessionStatus = 'restoring' | 'anonymous' | 'unfinished' | 'signedIn';

const useRestored = create(() => ({ restored: false }));

/** The session's state follows from the user slice, so the tabs of a browser cannot disagree about it. */
function statusOf(restored: boolean, user: User): SessionStatus {
  if (!restored) return 'restoring';
  if (user.isAuthenticated) return 'signedIn';
  return user.accessToken === null ? 'anonymous' : 'unfinished';
}

export function sessionStatus(): SessionStatus {
  return statusOf(useRestored.getState().restored, useUser.getState().user);
}

export function useSessionStatus(): SessionStatus {
  const restored = useRestored((state) => state.restored);
  return useUser(({ user }) => statusOf(restored, user));
}

// Errors of these calls belong to the form or the page that started them, not to the general toast.
const profileApi = createApi({ fetch: fetchWithToken });

let restoring: Promise<void> | undefined;

/** Restores the session of this browser and keeps it; the first call starts it, later ones change nothing. */
export function startSession(): void {
  restoring ??= Promise.race([restore(), timeOut(RESTORE_TIMEOUT_MS)]).then(() => {
    useRestored.setState({ restored: true });
  });
}

/** Settles when the session is restored, after 5000 ms at most. */
export async function whenRestored(): Promise<void> {
  startSession();
  await restoring;
}

async function restore(): Promise<void> {
  // Without storage (blocked by the browser) there is nothing to restore, and the session lasts as long as the page.
  await useUser.persist?.rehydrate();
  useUser.subscribe(keepTokenFresh);
  keepTokenFresh();
  followOtherTabs(leavePrivatePage);
  identity.onNoUser(expire);
  const { accessToken } = useUser.getState().user;
  if (accessToken === null) return;
  const confirmed = confirmWithProvider();
  // A token that is good for a while may be used at once; its session is checked meanwhile.
  if (expiresSoon(accessToken)) await confirmed;
}

/** Being offline signs nobody out: only the provider's own "nobody" does. */
async function confirmWithProvider(): Promise<void> {
  const token = await renewToken({ force: false });
  await expiring;
  if (!token || !useUser.getState().user.accessToken) return;
  try {
    const profile = await fetchProfile();
    if (profile) storeProfile(profile);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await expire();
    else console.warn('Profile refresh failed', error);
  }
}

let renewal: ReturnType<typeof setInterval> | undefined;

function keepTokenFresh(): void {
  const present = useUser.getState().user.accessToken !== null;
  if (present) renewal ??= setInterval(() => renewToken({ force: true }), FORCED_RENEWAL_MS);
  else {
    clearInterval(renewal);
    renewal = undefined;
  }
}

let expiring: Promise<void> | undefined;

function expire(): Promise<void> {
  // Who is signing out anyway has no session that could expire.
  if (loggingOut) return Promise.resolve();
  expiring ??= logOutExpired().finally(() => {
    expiring = undefined;
  });
  return expiring;
}

async function logOutExpired(): Promise<void> {
  if (useUser.getState().user.accessToken === null) return;
  console.info('Sessão expirada, deslogando..');
  await logout();
  // Whatever the provider answered: its session is over.
  resetUser();
  // While restoring nothing private is on the screen yet, and the guard decides where to go.
  if (useRestored.getState().restored) leavePrivatePage();
}

/** A page that is not for visitors is left by a full load, so that nothing private stays in memory. */
function leavePrivatePage(before = '', after = ''): void {
  const path = window.location.pathname + window.location.search;
  if (judge(window.location.pathname, null) === 'allow') return;
  if (after === '') window.location.assign(loginUrl(path));
  else if (before !== after) window.location.reload();
}

export type SignInOutcome = 'signedIn' | 'unfinished';

/**
 * Signs in at the provider, stores token and e-mail, then loads and stores the profile.
 * Rejects with an IdentityError or an ApiError; the user is reset then.
 */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    await identify(email, password);
    const profile = await fetchProfile();
    if (!profile) return 'unfinished';
    storeProfile(profile);
    return 'signedIn';
  } catch (error) {
    resetUser();
    throw error;
  }
}

/** Signs in at the provider only: the session is `unfinished` until a profile is stored. */
export async function identify(email: string, password: string): Promise<void> {
  await identity.signIn(email, password);
  const token = await identity.getToken({ force: true });
  if (!token) throw new ApiError(0);
  storeIdentity(email, token);
}

/** Own profile, or null when it was never written. */
export async function fetchProfile(): Promise<UserProfile | null> {
  try {
    return (await profileApi.get(apiPaths.me, userProfile)) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PROFILE_MISSING') return null;
    throw error;
  }
}

let loggingOut: Promise<boolean> | undefined;

/** Signs out and says so; on a failure the person stays signed in and is told. Answers whether it worked. */
export function logout(): Promise<boolean> {
  loggingOut ??= signOutAndTell().finally(() => {
    loggingOut = undefined;
  });
  return loggingOut;
}

async function signOutAndTell(): Promise<boolean> {
  try {
    await identity.signOut();
  } catch (error) {
    console.warn('Sign-out failed', error);
    showAlert('error', 'Erro ao fazer logout');
    return false;
  }
  resetUser();
  showAlert('info', 'Usuário deslogado!');
  return true;
}

let leaving = false;

/** The answer to a refused call: sign-out runs and the login page opens, to come back here afterwards. */
export async function leaveToLogin(): Promise<void> {
  if (leaving) return;
  leaving = true;
  const path = window.location.pathname + window.location.search;
  await Promise.race([logout(), timeOut(RESTORE_TIMEOUT_MS)]);
  resetUser();
  window.location.assign(loginUrl(path));
}

function timeOut(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
