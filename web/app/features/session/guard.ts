import { type MiddlewareFunction, redirect } from 'react-router';
import { accessTo } from './access';
import { lockScreenUrl, loginUrl, whileOpening } from './return-url';
import { whenRestored } from './session';
import { sessionStatus } from './session-status';
import { useUser } from './user-store';

/** Waits for the session, then redirects people who may not see the page. */
export const guard: MiddlewareFunction<unknown> = async ({ request }, next) => {
  await whenRestored();
  const { pathname, search } = new URL(request.url);
  const status = sessionStatus();
  const access = accessTo(pathname, status === 'signedIn' ? useUser.getState().user.role : null);
  if (access === 'login') {
    const askForPassword = status === 'locked' ? lockScreenUrl : loginUrl;
    throw redirect(askForPassword(pathname + search));
  }
  if (access === 'deny') throw redirect('/404');
  return whileOpening(pathname + search, next);
};
