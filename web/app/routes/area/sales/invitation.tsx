import { Button, Text } from '@mantine/core';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { type OpenedSellerInvitation, SELLER_INVITATION_PAGE } from '@passeio/contract/sellers/sellers';
import { firstName } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { InvitationOver, LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { lockScreenUrl } from '~/features/session/return-url';
import { useSessionStatus } from '~/features/session/session-status';
import { useUser } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';

// In localStorage: a confirmation link opens in another tab.
const INVITATION_KEY = 'passeio:convite-de-vendas';

const hiddenMeta = pageMeta('Convite para vender');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading = { state: 'over' } | { state: 'open'; token: string; invitation: OpenedSellerInvitation };

/** Opened by the link with which somebody becomes a seller, with the account that they have or create. */
export default function SellerInvitationPage() {
  // Before the link is read: after signing in the address has no token.
  useEffect(restoreToken, []);
  const { reading, setReading, open } = useLink<Reading>(read, { state: 'over' });
  const status = useSessionStatus();
  if (reading.state === 'reading' || status === 'restoring') return <LinkOpening name="convite" />;
  if (reading.state === 'failed') return <LinkFailed name="convite" notice={reading.notice} onRetry={open} />;
  if (reading.state === 'over') return <InvitationOver />;
  const { invitation, token } = reading;
  if (status !== 'signedIn') return <SignInFirst {...{ invitation, token, status }} />;
  return <Acceptance {...{ invitation, token }} onOver={() => setReading({ state: 'over' })} />;
}

async function read(token: string): Promise<Reading> {
  try {
    const call = { body: { token }, session: 'optional' } as const;
    return { state: 'open', token, invitation: await api.call(sellerRoutes.readInvitation, call) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    keepToken(undefined);
    return { state: 'over' };
  }
}

/** Keeps the token while somebody signs in or up, also in another tab. */
function keepToken(token: string | undefined): void {
  try {
    if (token) localStorage.setItem(INVITATION_KEY, token);
    else localStorage.removeItem(INVITATION_KEY);
  } catch (error) {
    console.warn('The invitation could not be kept', error);
  }
}

function restoreToken(): void {
  if (window.location.hash) return;
  try {
    const kept = localStorage.getItem(INVITATION_KEY);
    if (kept) window.history.replaceState(window.history.state, '', `#${kept}`);
  } catch {
    // Without storage the link is opened again.
  }
}

/** Shows the area of sellers in the menu. */
const showSales = () => useUser.setState(({ user }) => ({ user: { ...user, isSeller: true } }));

interface InvitationProps {
  invitation: OpenedSellerInvitation;
  token: string;
}

function InvitationCard({ invitation, lead, children }: { invitation: OpenedSellerInvitation } & Parts) {
  const { name, kind, operatorName } = invitation;
  const greeted = kind === 'agency' ? name : firstName(name);
  return (
    <AuthCard isAnswer title={`Olá, ${greeted}!`} lead={`${operatorName} convidou você a vender os passeios. ${lead}`}>
      {children}
    </AuthCard>
  );
}

interface Parts {
  lead: string;
  children: React.ReactNode;
}

function SignInFirst({ invitation, token, status }: InvitationProps & { status: string }) {
  useEffect(() => keepToken(token), [token]);
  const back = SELLER_INVITATION_PAGE;
  const query = `?returnUrl=${encodeURIComponent(back)}`;
  const isUnfinished = status === 'unfinished';
  return (
    <InvitationCard invitation={invitation} lead="Entre na sua conta, ou crie uma, para aceitar.">
      <AuthActions>
        {!isUnfinished && (
          <Button
            component={Link}
            to={status === 'locked' ? lockScreenUrl(back) : `/auth/login${query}`}
            size="md"
            fullWidth
          >
            Entrar
          </Button>
        )}
        {status !== 'locked' && (
          <Button
            component={Link}
            to={`/auth/register${query}`}
            size="md"
            fullWidth
            variant={isUnfinished ? 'filled' : 'default'}
          >
            {isUnfinished ? 'Concluir cadastro' : 'Criar conta'}
          </Button>
        )}
      </AuthActions>
    </InvitationCard>
  );
}

function Acceptance({ invitation, token, onOver }: InvitationProps & { onOver: () => void }) {
  const { name, email } = useUser(({ user }) => user);
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(sellerRoutes.accept, { body: { token }, toast: false }),
    onSuccess: () => {
      keepToken(undefined);
      showSales();
      showAlert('success', 'Pronto! Agora você vende os nossos passeios.');
      return navigate('/vendas', { replace: true });
    },
    onError: (refused) => {
      if (!(refused instanceof ApiError)) return;
      if (refused.code === 'SELLER_EXISTS') showSales();
      if (refused.status !== 404) return;
      keepToken(undefined);
      onOver();
    },
  });
  const isSeller = error instanceof ApiError && error.code === 'SELLER_EXISTS';
  return (
    <InvitationCard invitation={invitation} lead="Você acompanha as vendas e a comissão na sua conta.">
      <Text mt="md" style={{ overflowWrap: 'anywhere' }}>
        Conta: <strong>{name}</strong>, {email}
      </Text>
      {error && <FormNotice>{failureText(error) ?? 'Não foi possível aceitar o convite. Tente de novo.'}</FormNotice>}
      <AuthActions>
        {isSeller ? (
          <Button component={Link} to="/vendas" size="md" fullWidth>
            Ir para as minhas vendas
          </Button>
        ) : (
          <Button size="md" fullWidth loading={isPending} onClick={() => mutate()}>
            Aceitar e vender
          </Button>
        )}
        <Button component={Link} to="/auth/logout" size="md" fullWidth variant="subtle">
          Usar outra conta
        </Button>
      </AuthActions>
    </InvitationCard>
  );
}
