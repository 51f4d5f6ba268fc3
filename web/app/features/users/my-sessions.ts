import { userRoutes } from '@passeio/contract/users/user-routes';
import type { UserSession } from '@passeio/contract/users/users';
import { ApiError } from '~/lib/api';
import { answered, api } from '../session/api';
import { withRetry } from '../session/with-retry';

/** The open sessions; null if the provider cannot list them, 'unavailable' if loading failed. */
export type MySessions = UserSession[] | null | 'unavailable';

/** A failure does not fail the page; the API client has shown it. */
export async function loadMySessions(signal: AbortSignal): Promise<MySessions> {
  try {
    return (await answered(api.call(userRoutes.listSessions, { signal }))).data;
  } catch (error) {
    if (error instanceof ApiError) return 'unavailable';
    throw error;
  }
}

/** Ends sessions one at a time; returns whether all ended. Failures are shown. */
export async function endSessions(sessions: readonly Pick<UserSession, 'id'>[]): Promise<boolean> {
  for (const { id } of sessions) {
    if (!(await endSession(id))) return false;
  }
  return true;
}

async function endSession(id: string): Promise<boolean> {
  try {
    const end = () => api.call(userRoutes.endSession, { params: { sessionId: id } });
    return (await withRetry(end)) !== undefined;
  } catch (error) {
    // Already ended.
    return error instanceof ApiError && error.code === 'SESSION_NOT_FOUND';
  }
}
