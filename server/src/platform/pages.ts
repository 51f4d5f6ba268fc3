import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { API_BASE } from '@passeio/contract/paths';
import type { ApiFetch, WebHandler } from '@passeio/contract/web-handler';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { startScriptsLater } from './later-scripts.ts';
import { inlineStyles, readStylesheets } from './page-html.ts';
import { pagePolicy } from './security.ts';

/** The web as it was built: the folder of its browser files and the handler that renders its pages. */
export interface BuiltWeb {
  clientDir: string;
  handler: WebHandler;
}

/** Serves the built assets and hands every other path to the web's page handler. */
export async function registerPages(
  app: FastifyInstance,
  { clientDir, handler }: BuiltWeb,
  { publicUrl, browserOrigins }: { publicUrl: string; browserOrigins: string[] },
) {
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    // Made by the build, beside each file.
    preCompressed: true,
    // A file that never changes is never asked about.
    etag: false,
    lastModified: false,
    acceptRanges: false,
  });
  const files = new Set(
    (await readdir(clientDir, { withFileTypes: true }))
      .filter((e) => e.isFile() && !/\.(br|gz)$/.test(e.name))
      .map((e) => e.name),
  );
  const rendering: Rendering = {
    handler,
    apiFetch: inProcessFetch(app),
    stylesheets: readStylesheets(clientDir),
    publicUrl,
    browserOrigins,
  };

  // The portal shows everybody the same; its pages and their data are made once per change.
  for (const url of ['/', '/_.data', '/portal/*', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/sw.js']) {
    app.get(url, { config: { isPublic: true }, schema: { hide: true } }, (request, reply) =>
      renderPage(request, reply, rendering),
    );
  }

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    // Below the API and the identity provider a program is asking, and wants an error it can read.
    if (/^\/(api|identity)(\/|\?|$)/.test(request.url)) throw new AppError('NOT_FOUND');
    const name = request.url.slice(1).split('?')[0] ?? '';
    if (files.has(name)) return reply.sendFile(name, clientDir, { immutable: false, maxAge: '1h' });
    return renderPage(request, reply, rendering);
  });
}

interface Rendering {
  handler: WebHandler;
  apiFetch: ApiFetch;
  stylesheets: Map<string, string>;
  publicUrl: string;
  browserOrigins: string[];
}

async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { handler, apiFetch, stylesheets, publicUrl, browserOrigins }: Rendering,
): Promise<FastifyReply> {
  // One nonce per rendering, not per visit (docs/decisions/0009).
  const nonce = randomBytes(16).toString('base64');
  const response = await handler(toFetchRequest(request, publicUrl), { apiFetch, nonce });
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.status(response.status);
  if (!response.headers.has('cache-control')) reply.header('cache-control', 'no-cache');
  if (!response.headers.get('content-type')?.startsWith('text/html'))
    return reply.send(Buffer.from(await response.arrayBuffer()));
  const html = inlineStyles(await response.text(), stylesheets, nonce);
  reply.header('content-security-policy', pagePolicy(nonce, browserOrigins));
  // Visitors come to read; whoever is signed in comes to do something.
  return reply.send(request.routeOptions.config.isPublic ? startScriptsLater(html) : html);
}

function toFetchRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const name of ['accept', 'accept-language', 'user-agent', 'purpose', 'sec-purpose', 'x-react-router']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // The origin is ours by configuration; a path such as "//host" must not become another one.
  const path = request.url.replace(/^\/+/, '/');
  const url = URL.parse(`${publicUrl}${path}`);
  if (!url) throw new AppError('NOT_FOUND');
  return new Request(url, { method: request.method, headers });
}

// Pages are rendered from the API's own answers, so that one set of rules guards both. The visitor's credentials
// never come this way: what is rendered here is public.
function inProcessFetch(app: FastifyInstance): ApiFetch {
  return async (path, init = {}) => {
    if (!path.startsWith(API_BASE)) throw new Error(`not a path of the API: ${path}`);
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    });
    return new Response(answer.rawPayload as Uint8Array<ArrayBuffer>, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    });
  };
}
