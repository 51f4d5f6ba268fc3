import { Button } from '@mantine/core';
import type { Invitation } from '@passeio/contract/users/invitations';
import { Link } from 'react-router';
import { readInvitation } from '~/features/session/sign-up';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { AuthActions, AuthCard } from '../shared/auth-card';
import { LinkFailed, LinkOpening, useLink } from '../shared/link';
import { InvitationForm } from './invitation-form';

const hiddenMeta = pageMeta('Convite');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading = { state: 'over' } | ({ state: 'open' } & Open);

interface Open {
  token: string;
  invitation: Invitation;
}

/** Opened by an invitation link; the token is in the fragment, which is never sent to the server. */
export default function InvitationPage() {
  const { name } = useSettings();
  const { reading, setReading, open } = useLink<Reading>(read, { state: 'over' });

  if (reading.state === 'reading') return <LinkOpening name="convite" />;
  if (reading.state === 'over') return <OverCard />;
  if (reading.state === 'failed') return <LinkFailed name="convite" notice={reading.notice} onRetry={open} />;
  const { token, invitation } = reading;
  return (
    <AuthCard
      isAnswer
      wide={invitation.missing.length > 0}
      title={`Olá, ${invitation.firstName}!`}
      lead={`${name} convidou você a criar a sua conta. As reservas feitas para você aparecem nela.`}
    >
      <InvitationForm token={token} invitation={invitation} onOver={() => setReading({ state: 'over' })} />
    </AuthCard>
  );
}

async function read(token: string): Promise<Reading> {
  try {
    return { state: 'open', token, invitation: await readInvitation(token) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'over' };
    throw error;
  }
}

function OverCard() {
  return (
    <AuthCard
      isAnswer
      title="Este convite não vale mais"
      lead="Ele já foi usado, foi cancelado ou passou do prazo. Peça outro a quem o enviou ou, se já criou a conta, entre nela."
    >
      <AuthActions>
        <Button component={Link} to="/auth/login" size="md" fullWidth>
          Entrar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
