import { data, type MiddlewareFunction } from 'react-router';
import { isProtected } from '~/features/session/protected-paths';
import { pageMeta } from '~/lib/page-meta';
import { PageNotFound } from './page-not-found';

export const meta = pageMeta('Página não encontrada');

export function loader() {
  return data(null, { status: 404 });
}

/** An address that begins like a protected page asks for a sign-in first, whether there is a page behind it or not. */
const guardProtected: MiddlewareFunction<unknown> = async (args, next) => {
  if (!isProtected(new URL(args.request.url).pathname)) return next();
  const { guard } = await import('~/features/session/guard');
  return guard(args, next);
};

export const clientMiddleware = [guardProtected];

/** Nothing to load, but the middleware runs for it when the page comes to life. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export default PageNotFound;
