import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { safeReturnUrl } from '~/features/session/return-url';

/** The page to return to after authentication, and how to go there. */
export function useReturnUrl() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const given = params.get('returnUrl');
  const target = safeReturnUrl(given);

  const followReturnUrl = useCallback(() => {
    // The portal has other stylesheets: a full page load opens it.
    if (target === '/' || target.startsWith('/portal')) window.location.assign(target);
    else navigate(target, { replace: true });
  }, [navigate, target]);

  /** Address of another authentication page that carries the return URL. */
  const withReturnUrl = (path: string) => (given ? `${path}?returnUrl=${encodeURIComponent(target)}` : path);

  return { hasReturnUrl: given !== null, target, followReturnUrl, withReturnUrl };
}
