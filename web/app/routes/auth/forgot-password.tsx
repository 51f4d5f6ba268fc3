import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { useReturnUrl } from '~/features/auth/use-return-url';
import { requestReset } from '~/features/session/credentials';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { ResendButton } from '~/features/users/resend-button';
import { pageMeta } from '~/lib/page-meta';

export const meta = pageMeta('Esqueci minha senha');

export default function ForgotPassword() {
  const [address, setAddress] = useState<string>();
  return address === undefined ? (
    <AskForAddress onSent={setAddress} />
  ) : (
    <LinkSent address={address} onOtherAddress={() => setAddress(undefined)} />
  );
}

function AskForAddress({ onSent }: { onSent: (address: string) => void }) {
  const { props, errors, isPending } = useIdentityForm({
    fields: ['email'],
    check: (_name, value) => checkEmail(value),
    send: async ({ email }) => {
      await requestReset(email.trim());
      return email.trim();
    },
    onSent,
    explain: () => ({}),
  });

  return (
    <AuthCard
      title="Esqueceu a senha?"
      lead="Informe o e-mail da sua conta. Enviamos um link para você criar outra senha."
      footer={<BackToLogin />}
    >
      <form {...props}>
        <EmailField error={errors.email} />
        <SubmitButton busy={isPending}>Enviar link</SubmitButton>
      </form>
    </AuthCard>
  );
}

/** The same answer for unknown addresses and failed mails, so that no account is revealed. */
function LinkSent({ address, onOtherAddress }: { address: string; onOtherAddress: () => void }) {
  return (
    <AuthCard
      isAnswer
      title="Confira o seu e-mail"
      lead={
        <>
          Se houver uma conta com este e-mail, o link chega em instantes em <strong>{address}</strong>. Confira também a
          pasta de spam.
        </>
      }
      footer={<BackToLogin />}
    >
      <AuthActions>
        <ResendButton
          wide
          startWaiting
          send={() => requestReset(address)}
          sentText="Se houver uma conta com este e-mail, chega mais um link em instantes."
        />
        <Button size="md" variant="subtle" fullWidth onClick={onOtherAddress}>
          Usar outro e-mail
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function BackToLogin() {
  const { withReturnUrl } = useReturnUrl();
  return <Link to={withReturnUrl('/auth/login')}>Voltar para entrar</Link>;
}
