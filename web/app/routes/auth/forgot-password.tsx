import { Button, TextInput } from '@mantine/core';
import { email as emailField } from '@passeio/contract/fields';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { requestReset } from '~/features/session/credentials';
import { ResendButton } from '~/features/users/resend-button';
import { useFieldErrors } from '~/features/users/use-field-errors';
import { pageMeta } from '~/lib/page-meta';
import { AuthActions, AuthCard } from './auth-card';
import { SubmitButton } from './submit-button';
import { useContinue } from './use-continue';

export const meta = pageMeta('Esqueci minha senha');

export default function ForgotPassword() {
  const [address, setAddress] = useState<string>();
  return address === undefined ? (
    <AskForAddress onSent={setAddress} />
  ) : (
    <LinkOnItsWay address={address} onOtherAddress={() => setAddress(undefined)} />
  );
}

function AskForAddress({ onSent }: { onSent: (address: string) => void }) {
  const { form, errors, refuse, watch } = useFieldErrors(checkField);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = String(new FormData(event.currentTarget).get('email') ?? '');
    const wrong = checkField('email', typed);
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
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          error={errors.email}
        />
        <SubmitButton busy={busy}>Enviar link</SubmitButton>
      </form>
    </AuthCard>
  );
}

/** The same whether or not the address is known, and whether or not the mail could be sent. */
function LinkOnItsWay({ address, onOtherAddress }: { address: string; onOtherAddress: () => void }) {
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
  const { keep } = useContinue();
  return <Link to={keep('/auth/login')}>Voltar para entrar</Link>;
}

function checkField(_name: string, value: string): string | undefined {
  const result = emailField.safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
}
