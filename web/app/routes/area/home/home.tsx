import { firstName } from '@passeio/contract/words';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { isEmailConfirmed } from '~/features/session/profile';
import { preload } from '~/features/session/queries';
import { isStored, PENDING_KEY } from '~/features/session/remembered/stored-keys';
import { useUser } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/home';
import styles from './home.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Início');
export const handle = { title: 'Início', hasFirstView: true };

/** Loads only what this reader is shown: staff's day, or what a client reserves; a chosen trip is finished by both. */
export function clientLoader() {
  const isAtWork = useUser.getState().user.role !== 'CLIENT';
  return Promise.all([isAtWork && loadStaffHome(), (!isAtWork || isStored(PENDING_KEY)) && loadClientHome()]);
}

async function loadStaffHome() {
  const { StaffHome, staffHome } = await import('./staff-home');
  return { StaffHome, query: await preload(staffHome) };
}

async function loadClientHome() {
  const { ClientHome, clientHome } = await import('./client-home');
  return { ClientHome, query: await preload(clientHome) };
}

export default function HomePage({ loaderData: [staff, client] }: Route.ComponentProps) {
  return (
    <Home>
      {staff && <staff.StaffHome query={staff.query} />}
      {client && <client.ClientHome query={client.query} />}
    </Home>
  );
}

// Most addresses are confirmed.
const ConfirmNotice = lazy(() => import('./confirm-notice'));

const emailConfirmed = queryOptions({ queryKey: ['email confirmed'], queryFn: isEmailConfirmed });

/** What everybody is shown above it. The server that draws it first does not know the name. */
export function Home({ children }: { children: ReactNode }) {
  // Without an answer the page is complete without it.
  const isUnconfirmed = useQuery(emailConfirmed).data === false;
  const { email, name } = useUser(({ user }) => user);
  return (
    <>
      <p className={styles.greeting}>Olá{name && `, ${firstName(name)}`}!</p>
      <Suspense>{isUnconfirmed && <ConfirmNotice email={email} />}</Suspense>
      {children}
    </>
  );
}
