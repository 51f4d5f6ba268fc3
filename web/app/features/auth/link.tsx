import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { failureText } from '~/features/session/identity/error';
import { ApiError } from '~/lib/api';
import { FormNotice } from '~/ui/editing/form-notice';
import { SlowNotice } from '~/ui/feedback/slow-notice';
import { AuthActions, AuthCard } from './auth-card';

/** While a link is read, and when that failed for a reason that may pass. */
type Unread = { state: 'reading' } | { state: 'failed'; notice: string };

/** The token of a link: its fragment, which is never sent to the server. A malformed one is no link's token. */
export function linkToken(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

/**
 * State of a page that is opened by a link, without an account. `read` says what the token leads to; what it throws is
 * shown, and can be tried again. An address without a whole token is `incomplete`; without any, the server is not
 * asked.
 */
export function useLink<Found extends { state: string }>(read: (token: string) => Promise<Found>, incomplete: Found) {
  const [reading, setReading] = useState<Found | Unread>({ state: 'reading' });

  /** Reads the link again. */
  async function reread(): Promise<Found | Unread> {
    const token = linkToken();
    if (token === '') return incomplete;
    try {
      return await read(token);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) return incomplete;
      return { state: 'failed', notice: failureText(error) ?? 'Tente de novo em instantes.' };
    }
  }

  const open = () => void reread().then(setReading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(open, []);
  return { reading, setReading, reread, open };
}

export function LinkOpening({ name = 'link' }: { name?: string }) {
  return (
    <AuthCard title={`Abrindo o seu ${name}…`}>
      <SlowNotice />
    </AuthCard>
  );
}

interface LinkFailedProps {
  notice: string;
  name?: string;
  onRetry: () => void;
}

export function LinkFailed({ notice, name = 'link', onRetry }: LinkFailedProps) {
  return (
    <AuthCard isAnswer title={`Não foi possível abrir o ${name}`}>
      <FormNotice>{notice}</FormNotice>
      <AuthActions>
        <Button size="md" fullWidth onClick={onRetry}>
          Tentar de novo
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

/** Says that an invitation of a client or a colleague works no more. */
export function InvitationOver() {
  return (
    <AuthCard
      isAnswer
      title="Este convite não vale mais"
      lead="Ele já foi usado, foi cancelado ou passou do prazo. Peça outro a quem o enviou ou, se já criou a conta, entre nela."
    >
      <AuthActions>
        <Button component={Link} to="/auth/login" size="md" fullWidth>
          Entrar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
