import type { ApiFetch } from '@passeio/contract/web-handler';
import { ApiError, createApi, type PayerLink } from '~/lib/api';
import { offerRetry, showAlert } from '~/ui/feedback/alert';
import { redirectTo } from './return-url';
import { signOut } from './sign-out';
import { fetchWithToken, withToken } from './token';

let link: PayerLink | undefined;

/** From now on this page acts by the payer's link of a reservation instead of a session, until `undefined`. */
export function actByLink(by: PayerLink | undefined): void {
  link = by;
}

export function payerLink(): PayerLink | undefined {
  return link;
}

const afterWrites = new Set<() => void>();

/** Runs after every write of a signed-in person that succeeded. */
export function afterEveryWrite(run: () => void): void {
  afterWrites.add(run);
}

/** The browser's API client: by default calls send the session's token and show failures in a toast. */
export const api = createApi({
  fetch(path, init, { session, onProgress }) {
    if (session === 'none') return fetch(path, init);
    return onProgress ? withToken(fetchWithProgress(onProgress))(path, init) : fetchWithToken(path, init);
  },
  payerLink: ({ session }) => (session ? undefined : link),
  async onFailure(error, { session, toast = true, worksOffline }) {
    if (session) return;
    if (leavesPage(error)) await returned();
    else if (toast && !(worksOffline && error.status === 0)) showAlert('error', error.message);
  },
  onWritten({ session, worksOffline }) {
    if (session || worksOffline) return;
    for (const run of afterWrites) run();
  },
});

/** Whether the API answered 401 or 403, and the login page opens, or asked for a second step, whose page does. */
function leavesPage({ status, code, message }: ApiError): boolean {
  if (window.location.pathname.startsWith('/auth/')) return false;
  if (code === 'TWO_FACTOR_MISSING') {
    showAlert('info', message);
    redirectTo('/auth/duas-etapas');
    return true;
  }
  if (status !== 401 && status !== 403) return false;
  void signOut('refused');
  return true;
}

/** Resolves when the browser shows this page again as it was left. */
function returned(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', ({ persisted }) => persisted && resolve());
  });
}

/**
 * Makes a call whose failure the API client shows in a toast. Where it got no answer, or the server is unavailable, the
 * toast offers to try again, and the outcome waits until that is pressed or the toast closes. For reads and for writes
 * that may be sent twice, started from where nothing else on the page repeats them.
 */
export async function withRetry<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.isTransient) || !(await offerRetry())) throw error;
    }
  }
}

/** Sends a request and reports upload progress from 0 to 1, with XMLHttpRequest: `fetch` cannot over HTTP/1.1. */
function fetchWithProgress(onProgress: (part: number) => void): ApiFetch {
  return (path, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      request.responseType = 'blob';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const init = {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        };
        resolve(new Response(request.response, init));
      };
      request.onerror = () => reject(new TypeError('Network request failed'));
      request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
}
