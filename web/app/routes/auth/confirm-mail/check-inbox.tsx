import { Button, Loader } from '@mantine/core';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { requestConfirmation } from '~/features/session/credentials';
import { failureText } from '~/features/session/identity/error';
import { isEmailConfirmed } from '~/features/session/profile';
import { keyOf } from '~/features/session/queries';
import { useSessionStatus } from '~/features/session/session-status';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { useUser } from '~/features/session/user-store';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { ResendButton } from '~/features/users/resend-button';
import { FormNotice } from '~/ui/editing/form-notice';
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
  const { data } = useQuery({
    queryKey: [...keyOf(userRoutes.readMe), 'emailConfirmed'],
    queryFn: isEmailConfirmed,
    enabled: isSignedIn,
    gcTime: 0,
  });
  return isSignedIn ? data : null;
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
  const { props, errors, isPending, notice } = useIdentityForm({
    fields: ['email'],
    check: (_name, value) => checkEmail(value),
    send: async ({ email }) => {
      await requestConfirmation(email.trim());
      return email.trim();
    },
    onSent,
    explain: (error) => ({ form: failureText(error) ?? 'Não foi possível enviar agora. Tente de novo.' }),
  });

  return (
    <AuthCard
      title="Confirme o seu e-mail"
      lead="Informe o e-mail da sua conta para receber outro link de confirmação."
      footer={<Link to="/auth/login">Voltar para entrar</Link>}
    >
      <form {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <EmailField autoComplete="email" error={errors.email} />
        <SubmitButton busy={isPending}>Enviar link</SubmitButton>
      </form>
    </AuthCard>
  );
}
