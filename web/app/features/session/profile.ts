import { type OwnProfile, ownProfileRoutes } from '@passeio/contract/users/own-profile';
import { ApiError, createApi } from '~/lib/api';
import { fetchWithToken } from './token';

/** API client without the general error toast: the calling form or page shows its errors. */
export const quietApi = createApi({ fetch: fetchWithToken });

/** The user's profile, or null if there is none. */
export async function fetchProfile(): Promise<OwnProfile | null> {
  try {
    return (await quietApi.call(ownProfileRoutes.readMe)) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PROFILE_MISSING') return null;
    throw error;
  }
}

/** Whether the user's address is confirmed; null if the call failed. */
export async function isEmailConfirmed(): Promise<boolean | null> {
  try {
    return (await quietApi.call(ownProfileRoutes.readMe))?.emailConfirmed ?? null;
  } catch (error) {
    console.warn('Profile could not be loaded', error);
    return null;
  }
}
