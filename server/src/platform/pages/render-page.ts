import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { ApiFetch, WebHandler } from '@passeio/contract/web-handler';
import { pagePolicy } from '../http/security-headers.ts';
import { deferScripts } from './defer-scripts.ts';
import { inlineStyles } from './inline-styles.ts';

export interface RenderingSetup {
  handler: WebHandler;
  stylesheets: Map<string, string>;
  publicUrl: string;
  browserOrigins: string[];
  onError: (error: unknown) => void;
}

export interface RenderedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Renders a page, or its data, with a fresh nonce; `path` includes the query. */
export async function renderPage(
  { handler, stylesheets, publicUrl, browserOrigins, onError }: RenderingSetup,
  path: string,
  { apiFetch, isPublic, signal }: { apiFetch: ApiFetch; isPublic: boolean; signal?: AbortSignal },
): Promise<RenderedPage> {
  // One nonce per rendering, not per visit (docs/decisions/0009).
  const nonce = randomBytes(16).toString('base64');
  const response = await handler.render(new Request(`${publicUrl}${path}`, { ...(signal && { signal }) }), {
    apiFetch,
    nonce,
  });
  const headers: OutgoingHttpHeaders = { 'cache-control': 'no-cache', ...Object.fromEntries(response.headers) };
  const { status } = response;
  if (!response.headers.get('content-type')?.startsWith('text/html'))
    return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
  const html = inlineStyles(await response.text(), stylesheets, nonce);
  headers['content-security-policy'] = pagePolicy(nonce, browserOrigins);
  // Only public pages defer their scripts; people who are signed in interact at once.
  return { status, headers, body: Buffer.from(isPublic ? deferScripts(html, onError) : html) };
}
