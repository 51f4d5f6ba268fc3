import { type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { readActionLink } from '~/features/session/action-link';
import { pageMeta } from '~/lib/page-meta';
import { CheckInbox } from './check-inbox';
import { ConfirmByLink } from './confirm-by-link';

export const meta = pageMeta('Confirmar e-mail');

/** Firebase opens this page for password links too. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (readActionLink(searchParams, 'confirm')?.purpose === 'reset') throw redirect(`/auth/reset-password${search}`);
  return null;
}

/** Confirms with a link's code; without one, says where to find the link. */
export default function ConfirmMail() {
  const [params] = useSearchParams();
  const link = readActionLink(params, 'confirm');
  return link ? <ConfirmByLink key={link.code} code={link.code} /> : <CheckInbox />;
}
