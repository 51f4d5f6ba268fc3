import { Box, Text, Title } from '@mantine/core';
import { firstName } from '@passeio/contract/words';
import { IconMailCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isStored, PENDING_KEY } from '~/features/reservations/stored-keys';
import { requestConfirmation } from '~/features/session/credentials';
import { installation } from '~/features/session/installation';
import { isEmailConfirmed } from '~/features/session/profile';
import { preload } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { ResendButton } from '~/features/users/resend-button';
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

const emailConfirmed = queryOptions({ queryKey: ['email confirmed'], queryFn: isEmailConfirmed });

/** What everybody is shown above it. The server that draws it first does not know the name. */
export function Home({ children }: { children: ReactNode }) {
  // Without an answer the page is complete without it.
  const isUnconfirmed = useQuery(emailConfirmed).data === false;
  const { email, name } = useUser(({ user }) => user);
  return (
    <>
      <p className={styles.greeting}>Olá{name && `, ${firstName(name)}`}!</p>
      {isUnconfirmed && <ConfirmNotice email={email} isRequired={installation().access.requireConfirmedEmail} />}
      {children}
    </>
  );
}

/** Notice that the address is to be confirmed: until then it gets no e-mails about reservations. */
function ConfirmNotice({ email, isRequired }: { email: string; isRequired: boolean }) {
  return (
    <section className={styles.notice} aria-labelledby="confirme-o-email">
      <IconMailCheck size={28} stroke={1.5} color="var(--accent-text)" aria-hidden />
      <Box flex="1 1 16rem" miw={0}>
        <Title id="confirme-o-email" order={2} fz={17} lh={1.35} lts="0">
          {isRequired ? 'Confirme o seu e-mail para reservar' : 'Confirme o seu e-mail para receber os avisos'}
        </Title>
        <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
          Enviamos um link para <strong>{email}</strong>. Abra o link para confirmar que o endereço é seu.
        </Text>
      </Box>
      <ResendButton send={() => requestConfirmation(email)} sentText="Enviado. Confira também a pasta de spam." />
    </section>
  );
}
