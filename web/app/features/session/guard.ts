import { type MiddlewareFunction, redirect } from 'react-router';
import { judge } from './access';
import { loginUrl } from './return-url';
import { sessionStatus, whenRestored } from './session';
import { useUser } from './user-store';

/** Lets a page of the logged-in area through only to those who may see it, once the session is restored. */
export const guard: MiddlewareFunction<unknown> = async ({ request }, next) => {
  await whenRestored();
  const { pathname, search } = new URL(request.url);
  const verdict = judge(pathname, sessionStatus() === 'signedIn' ? useUser.getState().user.role : null);
  if (verdict === 'login') throw redirect(loginUrl(pathname + search));
  if (verdict === 'deny') throw redirect('/404');
  return next();
};
