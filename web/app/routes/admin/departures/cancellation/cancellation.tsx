import { Button, Title } from '@mantine/core';
import type { CancellationProgress, CancelledReservation } from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { emailStates } from '@passeio/contract/messages/messages';
import { messageToPayer } from '@passeio/contract/messages/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconArrowBackUp, IconBrandWhatsapp, IconUsers } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { linkTo, note, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { api, orRedirect } from '~/features/session/api';
import { load, preload, reload } from '~/features/session/queries';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/cancellation';
import styles from './cancellation.module.css';

export { AreaError as ErrorBoundary } from '../../../area/page/area-error';

export const meta = pageMeta('Saída cancelada');
export const handle = { title: 'Saída cancelada' };

/** How often the page looks again while people are being told. */
const TELLING_MS = 5_000;

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return preload(load(departureRoutes.readCancellation, { params }));
}

/** How far the cancellation of a departure is: who was told, what they chose, and what remains open. */
export default function CancellationPage({ loaderData }: Route.ComponentProps) {
  const { data: progress } = useSuspenseQuery({
    ...loaderData,
    refetchInterval: ({ state }) => !state.data?.isDone && TELLING_MS,
  });
  const { formatLongDate, formatTime } = useFormats();
  const { trip, reservations } = progress;
  const open = reservations.filter(({ outcome }) => outcome === null);
  const settled = reservations.filter(({ outcome }) => outcome !== null);
  return (
    <>
      <nav aria-label="Saída" className={styles.ways}>
        <NavLink to="/admin/saidas">Saídas</NavLink>
        <NavLink to={tripPaths.passengers(trip.id)} icon={<IconUsers size={18} aria-hidden />}>
          Lista de passageiros
        </NavLink>
      </nav>
      <header className={styles.header}>
        <div>
          <Title order={2} textWrap="balance">
            {trip.title}
          </Title>
          <p className={styles.when}>
            {formatLongDate(trip.date)}, {formatTime(trip.date)}
          </p>
        </div>
      </header>
      <Standing progress={progress} />
      <Figures progress={progress} />
      <Rows title="Falta escolher" rows={open} progress={progress} />
      <Rows title="Resolvidas" rows={settled} progress={progress} />
    </>
  );
}

/** By whom and why it was cancelled; undoing it, while nobody has read of it. */
function Standing({ progress }: { progress: CancellationProgress }) {
  const { formatMoment } = useFormats();
  const { trip, reason, cancelledBy, cancelledAt, undoUntil, isDone, toTell } = progress;
  return (
    <section className={styles.standing} aria-label="Cancelamento">
      <p className={styles.words}>
        Cancelada por {cancelledBy} em {formatMoment(cancelledAt)}. <strong>Motivo:</strong> {reason}
      </p>
      <p className={styles.words} role="status">
        {tellingWords(isDone, undoUntil !== null, toTell)}
      </p>
      {undoUntil && <UndoButton tripId={trip.id} />}
    </section>
  );
}

function tellingWords(isDone: boolean, isUndoable: boolean, toTell: number): string {
  if (isDone) return 'Todas as pessoas com reserva foram avisadas.';
  if (isUndoable) return 'Ninguém foi avisado ainda: os e-mails saem 2 minutos depois do cancelamento.';
  return toTell > 0 ? `Avisando: faltam ${plural(toTell, 'reserva')}.` : 'Avisando as pessoas…';
}

function UndoButton({ tripId }: { tripId: string }) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => orRedirect(api.call(departureRoutes.undoCancellation, { params: { tripId } })),
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

function Figures({ progress: { reservations, toTell, chooseUntil } }: { progress: CancellationProgress }) {
  if (reservations.length === 0) return null;
  const count = (...outcomes: unknown[]) => reservations.filter(({ outcome }) => outcomes.includes(outcome));
  const cents = (rows: typeof reservations) => rows.reduce((sum, { receivedCents }) => sum + receivedCents, 0);
  const failed = reservations.filter(({ email }) => email?.state === 'failed').length;
  const silent = reservations.filter(({ email }) => email === null).length;
  const figures: [label: string, value: string, note: string][] = [
    ['Avisadas', `${reservations.length} de ${reservations.length + toTell}`, messageWords(failed, silent)],
    ['Falta escolher', String(count(null).length), `até ${formatCalendarDate(chooseUntil)}`],
    ['Reembolso', String(count('refund').length), formatMoney(cents(count('refund')))],
    ['Crédito', String(count('credit').length), formatMoney(cents(count('credit')))],
    ['Outra saída', String(count('moved').length), formatMoney(cents(count('moved')))],
    ['Sem pagamento', String(count('ended').length), 'canceladas'],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            <span>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function messageWords(failed: number, silent: number): string {
  const words = [
    ...(failed > 0 ? [plural(failed, 'mensagem não saiu', 'mensagens não saíram')] : []),
    ...(silent > 0 ? [`${silent} sem e-mail`] : []),
  ];
  return words.length > 0 ? words.join(', ') : 'por e-mail';
}

interface RowsProps {
  title: string;
  rows: CancellationProgress['reservations'];
  progress: CancellationProgress;
}

function Rows({ title, rows, progress: { trip } }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className={styles.rows}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <ul>
        {rows.map((row) => (
          <ReservationRow key={row.id} row={row} tripId={trip.id} />
        ))}
      </ul>
    </section>
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
  // Where the reservation is now.
  const list = reservationPath({ tripId: movedTo?.id ?? tripId, id });
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Link to={list}>
          {payer.name} <span>{code}</span>
        </Link>
        <p>
          {plural(people, 'pessoa')} · {receivedCents > 0 ? formatMoney(receivedCents) : 'nada pago'}
        </p>
      </div>
      <div className={styles.what}>
        <StatusBadge color={color}>{label}</StatusBadge>
        {movedTo && (
          <p>
            {movedTo.title}, {formatMoment(movedTo.date)}
          </p>
        )}
        <Message row={row} />
        {chatAt && <p>WhatsApp aberto em {formatMoment(chatAt)}</p>}
      </div>
      {outcome === null && <ChoiceChat row={row} tripId={tripId} />}
    </li>
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
  if (!email) return <p data-problem>Sem e-mail no cadastro</p>;
  if (email.state === 'failed') {
    return <p data-problem>O e-mail não saiu{email.reason ? `: ${email.reason}` : '.'}</p>;
  }
  return <p>E-mail: {emailStates[email.state]}</p>;
}

/**
 * WhatsApp to a payer who has not chosen, with a link of their own in the text. Where the browser keeps the chat from
 * opening, it stands there as a link.
 */
function ChoiceChat({ row: { id, payer, chat }, tripId }: ReservationRowProps) {
  const sender = useChatSender();
  const [href, setHref] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => orRedirect(api.call(departureRoutes.createChoiceLink, { params: { tripId, reservationId: id } })),
    onSuccess({ url }) {
      const message = messageToPayer(chat, sender, 'whatsAppChoice', url);
      const link = linkTo(payer, message.text, message.topic).href;
      // With noopener the browser does not say whether it opened.
      const opened = window.open(link, '_blank');
      if (opened) opened.opener = null;
      else setHref(link);
      note(chat, message);
    },
  });
  if (!payer.contact) return <p className={styles.words}>Sem telefone no cadastro</p>;

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
