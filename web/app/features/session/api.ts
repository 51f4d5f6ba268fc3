import { type ApiError, createApi } from '~/lib/api';
import { showAlert } from '~/ui/alert';
import { fetchWithToken } from './bearer';
import { leaveToLogin } from './session';

/**
 * The browser's API client: sends the session's token and answers failures as the error catalogue says.
 * A call that the server refuses to this person (401, 403) answers undefined while the login page opens.
 */
export const api = createApi({ fetch: fetchWithToken, onFailure });

function onFailure(error: ApiError): 'handled' | 'rethrow' {
  const refused = error.status === 401 || error.status === 403;
  if (refused && !window.location.pathname.startsWith('/auth/')) {
    void leaveToLogin();
    return 'handled';
  }
  showAlert('error', error.message);
  return 'rethrow';
}

/** For loaders: the answer of a call, or a wait without end while the login page opens. */
export async function answered<Answer>(call: Promise<Answer | undefined>): Promise<Answer> {
  return (await call) ?? new Promise<never>(() => {});
}
