import { useLocation, useNavigate, useNavigation } from 'react-router';

/**
 * Loads a page again whose loader has failed. It navigates, because the router's error boundary forgets the error only
 * at a new location or where it has rendered the beginning of a revalidation: an answer that came before that would
 * leave the error on the screen.
 */
export function useRetry(): { retry: () => void; isTrying: boolean } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isTrying = useNavigation().state !== 'idle';
  // Without the hash: the router loads nothing to go to where it is.
  const retry = () => void navigate({ pathname, search }, { replace: true, state, preventScrollReset: true });
  return { retry, isTrying };
}
