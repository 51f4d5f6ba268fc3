import { apiPaths } from '@passeio/contract/paths';
import { type SignUpPayload, userProfile } from '@passeio/contract/users';
import { z } from '@passeio/contract/zod';
import { ApiError } from '~/lib/api';
import { identity } from './identity/current';
import { fetchProfile, quietApi } from './profile';
import { identify } from './sign-in';
import { storeProfile } from './user-store';

/**
 * Signs somebody up: the server's check of the data first, then identity, sign-in and profile.
 * Answers false when the check says no. Rejects with an IdentityError or an ApiError; when only the profile is
 * missing by then, the session is `unfinished` and {@link finishSignUp} completes it.
 */
export async function signUp(payload: SignUpPayload, password: string): Promise<boolean> {
  if (!(await quietApi.post(apiPaths.validateUser, z.boolean(), { body: payload }))) return false;
  await (await identity()).signUp(payload.email, password, payload.name);
  await identify(payload.email, password);
  await finishSignUp(payload);
  return true;
}

/** Writes the profile of whoever is signed in at the identity provider without one. */
export async function finishSignUp(payload: SignUpPayload): Promise<void> {
  const profile = await createProfile(payload);
  if (!profile) throw new ApiError(0);
  storeProfile(profile);
}

async function createProfile(payload: SignUpPayload) {
  try {
    return await quietApi.post(apiPaths.users, userProfile, { body: payload });
  } catch (error) {
    // An earlier attempt was written although its answer never came.
    if (error instanceof ApiError && error.code === 'PROFILE_EXISTS') return fetchProfile();
    throw error;
  }
}
