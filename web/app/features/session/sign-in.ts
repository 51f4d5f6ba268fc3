import { ApiError } from '~/lib/api';
import { identity } from './identity';
import { SecondStepNeeded } from './identity/error';
import type { IdentityPort, SecondStep, SecondStepKind } from './identity/port';
import { fetchProfile } from './profile';
import { redirectTo } from './return-url';
import { endProviderSession, whenNoneIsEnding } from './sign-out';
import { resetUser, storeIdentity, storeLocked, storeProfile, storeToken, useUser } from './user-store';

export type SignInOutcome = 'signedIn' | 'unfinished';

/** Proves at the provider who somebody is; answers their e-mail. */
type Prove = (provider: IdentityPort) => Promise<string>;

function byPassword(email: string, password: string): Prove {
  return async (provider) => {
    await provider.signIn(email, password);
    return email;
  };
}

function byStep(email: string, step: SecondStep): Prove {
  return async (provider) => {
    await provider.signInBy(step);
    return email;
  };
}

/**
 * Signs in at the provider, stores token and e-mail, then loads and stores the profile.
 * Rejects with an IdentityError or an ApiError; the user is reset then. SECOND_STEP_NEEDED: {@link signInBy} follows.
 */
export function signIn(email: string, password: string): Promise<SignInOutcome> {
  return signInWith(byPassword(email, password));
}

/** The second step of {@link signIn}; rejects like it. */
export function signInBy(email: string, step: SecondStep): Promise<SignInOutcome> {
  return signInWith(byStep(email, step));
}

/** {@link signIn} without e-mail and password. */
export function signInByPasskey(): Promise<SignInOutcome> {
  return signInWith(async (provider) => (await provider.passkeys()).signIn({ isSecondStep: false }));
}

async function signInWith(prove: Prove): Promise<SignInOutcome> {
  try {
    await identifyWith(prove);
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
  return identifyWith(byPassword(email, password));
}

async function identifyWith(prove: Prove): Promise<void> {
  const provider = await identity();
  await whenNoneIsEnding();
  const email = await prove(provider);
  const token = await provider.getToken({ force: true });
  if (!token) throw new ApiError(0);
  storeIdentity(email, token);
}

/** Unlocks with the locked user's password. Rejects like {@link signIn}; the screen then stays locked. */
export function unlock(password: string): Promise<void> {
  return unlockWith((email) => byPassword(email, password));
}

/** The second step of {@link unlock}; rejects like it. */
export function unlockBy(step: SecondStep): Promise<void> {
  return unlockWith((email) => byStep(email, step));
}

async function unlockWith(prove: (email: string) => Prove): Promise<void> {
  const locked = useUser.getState().user;
  try {
    await identifyWith(prove(locked.email));
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

/** The second steps with one of which a sign-in goes on. Throws every other error. */
export function orSecondSteps(error: unknown): readonly SecondStepKind[] {
  if (error instanceof SecondStepNeeded) return error.kinds;
  throw error;
}

/** Goes on with a session that the provider has replaced, on the first page. */
export async function refreshSession(): Promise<void> {
  const token = await (await identity()).getToken({ force: true });
  if (token) storeToken(token);
  const profile = token ? await fetchProfile() : null;
  if (profile) storeProfile(profile);
  await redirectTo('/home');
}
