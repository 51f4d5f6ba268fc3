import { userRoutes } from '@passeio/contract/users/user-routes';
import { answered, api } from '~/features/session/api';
import { storeProfile } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { PageSection } from '../page/page-section';
import type { Route } from './+types/my-account';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';
import { MyData } from './my-data';
import { loadMySessions, OpenSessions } from './open-sessions';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Minha conta');
export const handle = { title: 'Minha conta' };

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request;
  const [profile, sessions] = await Promise.all([
    answered(api.call(userRoutes.readMe, { signal })),
    loadMySessions(signal),
  ]);
  storeProfile(profile);
  return { profile, sessions };
}

export default function MyAccount({ loaderData: { profile, sessions } }: Route.ComponentProps) {
  return (
    <>
      <MyData profile={profile} />
      <PageSection title="Acesso" lead="Com que e-mail e senha você entra, e onde a sua conta está aberta.">
        <ChangeEmail email={profile.email} isConfirmed={profile.emailConfirmed} />
        <ChangePassword email={profile.email} />
        <OpenSessions sessions={sessions} />
      </PageSection>
    </>
  );
}
