import type { ApiFetch } from '@passeio/contract/web-handler';
import { identity } from './identity/current';
import { expiresSoon } from './identity/token-expiry';
import { storeToken, useUser } from './user-store';

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

/** Like `requestToken`, but only logs a failure: the current token may still be valid. */
export async function renewToken(options: { force: boolean }): Promise<string | null> {
  try {
    return await requestToken(options);
  } catch (error) {
    console.warn('Token refresh failed', error);
    return useUser.getState().user.accessToken;
  }
}

async function currentToken(): Promise<string | null> {
  const { accessToken } = useUser.getState().user;
  if (accessToken === null || !expiresSoon(accessToken)) return accessToken;
  return renewToken({ force: false });
}
