import { type MiddlewareFunction, redirect } from 'react-router';
import { judge } from './access';
import { lockScreenUrl, loginUrl } from './return-url';
import { whenRestored } from './session';
import { sessionStatus } from './session-status';
import { whileOpening } from './sign-out-redirect';
import { useUser } from './user-store';

/** Waits for the session, then redirects people who may not see the page. */
export const guard: MiddlewareFunction<unknown> = async ({ request }, next) => {
  await whenRestored();
  const { pathname, search } = new URL(request.url);
  const status = sessionStatus();
  const verdict = judge(pathname, status === 'signedIn' ? useUser.getState().user.role : null);
  if (verdict === 'login') {
    const askForPassword = status === 'locked' ? lockScreenUrl : loginUrl;
    throw redirect(askForPassword(pathname + search));
  }
  if (verdict === 'deny') throw redirect('/404');
  return whileOpening(pathname + search, next);
};
