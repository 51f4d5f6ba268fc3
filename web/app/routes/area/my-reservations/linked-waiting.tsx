import { Button, Group, Stack, Text } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { erasureLinkRoutes } from '@passeio/contract/privacy/privacy';
import { waitingLabel } from '@passeio/contract/reservations/waiting-label';
import type { LinkedWaiting } from '@passeio/contract/reservations/waiting-link-routes';
import { waitingLinkRoutes } from '@passeio/contract/reservations/waiting-link-routes';
import { capitalised, plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { LinkFailed, LinkOpening, useLink } from '~/features/auth/link';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useOrigin, useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { TitledCard } from '~/ui/layout/titled-card';
import { EmailCode, EmailDialog } from './email-code';
import { LinkActions } from './keep-link';

const hiddenMeta = pageMeta('Lista de espera');

export function meta(args: Parameters<typeof hiddenMeta>[0]) {
  return [...hiddenMeta(args), { name: 'referrer', content: 'no-referrer' }];
}

type Reading =
  | { state: 'refused'; title: string; sentence: string }
  | { state: 'open'; token: string; entry: LinkedWaiting };

const INCOMPLETE: Reading = {
  state: 'refused',
  title: 'Abra pelo seu link',
  sentence: 'O endereço está incompleto. Abra de novo o link que você guardou ou recebeu por e-mail.',
};

const ERASED: Reading = {
  state: 'refused',
  title: 'Dados excluídos',
  sentence: 'Apagamos os seus dados, e este link não abre mais nada.',
};

// People without an e-mail are not notified otherwise that places came free.
const POLL_MS = 30_000;

/** Opened by its link, without an account: a place in a waiting list, until it becomes a reservation. */
export default function LinkedWaitingPage() {
  const { reading, setReading, reread, open } = useLink<Reading>(read, INCOMPLETE);
  const isWaiting = reading.state === 'open' && reading.entry.state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    // A failure is not shown: the next time may succeed.
    const ask = async () => {
      const next = await reread();
      if (next.state === 'open') setReading(next);
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  });

  switch (reading.state) {
    case 'reading':
      return <LinkOpening />;
    case 'failed':
      return <LinkFailed notice={reading.notice} onRetry={open} />;
    case 'refused':
      return <AuthCard isAnswer title={reading.title} lead={reading.sentence} />;
    case 'open':
      return (
        <Stack gap="md" w="100%" maw="27rem">
          <Place token={reading.token} entry={reading.entry} onChanged={open} onErased={() => setReading(ERASED)} />
        </Stack>
      );
  }
}

async function read(token: string): Promise<Reading> {
  try {
    const entry = await api.call(waitingLinkRoutes.readByLink, { body: { token }, session: 'none' });
    return { state: 'open', token, entry };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    return { state: 'refused', title: 'Este link não vale mais', sentence: error.message };
  }
}

interface PlaceProps {
  token: string;
  entry: LinkedWaiting;
  onChanged: () => void;
  onErased: () => void;
}

function Place(props: PlaceProps) {
  switch (props.entry.state) {
    case 'waiting':
      return <Waiting {...props} />;
    case 'offered':
    case 'taken':
      return <Offered {...props} />;
    case 'left':
      return <Ended {...props} title="Você não está mais na lista" />;
    default:
      return <Ended {...props} title="A lista de espera terminou" />;
  }
}

function Waiting({ token, entry, onChanged }: PlaceProps) {
  const { formatLongDate } = useFormats();
  const { name: operator } = useSettings();
  const { trip, position, people, totalCents } = entry;
  const { mutate: leave, isPending } = useMutation({
    mutationFn: async () => {
      const isSure = await askToConfirm({
        titulo: 'Sair da lista de espera',
        mensagem: `Você perde o seu lugar na lista de “${trip.title}”. Se entrar de novo, fica no fim dela.`,
        tipo: 'danger',
      });
      if (isSure) await api.call(waitingLinkRoutes.leaveByLink, { body: { token }, session: 'none' });
    },
    onError: (error) => showAlert('error', explainFailure(error)),
    onSettled: onChanged,
  });
  const url = useOrigin() + pagePaths.waitingLink(token);
  return (
    <>
      <AuthCard title="Você está na lista de espera" lead={<TripLine entry={entry} />}>
        <Stack gap="xs" mt="md" align="flex-start">
          <StatusBadge color="waiting">
            {position === null ? 'Lista de espera' : `${position}º da lista de espera`}
          </StatusBadge>
          <Text fw={600}>
            {plural(people, 'pessoa')} · {formatMoney(totalCents)}
            <Text component="small" display="block" fz="sm" fw={400} c="dimmed">
              {waitingLabel(entry)}
            </Text>
          </Text>
          <Text>
            Quando sair lugar, guardamos para você, com um prazo para pagar o sinal. Até lá, você não paga nada.
          </Text>
        </Stack>
        <Group mt="lg">
          <Button size="md" variant="default" loading={isPending} onClick={() => leave()}>
            Sair da lista
          </Button>
        </Group>
      </AuthCard>
      <Notices token={token} entry={entry} onChanged={onChanged} />
      <TitledCard title="Guarde este link">
        <Text style={{ textWrap: 'pretty' }}>
          É por ele que você vê se saiu lugar, ou sai da lista. Quem tem o link vê o seu lugar.
        </Text>
        <LinkActions
          url={url}
          text={`Meu lugar na lista de espera de “${trip.title}”, ${formatLongDate(trip.date)}, com ${operator}: ${url}`}
        />
      </TitledCard>
    </>
  );
}

/** How the person will know of places: by e-mail once it is confirmed, else by this page. */
function Notices({ token, entry: { email, emailToConfirm }, onChanged }: Omit<PlaceProps, 'onErased'>) {
  const [asks, setAsks] = useState(false);
  const sendCode = (typed?: string) =>
    api.call(waitingLinkRoutes.sendEmailCode, { body: { token, email: typed }, session: 'none' });
  if (emailToConfirm) {
    return (
      <EmailCode
        sentTo={emailToConfirm}
        lead="Sem confirmar, não chega nenhum aviso: se sair lugar, só esta página mostra."
        sendCode={sendCode}
        confirm={(code) => api.call(waitingLinkRoutes.confirmEmail, { body: { token, code }, session: 'none' })}
        onChanged={(link) => {
          if (link) window.location.replace(link);
          if (link) window.location.reload();
          else onChanged();
        }}
      />
    );
  }
  return (
    <TitledCard title="Como você fica sabendo">
      <Text style={{ textWrap: 'pretty' }}>
        {email
          ? `Quando sair lugar, avisamos em ${email}, com o link para pagar.`
          : 'Sem e-mail, não chega nenhum aviso: se sair lugar, esta página mostra, com o prazo. Volte aqui de vez em quando, ou receba o aviso por e-mail.'}
      </Text>
      {!email && (
        <Button size="md" variant="default" mt="md" onClick={() => setAsks(true)}>
          Receber aviso por e-mail
        </Button>
      )}
      {asks && (
        <EmailDialog
          title="Receber aviso por e-mail"
          lead="Mandamos um código para confirmar que o e-mail é seu."
          sendCode={sendCode}
          onSaved={() => {
            setAsks(false);
            onChanged();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </TitledCard>
  );
}

function Offered({ token, entry, onChanged }: PlaceProps) {
  const { formatDeadline } = useFormats();
  const navigate = useNavigate();
  const { offer, places, state } = entry;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(waitingLinkRoutes.openOffer, { body: { token }, session: 'none' }),
    onSuccess: ({ link }) => navigate(pagePaths.payerLink(decodeURIComponent(new URL(link).hash.slice(1)))),
    onError: (error) => {
      showAlert('error', explainFailure(error));
      onChanged();
    },
  });
  const isToPay = state === 'offered' && offer?.until;
  return (
    <AuthCard
      isAnswer
      title={isToPay ? (places === 1 ? 'Saiu uma vaga para você' : 'Saíram vagas para o seu grupo') : 'A vaga é sua'}
      lead={<TripLine entry={entry} />}
    >
      <Text mt="md">
        {isToPay
          ? `Guardamos até ${formatDeadline(isToPay)}. Pague o sinal até lá; depois, oferecemos à próxima pessoa.`
          : 'Abra a reserva para completar os dados e acompanhar a viagem.'}
      </Text>
      <AuthActions>
        <Button size="md" fullWidth loading={isPending} onClick={() => mutate()}>
          {isToPay ? 'Ver a reserva e pagar' : 'Ver a reserva'}
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function Ended({ token, entry, title, onErased }: PlaceProps & { title: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const isSure = await askToConfirm({
        titulo: 'Excluir meus dados',
        mensagem: 'Apagamos de vez o seu nome, o seu telefone e o seu e-mail.',
        tipo: 'danger',
      });
      if (isSure) await api.call(erasureLinkRoutes.eraseWaiting, { body: { token }, session: 'none' });
      return isSure;
    },
    onSuccess: (isDone) => isDone && onErased(),
    onError: (error) => showAlert('error', (error instanceof ApiError && error.fields.open) || explainFailure(error)),
  });
  return (
    <AuthCard isAnswer title={title} lead={<TripLine entry={entry} />}>
      <AuthActions>
        <Button component="a" href={pagePaths.trip(entry.trip.slug)} size="md" fullWidth>
          Ver o passeio
        </Button>
        <Button size="md" variant="default" fullWidth loading={isPending} onClick={() => mutate()}>
          Excluir meus dados
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function TripLine({ entry: { trip } }: { entry: LinkedWaiting }) {
  const { formatLongMoment } = useFormats();
  return (
    <>
      {trip.title}
      <br />
      {capitalised(formatLongMoment(trip.date))}
    </>
  );
}
