import * as build from 'virtual:react-router/server-build';
import type { MatchedPage, WebHandler } from '@passeio/contract/web-handler';
import { createRequestHandler, generatePath, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { drawFirstView } from './first-view.server';
import { createApi } from './lib/api';
import { apiContext, buildContext, failureContext, nonceContext, readRoot } from './lib/render.server';

const NOT_FOUND: MatchedPage = { pattern: '/*', path: '/*', isPublic: true, parameters: [], routeIds: [] };

// Always 'production': error details must not reach visitors.
const handle = createRequestHandler(build, 'production');
const routes = childrenOf(undefined);

function childrenOf(parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route as NonNullable<typeof route>;
      return index ? { id, index, ...(path && { path }) } : { id, children: childrenOf(id), ...(path && { path }) };
    });
}

function match(path: string): MatchedPage {
  const matches = matchRoutes(routes, path) ?? [];
  const last = matches.at(-1);
  if (!last || last.route.path === '*') return NOT_FOUND;
  const pattern = `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
  const routeIds = matches.map(({ route }) => route.id as string);
  const handles = routeIds.map((id) => build.routes[id]?.module.handle as { parameters?: string[] } | undefined);
  return {
    pattern,
    path: generatePath(pattern, last.params),
    isPublic: isPortal(routeIds.at(-1) as string),
    parameters: handles.flatMap((handle) => handle?.parameters ?? []),
    routeIds,
  };
}

function isPortal(routeId: string): boolean {
  return routeId.startsWith('routes/portal/');
}

const handler: WebHandler = {
  match,
  render(request, { apiFetch, nonce, ...failures }) {
    const context = new RouterContextProvider();
    context.set(apiContext, createApi({ fetch: apiFetch }));
    context.set(nonceContext, nonce);
    context.set(failureContext, failures);
    context.set(buildContext, build.assets.version);
    return handle(request, context);
  },
  async drawFirst(url, { apiFetch, publicFetch, token }) {
    const { pathname, origin } = new URL(url);
    const last = matchRoutes(routes, pathname)?.at(-1);
    if (!last) return undefined;
    const { pattern } = match(pathname);
    const root = await readRoot(createApi({ fetch: publicFetch }), origin);
    return drawFirstView({ pattern, params: last.params, url, root, apiFetch, token });
  },
};

export default handler;
