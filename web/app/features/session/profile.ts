import { type OwnProfile, ownProfileRoutes } from '@passeio/contract/users/own-profile';
import { ApiError } from '~/lib/api';
import { api } from './api';

/** The user's profile, or null if there is none. */
export async function fetchProfile(): Promise<OwnProfile | null> {
  try {
    return await api.call(ownProfileRoutes.readMe, { session: 'optional' });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PROFILE_MISSING') return null;
    throw error;
  }
}

/** Whether the user's address is confirmed; null if the call failed. */
export async function isEmailConfirmed(): Promise<boolean | null> {
  try {
    return (await api.call(ownProfileRoutes.readMe, { session: 'optional' })).emailConfirmed;
  } catch (error) {
    console.warn('Profile could not be loaded', error);
    return null;
  }
}
