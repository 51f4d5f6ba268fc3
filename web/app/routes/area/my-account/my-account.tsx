import { loadMyProfile } from '~/features/users/my-account';
import { loadMySessions } from '~/features/users/my-sessions';
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

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [profile, sessions] = await Promise.all([loadMyProfile(request.signal), loadMySessions(request.signal)]);
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
