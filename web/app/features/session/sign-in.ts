import { ApiError } from '~/lib/api';
import { identity } from './identity';
import { fetchProfile } from './profile';
import { endProviderSession, whenNoneIsEnding } from './sign-out';
import { resetUser, storeIdentity, storeLocked, storeProfile, useUser } from './user-store';

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

/** Signs in at the provider only; the session stays `unfinished` until a profile is stored. */
export async function identify(email: string, password: string): Promise<void> {
  const provider = await identity();
  await whenNoneIsEnding();
  await provider.signIn(email, password);
  const token = await provider.getToken({ force: true });
  if (!token) throw new ApiError(0);
  storeIdentity(email, token);
}

/** Unlocks with the locked user's password. Rejects like {@link signIn}; the screen then stays locked. */
export async function unlock(password: string): Promise<void> {
  const locked = useUser.getState().user;
  try {
    await identify(locked.email, password);
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
