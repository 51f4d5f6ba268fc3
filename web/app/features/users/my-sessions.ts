import { apiPaths } from '@passeio/contract/paths';
import { type UserSession, userSessionList } from '@passeio/contract/users';
import { ApiError } from '~/lib/api';
import { answered, api } from '../session/api';
import { withRetry } from '../session/with-retry';

/** The open sessions; null where the identity provider does not tell, 'unavailable' when they could not be loaded. */
export type MySessions = UserSession[] | null | 'unavailable';

/** The rest of the page can do without them, so a failure is an answer too; the API client has told the person. */
export async function loadMySessions(signal: AbortSignal): Promise<MySessions> {
  try {
    return (await answered(api.get(apiPaths.mySessions, userSessionList, { signal }))).data;
  } catch (error) {
    if (error instanceof ApiError) return 'unavailable';
    throw error;
  }
}

/** Ends sessions one after the other; answers whether all are over now. A failure has been told by the API client. */
export async function endSessions(sessions: readonly UserSession[]): Promise<boolean> {
  for (const { id } of sessions) {
    if (!(await endSession(id))) return false;
  }
  return true;
}

async function endSession(id: string): Promise<boolean> {
  try {
    return (await withRetry(() => api.delete(apiPaths.mySession(id), userSessionList))) !== undefined;
  } catch (error) {
    // Somebody was quicker, which is as good.
    return error instanceof ApiError && error.code === 'SESSION_NOT_FOUND';
  }
}
