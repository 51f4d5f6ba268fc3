import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { type Touch, touchText } from '@passeio/contract/sources';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconCalendar, IconPhone, IconTicketOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { RESERVATIONS_PAGE } from '~/features/overview/overview';
import { ContractSection } from '~/features/reservations/contract/contract-section';
import { CopyCode } from '~/features/reservations/copy-code';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { NextStep } from '~/features/reservations/status/next-step';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { canOpen } from '~/features/session/access';
import { load, preload } from '~/features/session/queries';
import { may, useUser } from '~/features/session/user-store';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import { TitledCard } from '~/ui/layout/titled-card';
import { IconLine } from '~/ui/text/icon-line';
import textStyles from '~/ui/text/text.module.css';
import { NextPayment, reservationEntries } from '../reservation-tasks/actions';
import { type Task, withNewest } from '../reservation-tasks/task';
import type { Route } from './+types/reservation';
import { ChatSection } from './chat-section';
import { EntryButtons } from './entry-buttons';
import { MessagesSection, TimelineSection } from './history-sections';
import { MoneySection } from './money-section';
import { NotesSection } from './notes-section';
import { PeopleSection } from './people-section';
import styles from './reservation.module.css';
import { SellerSection } from './seller-section';

const PayerLinkDialog = lazyDialog(async () => (await import('./payer-link-dialog')).PayerLinkDialog);
const TaskDialog = lazyDialog(async () => (await import('../reservation-tasks/task-dialog')).TaskDialog);

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Reserva');
export const handle = { title: 'Reserva' };

export async function clientLoader({ params: { reservationId } }: Route.ClientLoaderArgs) {
  try {
    return await preload(load(staffReservationRoutes.open, { params: { reservationId } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export default function ReservationPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Found key={loaderData.queryKey.join()} query={loaderData} /> : <NotFound />;
}

function NotFound() {
  return (
    <EmptyState
      icon={IconTicketOff}
      title="Não encontramos esta reserva"
      text="Confira o código, ou procure na lista pelo nome de quem fez a reserva."
    >
      <Button component={Link} to={RESERVATIONS_PAGE} size="md">
        Ver as reservas
      </Button>
    </EmptyState>
  );
}

/** A reservation for staff: where it stands and what is next, and all that can be done about it. */
function Found({ query }: { query: NonNullable<Route.ComponentProps['loaderData']> }) {
  const { data: reservation } = useSuspenseQuery(query);
  const [task, setTask] = useState<Task>();
  const people = peopleOf(reservation);
  const [passenger] = people;
  const close = () => setTask(undefined);

  function finish(message: string): void {
    close();
    showAlert('success', message);
  }

  return (
    <>
      <Grid columns="minmax(0, 3fr) minmax(0, 2fr)" from={62} gap={0.75} className={styles.page}>
        <Standing reservation={reservation} passenger={passenger} onTask={setTask} />
        <NotesSection reservation={reservation} />
        <Stack gap={12} miw={0}>
          {may('see_money') && <MoneySection reservation={reservation} passenger={passenger} onTask={setTask} />}
          <PeopleSection reservation={reservation} people={people} onTask={setTask} />
          <ContractSection reservation={reservation} reader="staff" />
          <SellerSection reservation={reservation} />
          <WholeReservation reservation={reservation} passenger={passenger} onTask={setTask} />
        </Stack>
        <Stack gap={12} miw={0}>
          <ChatSection reservationId={reservation.id} />
          <MessagesSection reservation={reservation} />
          <TimelineSection reservation={reservation} />
        </Stack>
      </Grid>
      {task && <TaskDialog task={withNewest(task, people)} trip={reservation.trip} onClose={close} onDone={finish} />}
    </>
  );
}

/** The participants as the dialogs about them know them. */
function peopleOf({ participants, payer, ...facts }: ReservationForStaff): Passenger[] {
  const reservation = { ...facts, people: participants.length };
  return participants.map((one, index) => ({
    ...one,
    number: index + 1,
    reservation,
    payer,
    boardingPoint: facts.trip.boardingPoints.find(({ id }) => id === one.boardingPointId) ?? null,
    companion: participants.find(({ id }) => id === one.companionId)?.name ?? null,
  }));
}

interface PartProps {
  reservation: ReservationForStaff;
  /** One of its people, of whose reservation a task is; undefined only without any. */
  passenger: Passenger | undefined;
  onTask: (task: Task) => void;
}

/** What is looked for first: state, departure, what is next, and who is called about it. */
function Standing({ reservation, passenger, onTask }: PartProps) {
  const { code, status, trip, places } = reservation;
  const { formatWeekdayAndNumericDate, formatTime } = useFormats();
  return (
    <Card component="section" gap="small" roomy aria-labelledby="reserva">
      <Group justify="space-between" gap="0 1rem">
        <ReservationStatusBadge status={status} />
        <CopyCode code={code} />
      </Group>
      <div>
        <Title order={2} id="reserva">
          <Link to={tripPaths.passengers(trip.id)} className={textStyles.plain}>
            {trip.title}
          </Link>
        </Title>
        <IconLine icon={IconCalendar} fz="0.9375rem">
          {formatWeekdayAndNumericDate(trip.date)}, {formatTime(trip.date)} · {plural(places, 'vaga')}
        </IconLine>
        <Group gap={8}>
          {trip.isCancelled && <StatusBadge color="bad">Saída cancelada</StatusBadge>}
          {trip.isArchived && <StatusBadge color="quiet">Passeio arquivado</StatusBadge>}
        </Group>
      </div>
      <section aria-labelledby="a-seguir" className={styles.next}>
        <Text component="h3" id="a-seguir" c="dimmed" fz="0.8125rem" fw={600}>
          O que vem agora
        </Text>
        <NextStep reservation={reservation} mt={0} />
        {passenger && <NextPayment passenger={passenger} of={`reserva ${code}`} onTask={onTask} />}
      </section>
      <Payer reservation={reservation} />
    </Card>
  );
}

/** Who answers for the reservation, one tap from a call and from a chat with the text of the moment. */
function Payer({ reservation: { payer, chat } }: Pick<PartProps, 'reservation'>) {
  const role = useUser(({ user }) => user.role);
  const chatLink = useChatLink();
  const { id, name, contact, email, hasAccount } = payer;
  const page = `/admin/usuarios/${id}`;
  return (
    <Group component="section" gap="0.5rem 1rem" aria-label="Quem paga" className={styles.payer}>
      <div>
        <Text fw={650}>{canOpen(page, role) ? <Link to={page}>{name}</Link> : name}</Text>
        <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
          {[contact && formatContact(contact), email, hasAccount ? 'com conta' : 'sem conta']
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      {contact ? (
        <Group gap={8} grow preventGrowOverflow={false}>
          <Button
            component="a"
            href={`tel:${contact}`}
            size="md"
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden />}
            aria-label={`Ligar para ${name}: ${formatContact(contact)}`}
          >
            Ligar
          </Button>
          <Button
            component="a"
            {...chatLink({ facts: chat, to: payer })}
            size="md"
            variant="default"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            WhatsApp
          </Button>
        </Group>
      ) : (
        <Text c="var(--danger)">Sem telefone no cadastro</Text>
      )}
    </Group>
  );
}

/** How whoever reserved came: first and last, each once. */
function Origin({ touches, channel }: Pick<ReservationForStaff, 'touches' | 'channel'>) {
  const { formatDateAndTime } = useFormats();
  if (!touches)
    return channel === 'site' ? <Text variant="hint">Origem: direto, sem anúncio nem outro site.</Text> : null;
  const { first, last } = touches;
  const text = (touch: Touch) => `${touchText(touch)}, em ${formatDateAndTime(touch.at)}`;
  return (
    <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
      Origem: {text(last)}.{first.at !== last.at && ` Primeira visita: ${text(first)}.`}
    </Text>
  );
}

const channels: Record<string, string> = {
  site: 'pelo site',
  operator: 'pela equipe',
  waiting_list: 'pela lista de espera',
};

/** How it came about, how it ended, and what is done with it as a whole. */
function WholeReservation({ reservation, passenger, onTask }: PartProps) {
  const { formatDateAndTime } = useFormats();
  const { id, channel, createdAt, cancelledAt, cancellationReason, trip } = reservation;
  const [isLinking, setLinking] = useState(false);
  const list = { label: 'Na lista de passageiros', to: reservationPath({ tripId: trip.id, id }) };
  const link = { label: 'Link para o cliente', onSelect: () => setLinking(true) };
  return (
    <TitledCard title="Reserva">
      {reservation.linkRequests.some(({ isConfirmed }) => isConfirmed === null) && (
        <FormNotice tone="info">
          Um pedido feito pelo link da equipe espera resposta.{' '}
          <Link to="/admin/pagamentos/devolucoes">Ver o pedido</Link>
        </FormNotice>
      )}
      <Text>
        Feita em {formatDateAndTime(createdAt)} {channels[channel]}.
        {cancelledAt && ` Cancelada em ${formatDateAndTime(cancelledAt)}.`}
      </Text>
      <Origin touches={reservation.touches} channel={channel} />
      {cancellationReason && <Text variant="hint">Motivo: {cancellationReason}</Text>}
      <EntryButtons
        entries={[
          ...(may('see_money') ? [link] : []),
          list,
          ...(passenger ? reservationEntries(passenger, onTask) : []),
        ]}
      />
      {isLinking && <PayerLinkDialog reservationId={id} onClose={() => setLinking(false)} />}
    </TitledCard>
  );
}
