import { Button } from '@mantine/core';
import { type TripAlert, tripAlertRoutes } from '@passeio/contract/trips/trip-alerts';
import { useMutation } from '@tanstack/react-query';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';

const hiddenMeta = pageMeta('Aviso da próxima data');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading =
  | { state: 'refused'; sentence: string }
  | { state: 'removed' }
  | { state: 'open'; token: string; alert: TripAlert };

const INCOMPLETE: Reading = {
  state: 'refused',
  sentence: 'O endereço está incompleto. Abra de novo o link do e-mail.',
};

const answers: Record<TripAlert['state'], { title: string; lead: string }> = {
  unconfirmed: { title: 'Quer o aviso?', lead: 'Enviamos um e-mail, uma vez, quando houver outra data.' },
  waiting: { title: 'Está confirmado', lead: 'Enviamos um e-mail, uma vez, quando houver outra data.' },
  sent: { title: 'O aviso já foi enviado', lead: 'Ele é único: não enviamos outro. Em 30 dias apagamos o seu e-mail.' },
};

/**
 * Opened by the link of an e-mail: confirms that its address wants to know of the next date of a trip, or erases it.
 */
export default function TripAlertPage() {
  const { reading, setReading, open } = useLink<Reading>(read, INCOMPLETE);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ token, does }: { token: string; does: 'confirm' | 'remove' }): Promise<Reading> => {
      const input = { body: { token }, session: 'none' } as const;
      if (does === 'confirm') {
        return { state: 'open', token, alert: await api.call(tripAlertRoutes.confirm, input) };
      }
      await api.call(tripAlertRoutes.remove, input);
      return { state: 'removed' };
    },
    onSuccess: setReading,
  });

  switch (reading.state) {
    case 'reading':
      return <LinkOpening />;
    case 'failed':
      return <LinkFailed notice={reading.notice} onRetry={open} />;
    case 'refused':
      return <AuthCard isAnswer title="Este link não vale mais" lead={reading.sentence} />;
    case 'removed':
      return <AuthCard isAnswer title="Apagado" lead="O seu nome e o seu e-mail não estão mais nesta lista." />;
    case 'open': {
      const { token, alert } = reading;
      const { title, lead } = answers[alert.state];
      return (
        <AuthCard key={alert.state} isAnswer title={title} lead={`${alert.title}. ${lead}`}>
          {error && <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>}
          <AuthActions>
            {alert.state === 'unconfirmed' && (
              <Button size="md" fullWidth loading={isPending} onClick={() => mutate({ token, does: 'confirm' })}>
                Confirmar o aviso
              </Button>
            )}
            <Button
              size="md"
              fullWidth
              variant="default"
              disabled={isPending}
              onClick={() => mutate({ token, does: 'remove' })}
            >
              {alert.state === 'sent' ? 'Apagar meu e-mail agora' : 'Não quero o aviso'}
            </Button>
          </AuthActions>
        </AuthCard>
      );
    }
  }
}

async function read(token: string): Promise<Reading> {
  try {
    const alert = await api.call(tripAlertRoutes.read, { body: { token }, session: 'none' });
    return { state: 'open', token, alert };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'refused', sentence: error.message };
    throw error;
  }
}
