import { data, type MiddlewareFunction } from 'react-router';
import { isProtected } from '~/features/session/protected-pages';
import { pageMeta } from '~/lib/page-meta';
import { PageNotFound } from './page-not-found';

export const meta = pageMeta('Página não encontrada');

export function loader() {
  return data(null, { status: 404 });
}

/** A path under a protected prefix requires sign-in, also if no page exists there. */
const guardProtected: MiddlewareFunction<unknown> = async (args, next) => {
  if (!isProtected(new URL(args.request.url).pathname)) return next();
  const { guard } = await import('~/features/session/guard');
  return guard(args, next);
};

export const clientMiddleware = [guardProtected];

/** Loads nothing, but makes the middleware run at hydration. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export default PageNotFound;
