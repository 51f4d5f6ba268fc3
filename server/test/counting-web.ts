import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebHandler } from '@passeio/contract/web-handler';
import type { BuiltWeb } from '../src/platform/pages/pages.ts';

/** A web of two pages, a trip's places and a search, that counts its renderings. */
export interface CountingWeb extends BuiltWeb {
  /** Renderings by URL since the last call. */
  renderings(): Record<string, number>;
  /** Blocks renderings until the returned function is called. */
  hold(): () => void;
}

const TRIP_PATTERN = '/portal/passeio/:slug';

export async function countingWeb(): Promise<CountingWeb> {
  const clientDir = await mkdtemp(join(tmpdir(), 'passeio-web-'));
  await mkdir(join(clientDir, 'assets'));
  let counts: Record<string, number> = {};
  let held = Promise.resolve();
  const handler: WebHandler = {
    match(path) {
      const slug = /^\/portal\/passeio\/([\w-]+)$/.exec(path)?.[1];
      const page = { isPublic: true, parameters: path === '/portal/passeio' ? ['q'] : [], routeIds: [] };
      if (slug) return { ...page, pattern: TRIP_PATTERN, path };
      if (path === '/portal/passeio') return { ...page, pattern: path, path };
      return { ...page, pattern: '/*', path: '/*' };
    },
    async render({ url, signal }, { apiFetch, nonce }) {
      const { pathname, search } = new URL(url);
      const slug = pathname.split('/')[3];
      const response = slug
        ? await apiFetch(`/api/trips/${slug}`)
        : await apiFetch(pathname === '/*' ? '/api/settings' : '/api/trips?isActive=true');
      // Like the router, stops an aborted rendering.
      signal.throwIfAborted();
      counts[pathname + search] = (counts[pathname + search] ?? 0) + 1;
      await held;
      const status = pathname === '/*' ? 404 : response.status;
      const text = `<html><body nonce="${nonce}">${await response.text()}</body></html>`;
      return new Response(text, { status, headers: { 'content-type': 'text/html' } });
    },
    drawFirst: async () => undefined,
  };
  return {
    clientDir,
    handler,
    renderings() {
      const before = counts;
      counts = {};
      return before;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}
