import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { takeWayBack } from '~/features/reservations/payment/kept-way-back';
import { readRememberedLinks } from '~/features/session/remembered/remembered-links';
import { loginUrl } from '~/features/session/return-url';
import { whenRestored } from '~/features/session/session';
import { sessionStatus } from '~/features/session/session-status';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/back-from-provider';

export const meta = pageMeta('Minha reserva');

/**
 * Where the provider sends a payer back to, whose address says nothing: leads on to the page of a link if this tab left
 * from there or this browser remembers it, else to the page of the account. Another browser, as of the bank's
 * application, knows neither.
 */
export default function BackFromProvider({ params: { code } }: Route.ComponentProps) {
  const [isLost, setLost] = useState(false);
  const navigate = useNavigate();
  const { search } = useLocation();
  const own = pagePaths.reservation(code);

  async function goOn(): Promise<void> {
    const remembered = readRememberedLinks().find((one) => one.code === code);
    const wayBack = takeWayBack(code) ?? (remembered && pagePaths.payerLink(remembered.token));
    const [pathname, hash] = wayBack?.split('#') ?? [];
    if (pathname) return navigate({ search, pathname, hash: hash ?? '' }, { replace: true });
    await whenRestored();
    const status = sessionStatus();
    if (status === 'signedIn' || status === 'locked') return navigate(own + search, { replace: true });
    setLost(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void goOn();
  }, []);

  if (!isLost) return <AuthCard title="Voltando à sua reserva…" />;
  return (
    <AuthCard
      isAnswer
      title="Abra a sua reserva"
      lead="Para ver o pagamento, abra o link da reserva que você recebeu por e-mail ou WhatsApp, ou entre na sua conta."
    >
      <AuthActions>
        <Button component={Link} to={loginUrl(own)} size="md" fullWidth>
          Entrar na minha conta
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
