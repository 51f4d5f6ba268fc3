import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { requestReset } from '~/features/session/credentials';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { ResendButton } from '~/features/users/resend-button';
import { pageMeta } from '~/lib/page-meta';
import { useFieldErrors } from '~/ui/editing/use-field-errors';
import { AuthActions, AuthCard } from '../shared/auth-card';
import { SubmitButton } from '../shared/submit-button';
import { useReturnUrl } from '../shared/use-return-url';

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
  const { form, errors, refuse, watch } = useFieldErrors((_name, value) => checkEmail(value));
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = String(new FormData(event.currentTarget).get('email') ?? '');
    const wrong = checkEmail(typed);
    refuse(wrong ? { email: wrong } : {});
    if (wrong) return;
    setBusy(true);
    const address = typed.trim();
    await requestReset(address);
    onSent(address);
  }

  return (
    <AuthCard
      title="Esqueceu a senha?"
      lead="Informe o e-mail da sua conta. Enviamos um link para você criar outra senha."
      footer={<BackToLogin />}
    >
      <form ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        <EmailField error={errors.email} />
        <SubmitButton busy={busy}>Enviar link</SubmitButton>
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
          sentSentence="Se houver uma conta com este e-mail, chega mais um link em instantes."
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
