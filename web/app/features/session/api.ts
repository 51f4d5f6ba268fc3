import { type ApiError, createApi } from '~/lib/api';
import { showAlert } from '~/ui/feedback/alert';
import { fetchWithToken } from './bearer';
import { signOutToLogin } from './session';

const afterWrites = new Set<() => void>();

/** Runs after every write of a signed-in person that succeeded. */
export function afterEveryWrite(run: () => void): void {
  afterWrites.add(run);
}

function onWritten(): void {
  for (const run of afterWrites) run();
}

/**
 * The browser's API client: sends the session's token and shows failures in a toast. A call answered with 401 or 403
 * resolves to undefined while the login page opens.
 */
export const api = createApi({ fetch: fetchWithToken, onFailure, onWritten });

/** For pages that work offline: shows no toast when the API is unreachable (`status` 0). */
export const apiOrOffline = createApi({
  fetch: fetchWithToken,
  onFailure: (error) => (error.status === 0 ? 'rethrow' : onFailure(error)),
});

/** For dialogs that say in place what went wrong: shows no toast. */
export const apiInPlace = createApi({
  fetch: fetchWithToken,
  onWritten,
  onFailure: (error) => (leftWhenRefused(error) ? 'handled' : 'rethrow'),
});

/** For people without an account: sends no token, and shows no toast. */
export const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });

function onFailure(error: ApiError): 'handled' | 'rethrow' {
  if (leftWhenRefused(error)) return 'handled';
  showAlert('error', error.message);
  return 'rethrow';
}

/** Whether the API answered 401 or 403: the login page opens. */
export function leftWhenRefused({ status }: ApiError): boolean {
  const isRefused = status === 401 || status === 403;
  if (!isRefused || window.location.pathname.startsWith('/auth/')) return false;
  void signOutToLogin();
  return true;
}

/** For loaders: the call's answer, or a promise that never settles while the login page opens. */
export async function answered<Result>(call: Promise<Result | undefined>): Promise<Result> {
  return (await call) ?? new Promise<never>(() => {});
}
