import { type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { readActionLink } from '~/features/session/action-link';
import { pageMeta } from '~/lib/page-meta';
import { CheckInbox } from './check-inbox';
import { ConfirmByLink } from './confirm-by-link';

export const meta = pageMeta('Confirmar e-mail');

/** A provider with one address for all its links may have sent the one for a new password here. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (readActionLink(searchParams, 'confirm')?.purpose === 'reset') throw redirect(`/auth/reset-password${search}`);
  return null;
}

/** With a link's code: confirms. Without: tells where to find the link. */
export default function ConfirmMail() {
  const [params] = useSearchParams();
  const link = readActionLink(params, 'confirm');
  return link ? <ConfirmByLink key={link.code} code={link.code} /> : <CheckInbox />;
}
