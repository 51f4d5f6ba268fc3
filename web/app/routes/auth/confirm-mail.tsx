import { Navigate, useLocation, useSearchParams } from 'react-router';
import { readActionLink } from '~/features/session/action-link';
import { pageMeta } from '~/lib/page-meta';
import { ConfirmByLink } from './confirm-by-link';
import { LookInInbox } from './look-in-inbox';

export const meta = pageMeta('Confirmar e-mail');

/** With a link's code: confirms. Without: tells where to find the link. */
export default function ConfirmMail() {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const link = readActionLink(params, 'confirm');
  if (link?.purpose === 'reset') return <Navigate to={`/auth/reset-password${search}`} replace />;
  return link ? <ConfirmByLink key={link.code} code={link.code} /> : <LookInInbox />;
}
