import { Button, Loader } from '@mantine/core';
import { ownProfileRoutes } from '@passeio/contract/users/own-profile';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { useReturnUrl } from '~/features/auth/use-return-url';
import { confirmEmail, requestConfirmation } from '~/features/session/credentials';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { isEmailConfirmed } from '~/features/session/profile';
import { keyOf } from '~/features/session/queries';
import { whenRestored } from '~/features/session/session';
import { useSessionStatus } from '~/features/session/session-status';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { useUser } from '~/features/session/user-store';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { ResendButton } from '~/features/users/resend-button';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { readActionLink } from './action-link';

/** How long the success message is shown before redirecting. */
const READING_MS = 4000;

type Progress = { step: 'confirming' | 'confirmed' | 'useless' } | { step: 'failed'; sentence: string };

/** Confirms an address on load with the link's code. */
export function ConfirmByLink({ code }: { code: string }) {
  const { progress, confirm } = useConfirmation(code);
  if (progress.step === 'confirmed') return <Confirmed />;
  if (progress.step === 'useless') return <UselessLink />;
  if (progress.step === 'failed') {
    return (
      <AuthCard isAnswer title="Não foi possível confirmar agora" lead={progress.sentence}>
        <AuthActions>
          <Button size="md" fullWidth onClick={confirm}>
            Tentar de novo
          </Button>
        </AuthActions>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Confirmando o seu e-mail…">
      <AuthActions>
        <Loader aria-label="Confirmando o seu e-mail" />
      </AuthActions>
    </AuthCard>
  );
}

function useConfirmation(code: string) {
  const [progress, setProgress] = useState<Progress>({ step: 'confirming' });
  const started = useRef(false);

  const confirm = useCallback(async () => {
    setProgress({ step: 'confirming' });
    await whenRestored();
    try {
      await confirmEmail(code);
      setProgress({ step: 'confirmed' });
    } catch (error) {
      const isUseless = error instanceof IdentityError && error.failure === 'refused';
      const sentence = failureText(error) ?? 'Tente de novo em instantes.';
      setProgress(isUseless ? { step: 'useless' } : { step: 'failed', sentence });
    }
  }, [code]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void confirm();
  }, [confirm]);

  return { progress, confirm };
}

function Confirmed() {
  const { followReturnUrl } = useReturnUrl();
  useEffect(() => {
    const timer = setTimeout(followReturnUrl, READING_MS);
    return () => clearTimeout(timer);
  }, [followReturnUrl]);
  return (
    <AuthCard isAnswer title="E-mail confirmado!" lead="Tudo certo: este endereço é seu.">
      <AuthActions>
        <Button size="md" fullWidth onClick={followReturnUrl}>
          Continuar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function UselessLink() {
  return (
    <AuthCard isAnswer title="Este link não vale mais" lead="Ele já foi usado ou passou do prazo. Peça outro link.">
      <AuthActions>
        <Button component={Link} to="/auth/confirm-mail" size="md" fullWidth>
          Pedir outro link
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

export const meta = pageMeta('Confirmar e-mail');

/** Firebase opens this page for password links too. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (readActionLink(searchParams, 'confirm')?.purpose === 'reset') throw redirect(`/auth/reset-password${search}`);
  return null;
}

/** Confirms with a link's code; without one, says where to find the link. */
export default function ConfirmMail() {
  const [params] = useSearchParams();
  const link = readActionLink(params, 'confirm');
  return link ? <ConfirmByLink key={link.code} code={link.code} /> : <CheckInbox />;
}

/** Says where the confirmation link is and sends it again. */
function CheckInbox() {
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
    queryKey: [...keyOf(ownProfileRoutes.readMe), 'emailConfirmed'],
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
          sentText="Enviado. O link chega em instantes."
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
