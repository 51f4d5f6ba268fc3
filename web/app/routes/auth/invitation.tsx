import type { Invitation } from '@passeio/contract/users/invitations';
import { useNavigate } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { InvitationOver, LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { SubmitButton } from '~/features/auth/submit-button';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { checkNewPassword, NewPasswordInput } from '~/features/users/new-password-input';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, toWire } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import fields from '~/ui/editing/field-grid.module.css';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { acceptInvitation, explainSignUp, readInvitation } from './sign-up';

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
  if (reading.state === 'over') return <InvitationOver />;
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

interface InvitationFormProps {
  token: string;
  invitation: Invitation;
  /** Called if the invitation has expired meanwhile. */
  onOver: () => void;
}

/** E-mail, password and the missing personal data. */
function InvitationForm(opened: InvitationFormProps) {
  const { missing } = opened.invitation;
  const { state } = useSettings();
  const { props, errors, setError, isPending, notice, ownerOf } = useAcceptance(opened);
  return (
    <form {...props}>
      {notice && <FormNotice>{notice}</FormNotice>}
      {missing.length > 0 && (
        <PersonFields
          only={missing}
          errors={errors}
          homeState={state}
          onChange={(name, value) => {
            if (errors[name]) setError(name, checkPersonField(name, value));
          }}
        />
      )}
      <div className={fields.grid}>
        <EmailField description="Você entra na sua conta com ele" autoComplete="email" error={errors.email} />
        <NewPasswordInput error={errors.password} ownerOf={ownerOf} />
      </div>
      <SubmitButton busy={isPending}>Criar conta</SubmitButton>
    </form>
  );
}

function useAcceptance({ token, invitation: { firstName, missing }, onOver }: InvitationFormProps) {
  const navigate = useNavigate();
  const ownerOf = (form: HTMLFormElement | null) => ({
    name: firstName,
    email: form ? String(new FormData(form).get('email') ?? '') : '',
  });
  const check = (name: string, value: string, form: HTMLFormElement | null = null) => {
    if (name === 'password') return checkNewPassword(value, ownerOf(form));
    return name === 'email' ? checkEmail(value) : checkPersonField(name, value);
  };
  const { props, errors, setError, isPending, notice } = useIdentityForm({
    fields: ['email', 'password', ...missing],
    check,
    send: ({ email, password, ...data }) => {
      const missingData = Object.fromEntries(missing.map((name) => [name, toWire(name, data[name] ?? '')]));
      return acceptInvitation({ token, ...missingData }, { email: email.trim().toLowerCase(), password, firstName });
    },
    onSent: () => {
      showAlert('success', 'Usuário cadastrado com sucesso!');
      return navigate('/minhasreservas', { replace: true });
    },
    explain: (error) => {
      showAlert('error', 'Erro ao cadastrar usuário');
      if (!(error instanceof ApiError && error.code === 'INVITATION_OVER')) return explainSignUp(error);
      onOver();
      return {};
    },
  });

  return { props, errors, setError, isPending, notice, ownerOf };
}
