import { apiPaths } from '@passeio/contract/paths';
import { ownProfile, userProfile } from '@passeio/contract/users';
import { z } from '@passeio/contract/zod';
import { ApiError, createApi } from '~/lib/api';
import { fetchWithToken } from './bearer';
import type { ClientProfile } from './user-store';

const clientProfile = userProfile.extend({ role: z.string() });

/** Errors of its calls belong to the form or the page that started them, not to the general toast. */
export const quietApi = createApi({ fetch: fetchWithToken });

/** Own profile, or null when it was never written. */
export async function fetchProfile(): Promise<ClientProfile | null> {
  try {
    return (await quietApi.get(apiPaths.me, clientProfile)) ?? null;
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
