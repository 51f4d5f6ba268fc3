import { type ApiError, createApi } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { fetchWithToken } from './bearer';
import { signOutToLogin } from './session';

/**
 * The browser's API client: sends the session's token and answers failures as the error catalogue says.
 * A call that the server refuses to this person (401, 403) answers undefined while the login page opens.
 */
export const api = createApi({ fetch: fetchWithToken, onFailure });

/** The same, for pages that can do without a network: that the API was out of reach (`status` 0) is theirs to tell. */
export const apiOrOffline = createApi({
  fetch: fetchWithToken,
  onFailure: (error) => (error.status === 0 ? 'rethrow' : onFailure(error)),
});

function onFailure(error: ApiError): 'handled' | 'rethrow' {
  if (leftWhenRefused(error)) return 'handled';
  showAlert('error', error.message);
  return 'rethrow';
}

/** Whether the API refused this person (401, 403): the login page opens then. */
export function leftWhenRefused({ status }: ApiError): boolean {
  const isRefused = status === 401 || status === 403;
  if (!isRefused || window.location.pathname.startsWith('/auth/')) return false;
  void signOutToLogin();
  return true;
}

/** For loaders: the answer of a call, or a wait without end while the login page opens. */
export async function answered<Answer>(call: Promise<Answer | undefined>): Promise<Answer> {
  return (await call) ?? new Promise<never>(() => {});
}
