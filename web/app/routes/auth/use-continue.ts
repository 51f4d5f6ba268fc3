import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { safeReturnUrl } from '~/features/session/return-url';

/** Where the person wanted to go, and how to go on there. */
export function useContinue() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const wanted = params.get('returnUrl');
  const target = safeReturnUrl(wanted);

  const goOn = useCallback(() => {
    // The portal has styles of its own: it is entered by a full load.
    if (target === '/' || target.startsWith('/portal')) window.location.assign(target);
    else navigate(target, { replace: true });
  }, [navigate, target]);

  /** Address of another authentication page that keeps the wish. */
  const keep = (path: string) => (wanted ? `${path}?returnUrl=${encodeURIComponent(target)}` : path);

  return { wanted: wanted !== null, target, goOn, keep };
}
