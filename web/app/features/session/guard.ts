import { type MiddlewareFunction, redirect } from 'react-router';
import { accessTo, NO_ACCESS_PAGE } from './access';
import { lockScreenUrl, loginUrl, whileOpening } from './return-url';
import { whenRestored } from './session';
import { sessionStatus } from './session-status';
import { useUser } from './user-store';

/** Waits for the session, then redirects people who may not see the page. */
export const guard: MiddlewareFunction<unknown> = async ({ request }, next) => {
  await whenRestored();
  const { pathname, search } = new URL(request.url);
  const status = sessionStatus();
  const { role, permissions, mustAddTwoFactor } = useUser.getState().user;
  const access = accessTo(pathname, status === 'signedIn' ? role : null, permissions);
  if (access === 'login') {
    const askForPassword = status === 'locked' ? lockScreenUrl : loginUrl;
    throw redirect(askForPassword(pathname + search));
  }
  if (status === 'signedIn' && mustAddTwoFactor) throw redirect('/auth/duas-etapas');
  if (access === 'deny') throw redirect(NO_ACCESS_PAGE);
  return whileOpening(pathname + search, next);
};
