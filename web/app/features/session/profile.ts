import { apiPaths } from '@passeio/contract/paths';
import { ownProfile, type UserProfile, userProfile } from '@passeio/contract/users';
import { ApiError, createApi } from '~/lib/api';
import { fetchWithToken } from './bearer';

/** Errors of its calls belong to the form or the page that started them, not to the general toast. */
export const quietApi = createApi({ fetch: fetchWithToken });

/** Own profile, or null when it was never written. */
export async function fetchProfile(): Promise<UserProfile | null> {
  try {
    return (await quietApi.get(apiPaths.me, userProfile)) ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PROFILE_MISSING') return null;
    throw error;
  }
}

/** Whether the person's address is confirmed; null when that could not be found out. */
export async function isEmailConfirmed(): Promise<boolean | null> {
  try {
    return (await quietApi.get(apiPaths.me, ownProfile))?.emailConfirmed ?? null;
  } catch (error) {
    console.warn('Profile could not be loaded', error);
    return null;
  }
}
