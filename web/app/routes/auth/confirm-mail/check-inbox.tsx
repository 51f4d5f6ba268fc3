import { Button, Loader } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { requestConfirmation } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { isEmailConfirmed } from '~/features/session/profile';
import { useSessionStatus } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { ResendButton } from '~/features/users/resend-button';
import { FormNotice } from '~/ui/editing/form-notice';
import { useFieldErrors } from '~/ui/editing/use-field-errors';
import { AuthActions, AuthCard } from '../shared/auth-card';
import { SubmitButton } from '../shared/submit-button';
import { useReturnUrl } from '../shared/use-return-url';

/** Says where the confirmation link is and sends it again. */
export function CheckInbox() {
  const status = useSessionStatus();
  const known = useUser(({ user }) => user.email);
  const [given, setGiven] = useState('');
  const isConfirmed = useIsConfirmed(status === 'signedIn');
  if (status === 'restoring' || isConfirmed === undefined) {
    return (
      <AuthCard title="Confirme o seu e-mail">
        <AuthActions>
          <Loader aria-label="Carregando" />
        </AuthActions>
      </AuthCard>
    );
  }
  if (isConfirmed) return <AlreadyConfirmed address={known} />;
  if (known === '' && given === '') return <AskForAddress onSent={setGiven} />;
  return <LinkIsThere address={known || given} isKnown={known !== ''} />;
}

/** Whether the user's address is confirmed: undefined while loading, null if the call failed. */
function useIsConfirmed(isSignedIn: boolean): boolean | null | undefined {
  const [answer, setAnswer] = useState<boolean | null>();
  useEffect(() => {
    if (isSignedIn) isEmailConfirmed().then(setAnswer);
  }, [isSignedIn]);
  return isSignedIn ? answer : null;
}

function AlreadyConfirmed({ address }: { address: string }) {
  const { followReturnUrl } = useReturnUrl();
  return (
    <AuthCard
      title="E-mail confirmado"
      lead={
        <>
          O endereço <strong>{address}</strong> já está confirmado.
        </>
      }
    >
      <AuthActions>
        <Button size="md" fullWidth onClick={followReturnUrl}>
          Continuar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function LinkIsThere({ address, isKnown }: { address: string; isKnown: boolean }) {
  const { followReturnUrl } = useReturnUrl();
  return (
    <AuthCard
      isAnswer={!isKnown}
      title="Confira o seu e-mail"
      lead={
        isKnown ? (
          <>
            Enviamos um link para <strong>{address}</strong>. Abra o link para confirmar que o endereço é seu. Não
            chegou? Veja também a pasta de spam.
          </>
        ) : (
          <>
            Se <strong>{address}</strong> ainda precisa de confirmação, o link chega em instantes. Veja também a pasta
            de spam.
          </>
        )
      }
    >
      <AuthActions>
        <Button size="md" fullWidth onClick={followReturnUrl}>
          Continuar
        </Button>
        <ResendButton
          wide
          startWaiting={!isKnown}
          send={() => requestConfirmation(address)}
          sentSentence="Enviado. O link chega em instantes."
        />
      </AuthActions>
    </AuthCard>
  );
}

function AskForAddress({ onSent }: { onSent: (address: string) => void }) {
  const { form, errors, refuse, watch } = useFieldErrors((_name, value) => checkEmail(value));
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const address = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const wrong = checkEmail(address);
    refuse(wrong ? { email: wrong } : {});
    if (wrong) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await requestConfirmation(address);
      onSent(address);
    } catch (error) {
      setNotice(failureSentence(error) ?? 'Não foi possível enviar agora. Tente de novo.');
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Confirme o seu e-mail"
      lead="Informe o e-mail da sua conta para receber outro link de confirmação."
      footer={<Link to="/auth/login">Voltar para entrar</Link>}
    >
      <form ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <EmailField autoComplete="email" error={errors.email} />
        <SubmitButton busy={busy}>Enviar link</SubmitButton>
      </form>
    </AuthCard>
  );
}
