import { wordingRoutes } from '@passeio/contract/messages/message-routes';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import {
  createRoutesStub,
  type LoaderFunction,
  type MiddlewareFunction,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
} from 'react-router';
import { render } from 'vitest-browser-react';
import { keyOf, queryClient } from '~/features/session/queries';
import type { RootData } from '~/lib/settings';
import { ConfirmDialog } from '~/ui/dialogs/confirm-dialog';
import { Toast } from '~/ui/feedback/toast';
import { MantineFrame } from '~/ui/theme/mantine-frame';
import { rootData } from './root-data';

export interface RenderOptions {
  /** Where the router is, as in "/auth/login?returnUrl=/home". */
  at?: string;
  /** The route's path, as in "/minhasreservas/:code"; by default that of `at`. */
  path?: string;
  root?: RootData;
  /** What stands around the page; by default the least that every page needs. */
  frame?: ComponentType;
}

/** A route's module, as far as it is tried. */
export interface RouteModule {
  default: unknown;
  handle?: unknown;
  clientLoader?: unknown;
  clientMiddleware?: unknown;
  shouldRevalidate?: ShouldRevalidateFunction;
  ErrorBoundary?: ComponentType;
  /** Routes that are shown inside it, by their paths below its own. */
  children?: Record<string, RouteModule>;
}

/** Renders inside what every page has around it: the router, the operator's settings, Mantine's theme, the toast. */
export function renderPage(page: ReactNode, options: RenderOptions = {}) {
  return renderRoute({ default: () => page }, options);
}

/** The same for a route's module, its loader and error page included. */
export function renderRoute(
  module: RouteModule,
  { at = '/', path, root = rootData, frame = Frame }: RenderOptions = {},
) {
  // Each rendering is a visit of its own.
  queryClient.clear();
  // Chats have the texts that come with the product.
  queryClient.setQueryData(keyOf(wordingRoutes.listWordings), { data: [] });
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: frame,
      // Without a loader the router drops its data when that of the page has come.
      loader: () => root,
      HydrateFallback: () => null,
      children: [routeOf(path ?? at.split(/[?#]/)[0] ?? '', module), { path: '*', Component: Elsewhere }],
    },
  ]);
  return render(<Stub initialEntries={[at]} hydrationData={{ loaderData: { root } }} />);
}

type StubRoute = Parameters<typeof createRoutesStub>[0][number];

function routeOf(path: string, { children, ...module }: RouteModule): StubRoute {
  const inside = Object.entries(children ?? {}).map(([below, child]) => routeOf(below, child));
  return {
    path,
    handle: module.handle,
    Component: module.default as ComponentType,
    loader: module.clientLoader as LoaderFunction | undefined,
    middleware: module.clientMiddleware as MiddlewareFunction[] | undefined,
    shouldRevalidate: module.shouldRevalidate,
    ErrorBoundary: module.ErrorBoundary,
    ...(inside.length > 0 && { children: inside }),
  };
}

function Frame() {
  return (
    <MantineFrame>
      <div id="conteudo">
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </div>
      <ConfirmDialog />
      <Toast />
    </MantineFrame>
  );
}

/** Where a link or a redirect has led to. */
function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return <h1>{pathname + search + hash}</h1>;
}
