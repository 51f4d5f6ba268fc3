import type { ApiFetch } from '@passeio/contract/web-handler';
import { identity } from './identity/current';
import { expiresSoon } from './identity/token-expiry';
import { storeToken, useUser } from './user-store';

const RENEWAL_TIMEOUT_MS = 5000;

/** Sends an API call with the user's token, renewed first if it is about to expire. */
export function withToken(send: ApiFetch): ApiFetch {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    const token = await currentToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    return send(path, { ...init, headers });
  };
}

export const fetchWithToken = withToken((path, init) => fetch(path, init));

/** Gets and stores a new token; null if nobody is signed in. Rejects if the provider is unreachable. */
export async function requestToken(options: { force: boolean }): Promise<string | null> {
  const token = await (await identity()).getToken(options);
  if (token) storeToken(token);
  return token;
}

let pending: Promise<string | null | undefined> | undefined;

/**
 * Like `requestToken`, but logs a failure and waits for the provider for 5 s at most: the current token, which is
 * answered then, may still be valid. While the provider hangs, later calls do not wait again.
 */
export async function renewToken(options: { force: boolean }): Promise<string | null> {
  const renewal = options.force ? renewInTime(options) : (pending ?? renewInTime(options));
  const token = await renewal;
  return token === undefined ? useUser.getState().user.accessToken : token;
}

/** Undefined if the provider failed or did not answer in time. */
function renewInTime(options: { force: boolean }): Promise<string | null | undefined> {
  const attempt = requestToken(options).catch((error) => void console.warn('Token refresh failed', error));
  const renewal = Promise.race([attempt, timeOut(RENEWAL_TIMEOUT_MS)]);
  pending = renewal;
  void attempt.then(() => {
    if (pending === renewal) pending = undefined;
  });
  return renewal;
}

export function timeOut(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function currentToken(): Promise<string | null> {
  const { accessToken } = useUser.getState().user;
  if (accessToken === null || !expiresSoon(accessToken)) return accessToken;
  return renewToken({ force: false });
}
