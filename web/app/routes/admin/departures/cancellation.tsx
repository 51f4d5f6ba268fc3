import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { CancellationProgress, CancelledReservation } from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { emailStates } from '@passeio/contract/messages/messages';
import { reservationPagePath } from '@passeio/contract/pages';
import { messageToPayer } from '@passeio/contract/reservations/whatsapp-moments';
import { capitalised, plural } from '@passeio/contract/words';
import { IconArrowBackUp, IconBrandWhatsapp, IconUsers } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { linkTo, note, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { api } from '~/features/session/api';
import { load, preload, reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Grid } from '~/ui/layout/grid';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/cancellation';
import styles from './cancellation.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Saída cancelada');
export const handle = { title: 'Saída cancelada' };

/** Milliseconds between two looks while people are being notified. */
const REFRESH_MS = 5_000;

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return preload(load(departureRoutes.readCancellation, { params }));
}

/** How far the cancellation of a departure is: who was notified, what they chose, and what remains open. */
export default function CancellationPage({ loaderData }: Route.ComponentProps) {
  const { data: progress } = useSuspenseQuery({
    ...loaderData,
    refetchInterval: ({ state }) => !state.data?.isDone && REFRESH_MS,
  });
  const { formatLongDate, formatTime } = useFormats();
  const { trip, reservations } = progress;
  const open = reservations.filter(({ outcome }) => outcome === null);
  const resolved = reservations.filter(({ outcome }) => outcome !== null);
  return (
    <>
      <Group component="nav" gap="0 1.5rem" mt={-8} mb={4} aria-label="Saída">
        <NavLink to="/admin/saidas">Saídas</NavLink>
        <NavLink to={tripPaths.passengers(trip.id)} icon={<IconUsers size={18} aria-hidden />}>
          Lista de passageiros
        </NavLink>
      </Group>
      <header>
        <Title order={2} textWrap="balance">
          {trip.title}
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          {capitalised(formatLongDate(trip.date))}, {formatTime(trip.date)}
        </Text>
      </header>
      <Stack gap="1.5rem">
        <Standing progress={progress} />
        {reservations.length > 0 && <Counts progress={progress} />}
        {open.length > 0 && <Reservations title="Falta escolher" rows={open} tripId={trip.id} />}
        {resolved.length > 0 && <Reservations title="Resolvidas" rows={resolved} tripId={trip.id} />}
      </Stack>
    </>
  );
}

/** Who cancelled it and why; undoing it until the first e-mail leaves. */
function Standing({ progress }: { progress: CancellationProgress }) {
  const { formatMoment } = useFormats();
  const { trip, reason, cancelledBy, cancelledAt, undoUntil, isDone, toTell } = progress;
  return (
    <Card component="section" className={styles.standing} aria-label="Cancelamento">
      <p>
        Cancelada por {cancelledBy} em {formatMoment(cancelledAt)}. <strong>Motivo:</strong> {reason}
      </p>
      <p role="status">{progressText(isDone, undoUntil !== null, toTell)}</p>
      {undoUntil && may('cancel_departures') && <UndoButton tripId={trip.id} />}
    </Card>
  );
}

function progressText(isDone: boolean, isUndoable: boolean, toTell: number): string {
  if (isDone) return 'Todas as pessoas com reserva foram avisadas.';
  if (isUndoable) return 'Ninguém foi avisado ainda: os e-mails saem 2 minutos depois do cancelamento.';
  return toTell > 0 ? `Avisando: faltam ${plural(toTell, 'reserva')}.` : 'Avisando as pessoas…';
}

function UndoButton({ tripId }: { tripId: string }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(departureRoutes.undoCancellation, { params: { tripId } }),
    onSuccess() {
      showAlert('success', 'Cancelamento desfeito: ninguém foi avisado, e a saída voltou à venda.');
      void navigate('/admin/saidas');
    },
    onError: () => reload(),
  });
  return (
    <Button
      size="md"
      variant="default"
      loading={isPending}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={() => mutate()}
    >
      Desfazer o cancelamento
    </Button>
  );
}

function Counts({ progress: { reservations, toTell, chooseUntil } }: { progress: CancellationProgress }) {
  const count = (...outcomes: unknown[]) => reservations.filter(({ outcome }) => outcomes.includes(outcome));
  const cents = (rows: typeof reservations) => rows.reduce((sum, { receivedCents }) => sum + receivedCents, 0);
  const failed = reservations.filter(({ email }) => email?.state === 'failed').length;
  const silent = reservations.filter(({ email }) => email === null).length;
  const figures: [label: string, value: string, note: string][] = [
    ['Avisadas', `${reservations.length} de ${reservations.length + toTell}`, notifiedNote(failed, silent)],
    ['Falta escolher', String(count(null).length), `até ${formatCalendarDate(chooseUntil)}`],
    ['Reembolso', String(count('refund').length), formatMoney(cents(count('refund')))],
    ['Crédito', String(count('credit').length), formatMoney(cents(count('credit')))],
    ['Outra saída', String(count('moved').length), formatMoney(cents(count('moved')))],
    ['Sem pagamento', String(count('ended').length), 'canceladas'],
  ];
  return (
    <Grid component="dl" min="8.5rem">
      {figures.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <Text component="dd" fz="1.25rem" fw={700} className={tableStyles.figures}>
            {value}
          </Text>
          <Text component="dd" c="dimmed" fz="sm">
            {note}
          </Text>
        </div>
      ))}
    </Grid>
  );
}

function notifiedNote(failed: number, silent: number): string {
  const notes = [
    ...(failed > 0 ? [plural(failed, 'mensagem não saiu', 'mensagens não saíram')] : []),
    ...(silent > 0 ? [`${silent} sem e-mail`] : []),
  ];
  return notes.length > 0 ? notes.join(', ') : 'por e-mail';
}

interface ReservationsProps {
  title: string;
  rows: CancellationProgress['reservations'];
  tripId: string;
}

function Reservations({ title, rows, tripId }: ReservationsProps) {
  return (
    <Stack component="section" gap={8} aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Stack component="ul" gap={8}>
        {rows.map((row) => (
          <ReservationRow key={row.id} row={row} tripId={tripId} />
        ))}
      </Stack>
    </Stack>
  );
}

interface ReservationRowProps {
  row: CancelledReservation;
  tripId: string;
}

/** A reservation of a cancelled departure: its message, its choice, and WhatsApp while there is none. */
function ReservationRow({ row, tripId }: ReservationRowProps) {
  const { formatMoment } = useFormats();
  const { id, code, payer, people, receivedCents, outcome, chatAt, movedTo } = row;
  const [color, label] = outcomeMark(row);
  return (
    <Paper component="li" px="md" py="sm">
      <Grid columns="minmax(0, 2fr) minmax(0, 3fr) auto" from={48} gap={0.5} className={styles.row}>
        <div>
          <Link to={reservationPagePath(id)}>
            <strong>{payer.name}</strong> {code}
          </Link>
          <Text c="dimmed">
            {plural(people, 'pessoa')} · {receivedCents === 0 ? 'nada pago' : formatMoney(receivedCents)}
          </Text>
        </div>
        <div>
          <StatusBadge color={color}>{label}</StatusBadge>
          {movedTo && (
            <Text c="dimmed">
              {movedTo.title}, {formatMoment(movedTo.date)}
            </Text>
          )}
          <Message row={row} />
          {chatAt && <Text c="dimmed">WhatsApp aberto em {formatMoment(chatAt)}</Text>}
        </div>
        {outcome === null && <ChoiceChat row={row} tripId={tripId} />}
      </Grid>
    </Paper>
  );
}

function outcomeMark({ outcome, isDefault, refund }: CancelledReservation): [StatusColor, string] {
  if (outcome === null) return ['waiting', 'Falta escolher'];
  if (outcome === 'ended') return ['quiet', 'Cancelada, nada pago'];
  if (outcome === 'moved') return ['good', 'Outra saída'];
  if (outcome === 'credit') return ['good', 'Crédito'];
  const how = refund === 'paid' ? 'devolvido' : refund === 'sent' ? 'enviado ao banco' : 'a devolver';
  return [refund === 'paid' ? 'good' : 'news', `Reembolso${isDefault ? ' pelo prazo' : ''} – ${how}`];
}

function Message({ row: { email } }: { row: CancelledReservation }) {
  if (!email) return <Text c="var(--danger)">Sem e-mail no cadastro</Text>;
  if (email.state === 'failed') {
    return <Text c="var(--danger)">O e-mail não saiu{email.reason ? `: ${email.reason}` : '.'}</Text>;
  }
  return <Text c="dimmed">E-mail: {emailStates[email.state]}</Text>;
}

/**
 * WhatsApp to a payer who has not chosen, with a link of their own in the text. Where the browser keeps the chat from
 * opening, it stands there as a link.
 */
function ChoiceChat({ row: { id, payer, chat }, tripId }: ReservationRowProps) {
  const sender = useChatSender();
  const [href, setHref] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(departureRoutes.createChoiceLink, { params: { tripId, reservationId: id } }),
    onSuccess({ url }) {
      const message = messageToPayer(chat, sender, 'whatsAppChoice', url);
      const link = linkTo(payer, message.text, message.topic).href;
      // The browser does not say whether it opened with noopener.
      const opened = window.open(link, '_blank');
      if (opened) opened.opener = null;
      else setHref(link);
      note(chat, message);
    },
  });
  if (!payer.contact) return <Text c="dimmed">Sem telefone no cadastro</Text>;
  // The link shows amounts.
  if (!may('see_money')) return null;

  const icon = <IconBrandWhatsapp size={20} aria-hidden />;
  const label = `WhatsApp de ${payer.name}: saída cancelada, falta escolher`;
  if (href) {
    return (
      <Button
        component="a"
        href={href}
        target="_blank"
        rel="noreferrer"
        size="md"
        leftSection={icon}
        aria-label={label}
      >
        Abrir WhatsApp
      </Button>
    );
  }
  return (
    <Button
      size="md"
      variant="default"
      loading={isPending}
      leftSection={icon}
      aria-label={label}
      onClick={() => mutate()}
    >
      WhatsApp
    </Button>
  );
}
