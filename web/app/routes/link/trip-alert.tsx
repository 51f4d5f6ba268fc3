import { Button, Group, TextInput } from '@mantine/core';
import { type TripAlert, tripAlertRoutes } from '@passeio/contract/trips/trip-alerts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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

const titles: Record<TripAlert['state'], string> = {
  unconfirmed: 'Quer o aviso?',
  waiting: 'Está confirmado',
  sent: 'O aviso já foi enviado',
};

function leadOf({ state, phone }: TripAlert): string {
  if (state === 'sent') return 'Ele é único: não enviamos outro. Em 30 dias apagamos os seus dados.';
  const what = phone ? `uma mensagem no WhatsApp ${phone}` : 'um e-mail';
  return `Enviamos ${what}, uma vez, quando houver outra data.`;
}

/**
 * Opened by the link of an e-mail: confirms that its address wants to know of the next date of a trip, or erases it.
 */
export default function TripAlertPage() {
  const { reading, setReading, open } = useLink<Reading>(read, INCOMPLETE);
  const [phone, setPhone] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ token, does, phone = '' }: Deed): Promise<Reading> => {
      if (does === 'confirm') {
        const body = { token, ...(phone && { phone }) };
        return { state: 'open', token, alert: await api.call(tripAlertRoutes.confirm, { body, session: 'none' }) };
      }
      await api.call(tripAlertRoutes.remove, { body: { token }, session: 'none' });
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
      return <AuthCard isAnswer title="Apagado" lead="Os seus dados não estão mais nesta lista." />;
    case 'open': {
      const { token, alert } = reading;
      const { state, title, offersWhatsApp } = alert;
      return (
        <AuthCard key={state} isAnswer title={titles[state]} lead={`${title}. ${leadOf(alert)}`}>
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isPending) mutate({ token, does: 'confirm', phone });
            }}
          >
            {state === 'unconfirmed' && offersWhatsApp && <ByWhatsApp phone={phone} onChange={setPhone} />}
            {error && <FormNotice>{refusalText(error)}</FormNotice>}
            <AuthActions>
              {state === 'unconfirmed' && (
                <Button type="submit" size="md" fullWidth loading={isPending}>
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
                {state === 'sent' ? 'Apagar meus dados agora' : 'Não quero o aviso'}
              </Button>
            </AuthActions>
          </form>
        </AuthCard>
      );
    }
  }
}

interface Deed {
  token: string;
  does: 'confirm' | 'remove';
  phone?: string;
}

/** Chooses WhatsApp instead of the e-mail, by a telephone. */
function ByWhatsApp({ phone, onChange }: { phone: string; onChange: (phone: string) => void }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <Group component="label" gap={10} mt="md" mb="xs" mih={44} wrap="nowrap">
        <input
          type="checkbox"
          checked={isWanted}
          onChange={(event) => {
            setWanted(event.currentTarget.checked);
            onChange('');
          }}
        />
        Prefiro receber por WhatsApp
      </Group>
      {isWanted && (
        <TextInput
          type="tel"
          size="md"
          mb="md"
          required
          autoFocus
          autoComplete="tel"
          maxLength={60}
          label="Seu WhatsApp, com DDD"
          description="Uma mensagem sobre este passeio, e nenhuma outra. Se não chegar, vai o e-mail."
          value={phone}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}

function refusalText(error: Error): string {
  const [sentence] = error instanceof ApiError ? Object.values(error.fields) : [];
  return sentence ?? failureText(error) ?? 'Tente de novo em instantes.';
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
