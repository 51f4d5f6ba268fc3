import { userRoutes } from '@passeio/contract/users/user-routes';
import { load, queryClient } from '~/features/session/queries';
import { storeProfile } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { PageSection } from '../page/page-section';
import type { Route } from './+types/my-account';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';
import { MyData } from './my-data';
import { OpenSessions } from './open-sessions';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Minha conta');
export const handle = { title: 'Minha conta' };

export async function clientLoader() {
  // The form of one's data is newer than what is loaded later.
  const profile = await queryClient.fetchQuery({ ...load(userRoutes.readMe), staleTime: 0 });
  storeProfile(profile);
  return { profile };
}

export default function MyAccount({ loaderData: { profile } }: Route.ComponentProps) {
  return (
    <>
      <MyData profile={profile} />
      <PageSection title="Acesso" lead="Com que e-mail e senha você entra, e onde a sua conta está aberta.">
        <ChangeEmail email={profile.email} isConfirmed={profile.emailConfirmed} />
        <ChangePassword email={profile.email} />
        <OpenSessions />
      </PageSection>
    </>
  );
}
