import { apiPaths } from '@passeio/contract/paths';
import { ownProfile, userProfile } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { ApiError, createApi } from '~/lib/api';
import { fetchWithToken } from './bearer';
import type { ClientProfile } from './user-store';

const clientProfile = userProfile.extend({ role: z.string() });

/** API client without the general error toast: the calling form or page shows its errors. */
export const quietApi = createApi({ fetch: fetchWithToken });

/** The user's profile, or null if there is none. */
export async function fetchProfile(): Promise<ClientProfile | null> {
  try {
    return (await quietApi.get(apiPaths.me, clientProfile)) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PROFILE_MISSING') return null;
    throw error;
  }
}

/** Whether the user's address is confirmed; null if the call failed. */
export async function isEmailConfirmed(): Promise<boolean | null> {
  try {
    return (await quietApi.get(apiPaths.me, ownProfile))?.emailConfirmed ?? null;
  } catch (error) {
    console.warn('Profile could not be loaded', error);
    return null;
  }
}
