import { ApiError } from '~/lib/api';
import { identity } from './identity';
import { IdentityError } from './identity/error';
import type { IdentityPort, SecondStep } from './identity/port';
import { fetchProfile } from './profile';
import { redirectTo } from './return-url';
import { endProviderSession, whenNoneIsEnding } from './sign-out';
import { resetUser, storeIdentity, storeLocked, storeProfile, storeToken, useUser } from './user-store';

export type SignInOutcome = 'signedIn' | 'unfinished';

type Prove = (provider: IdentityPort) => Promise<void>;

/**
 * Signs in at the provider, stores token and e-mail, then loads and stores the profile.
 * Rejects with an IdentityError or an ApiError; the user is reset then. SECOND_STEP_NEEDED: {@link signInBy} follows.
 */
export function signIn(email: string, password: string): Promise<SignInOutcome> {
  return signInWith(email, (provider) => provider.signIn(email, password));
}

/** The second step of {@link signIn}; rejects like it. */
export function signInBy(email: string, step: SecondStep): Promise<SignInOutcome> {
  return signInWith(email, (provider) => provider.signInBy(step));
}

async function signInWith(email: string, prove: Prove): Promise<SignInOutcome> {
  try {
    await identifyWith(email, prove);
    const profile = await fetchProfile();
    if (!profile) return 'unfinished';
    storeProfile(profile);
    return 'signedIn';
  } catch (error) {
    resetUser();
    throw error;
  }
}

/** Signs in at the provider only; the session stays `unfinished` until a profile is stored. */
export function identify(email: string, password: string): Promise<void> {
  return identifyWith(email, (provider) => provider.signIn(email, password));
}

async function identifyWith(email: string, prove: Prove): Promise<void> {
  const provider = await identity();
  await whenNoneIsEnding();
  await prove(provider);
  const token = await provider.getToken({ force: true });
  if (!token) throw new ApiError(0);
  storeIdentity(email, token);
}

/** Unlocks with the locked user's password. Rejects like {@link signIn}; the screen then stays locked. */
export function unlock(password: string): Promise<void> {
  return unlockWith((provider, email) => provider.signIn(email, password));
}

/** The second step of {@link unlock}; rejects like it. */
export function unlockBy(step: SecondStep): Promise<void> {
  return unlockWith((provider) => provider.signInBy(step));
}

async function unlockWith(prove: (provider: IdentityPort, email: string) => Promise<void>): Promise<void> {
  const locked = useUser.getState().user;
  try {
    await identifyWith(locked.email, (provider) => prove(provider, locked.email));
    const profile = await fetchProfile();
    if (!profile) throw new ApiError(0);
    storeProfile(profile);
  } catch (error) {
    if (useUser.getState().user.accessToken !== null) {
      storeLocked(locked);
      void endProviderSession();
    }
    throw error;
  }
}

/** Whether a sign-in goes on with the second step. */
export function needsSecondStep(error: unknown): boolean {
  return error instanceof IdentityError && error.code === 'SECOND_STEP_NEEDED';
}

/** Goes on with a session that the provider has replaced, on the first page. */
export async function refreshSession(): Promise<void> {
  const token = await (await identity()).getToken({ force: true });
  if (token) storeToken(token);
  const profile = token ? await fetchProfile() : null;
  if (profile) storeProfile(profile);
  await redirectTo('/home');
}
