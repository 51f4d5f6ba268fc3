import { TextInput } from '@mantine/core';
import { roleLabels } from '@passeio/contract/roles';
import type { OpenedStaffInvitation } from '@passeio/contract/users/staff-invitations';
import { firstName } from '@passeio/contract/words';
import { useNavigate } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { InvitationOver, LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { SubmitButton } from '~/features/auth/submit-button';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { checkNewPassword, NewPasswordInput } from '~/features/users/new-password-input';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, toWire, typedOwner } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { acceptStaffInvitation, explainSignUp, readStaffInvitation } from './sign-up';

const hiddenMeta = pageMeta('Convite para a equipe');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading = { state: 'over' } | { state: 'open'; token: string; invitation: OpenedStaffInvitation };

/** Opened by the link with which a colleague becomes staff. */
export default function StaffInvitationPage() {
  const { reading, setReading, open } = useLink<Reading>(read, { state: 'over' });
  if (reading.state === 'reading') return <LinkOpening name="convite" />;
  if (reading.state === 'failed') return <LinkFailed name="convite" notice={reading.notice} onRetry={open} />;
  if (reading.state === 'over') return <InvitationOver />;
  return <Acceptance {...reading} onOver={() => setReading({ state: 'over' })} />;
}

async function read(token: string): Promise<Reading> {
  try {
    return { state: 'open', token, invitation: await readStaffInvitation(token) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'over' };
    throw error;
  }
}

interface AcceptanceProps {
  token: string;
  invitation: OpenedStaffInvitation;
  onOver: () => void;
}

function Acceptance({ token, invitation, onOver }: AcceptanceProps) {
  const { name: operator } = useSettings();
  const navigate = useNavigate();
  const check = (name: string, value: string, form: HTMLFormElement | null = null) => {
    if (name === 'password') return checkNewPassword(value, typedOwner(form));
    return name === 'email' ? checkEmail(value) : checkPersonField(name, value);
  };
  const { props, errors, setError, isPending, notice } = useIdentityForm({
    fields: ['fullname', 'contact', 'email', 'password'],
    check,
    send: ({ fullname, contact, email, password }) =>
      acceptStaffInvitation(
        { token, name: toWire('fullname', fullname), contact: toWire('contact', contact) },
        { email: email.trim().toLowerCase(), password },
      ),
    onSent: () => {
      showAlert('success', 'A sua conta está pronta.');
      return navigate('/home', { replace: true });
    },
    explain: (error) => {
      if (!(error instanceof ApiError && error.code === 'INVITATION_OVER')) return explainSignUp(error);
      onOver();
      return {};
    },
  });
  return (
    <AuthCard
      isAnswer
      title={`Olá, ${firstName(invitation.name)}!`}
      lead={`${operator} convidou você para a equipe, com o perfil de ${roleLabels[invitation.role].toLowerCase()}. Se você já tem conta com este e-mail, use a senha dela.`}
    >
      <form {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <PersonFields
          only={['fullname', 'contact']}
          errors={errors}
          homeState=""
          defaults={{ fullname: invitation.name }}
          onChange={(name, value) => {
            if (errors[name]) setError(name, checkPersonField(name, value));
          }}
        />
        {invitation.email === null ? (
          <EmailField description="Você entra na sua conta com ele" autoComplete="email" error={errors.email} />
        ) : (
          <TextInput
            name="email"
            label="E-mail"
            size="md"
            readOnly
            value={invitation.email}
            description="O convite é para este e-mail"
            error={errors.email}
          />
        )}
        <NewPasswordInput error={errors.password} ownerOf={typedOwner} />
        <SubmitButton busy={isPending}>Entrar na equipe</SubmitButton>
      </form>
    </AuthCard>
  );
}
