import { readdir } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { MatchedPage, WebHandler } from '@passeio/contract/web-handler';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependency } from '../changes/change-log.ts';
import { AppError, describeError } from '../http/errors.ts';
import { headersForContentType } from '../http/security-headers.ts';
import { keyOf, splitUrl } from './cache-key.ts';
import { sendResponse } from './cached-response.ts';
import { registerFirstViews } from './first-view.ts';
import type { Page, PageCache } from './page-cache.ts';
import { fetchFrom, type PublicRoutes } from './public-routes.ts';
import { type RenderingSetup, readStylesheets, renderPage } from './render-page.ts';
import { shareTarget } from './share-target.ts';

/** The built web: the folder of its browser files and the handler that renders its pages. */
export interface BuiltWeb {
  clientDir: string;
  handler: WebHandler;
}

interface PagesSetup extends Omit<RenderingSetup, 'handler' | 'stylesheets' | 'onError'> {
  cache: PageCache;
  routes: PublicRoutes;
}

interface Pages extends RenderingSetup {
  cache: PageCache;
  routes: PublicRoutes;
}

// The suffix with which the router requests a page's data.
const DATA_SUFFIX = '.data';
const DATA_OF_HOME = '/_.data';
const ROUTES_PARAMETER = '_routes';

/** Serves the built assets, and every other path as a page. */
export async function registerPages(
  app: FastifyInstance,
  { clientDir, handler }: BuiltWeb,
  setup: PagesSetup,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    // Hashed files never change, so validators are useless.
    etag: false,
    lastModified: false,
    acceptRanges: false,
  });
  const files = new Set(
    (await readdir(clientDir, { withFileTypes: true }))
      .filter((e) => e.isFile() && !/\.(br|gz)$/.test(e.name))
      .map((e) => e.name),
  );
  const onError = (error: unknown) => app.log.error({ err: error }, 'a page was not rendered as it should');
  const pages: Pages = { ...setup, handler, stylesheets: readStylesheets(clientDir), onError };

  await app.register(shareTarget);
  registerFirstViews(app, pages);
  app.get('/*', (request, reply) => {
    // Under these prefixes the client expects JSON.
    if (/^\/(api|identity)(\/|\?|$)/.test(request.url)) throw new AppError('NOT_FOUND');
    const name = request.url.slice(1).split('?')[0] ?? '';
    if (files.has(name)) return reply.sendFile(name, clientDir, { immutable: false, maxAge: '1h' });
    return handlePage(request, reply, pages);
  });
}

async function handlePage(request: FastifyRequest, reply: FastifyReply, pages: Pages): Promise<FastifyReply> {
  const { path } = splitUrl(request.url);
  const isData = path.endsWith(DATA_SUFFIX);
  const match = pages.handler.match(isData ? pathOfData(path) : path);
  try {
    if (match.isPublic) await sendPublicPage(request, reply, { match, isData, pages });
    else await sendPrivatePage(request, reply, pages);
  } catch (error) {
    if (request.raw.socket.destroyed) return reply.hijack();
    const { code } = describeError(error, request.id);
    if (isData || (code !== 'UNAVAILABLE' && code !== 'INTERNAL')) throw error;
    if (code === 'INTERNAL') request.log.error({ err: error }, 'a page could not be rendered');
    const { status, ...page } = code === 'UNAVAILABLE' ? BUSY : BROKEN;
    if (status === BUSY.status) reply.header('retry-after', '5');
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(errorPage(page, request.id));
  }
  return reply;
}

async function sendPublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { match, isData, pages }: { match: MatchedPage; isData: boolean; pages: Pages },
): Promise<void> {
  const { path: asked, search } = splitUrl(request.url);
  const suffix = isData ? DATA_SUFFIX : '';
  const query = {
    parameters: isData ? [...match.parameters, ROUTES_PARAMETER] : match.parameters,
    rejectsUnknown: false,
  };
  const path = match.path === '/' && isData ? DATA_OF_HOME : match.path + suffix;
  const key = keyOf(path, isData ? filterKnownRoutes(match, search) : search, query) as string;
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  const page: Page = { key, missingKey: match.pattern + suffix, query, render: (isMissing) => render(isMissing) };
  const render = (isMissing: () => boolean) => renderPublic(key, headers, isMissing, pages);
  const cached = await pages.cache.open(page, asked, request.raw.socket);
  reply.hijack();
  // The cached response includes them, filtered by content type.
  for (const name of reply.raw.getHeaderNames()) reply.raw.removeHeader(name);
  sendResponse(cached, request.raw, reply.raw);
}

async function renderPublic(
  path: string,
  common: OutgoingHttpHeaders,
  isMissing: () => boolean,
  { routes, ...setup }: Pages,
) {
  const dependencies = new Set<Dependency>();
  const stop = new AbortController();
  const apiFetch = fetchFrom(routes, (status, found) => {
    for (const dependency of found) dependencies.add(dependency);
    if (status === 404 && isMissing()) stop.abort();
  });
  const page = await renderPage(setup, path, { apiFetch, isPublic: true, signal: stop.signal });
  return { ...page, headers: headersForContentType({ ...common, ...page.headers }), dependencies };
}

// Pages behind login, or with a secret in the URL, are rendered at every visit with a fresh nonce.
async function sendPrivatePage(request: FastifyRequest, reply: FastifyReply, pages: Pages): Promise<void> {
  const apiFetch = fetchFrom(pages.routes, () => {});
  const path = request.url.replace(/^\/+/, '/');
  const work = () => renderPage(pages, path, { apiFetch, isPublic: false });
  const { status, headers, body } = await pages.cache.render(work, request.raw.socket);
  await reply.status(status).headers(headers).send(body);
}

function pathOfData(path: string): string {
  return path === DATA_OF_HOME ? '/' : path.slice(0, -DATA_SUFFIX.length);
}

// Unknown route ids are dropped: each would be another cache key for the same response.
function filterKnownRoutes({ routeIds }: MatchedPage, search: string): string {
  const query = new URLSearchParams(search);
  const asked = query.get(ROUTES_PARAMETER)?.split(',') ?? [];
  const known = routeIds.filter((id) => asked.includes(id));
  if (known.length > 0) query.set(ROUTES_PARAMETER, known.join(','));
  else query.delete(ROUTES_PARAMETER);
  return query.toString();
}

const BUSY = {
  status: 503,
  title: 'Muita gente está vendo os passeios agora',
  text: 'Não deu para abrir esta página. Espere alguns segundos e tente de novo.',
};
const BROKEN = {
  status: 500,
  title: 'Não foi possível abrir a página',
  text: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
};

/** A page that needs neither the web nor the database. */
function errorPage({ title, text }: Omit<typeof BUSY, 'status'>, requestId: string): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main><h1>${title}</h1>
<p>${text}</p>
<p>Código do erro: <code>${requestId}</code></p></main></body></html>`;
}
