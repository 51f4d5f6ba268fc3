import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { Passenger, PassengerTrip, PassengerWithExtras } from '@passeio/contract/boarding/passengers';
import { reservationPagePath } from '@passeio/contract/pages';
import { authorizationWarning } from '@passeio/contract/reservations/travel-authorization';
import { seatLabel } from '@passeio/contract/seats/seat-label';
import { countsText, firstName, plural } from '@passeio/contract/words';
import { IconAlertTriangle, IconChevronDown, IconPhone, IconTicket } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { AnswerLines } from '~/features/reservations/answers/answer-lines';
import { boardingOptions, useBoardingChoice } from '~/features/reservations/participants/boarding-choice';
import { PassengerDocuments } from '~/features/reservations/passengers/passenger-documents';
import {
  boardingText,
  fareAndSeatText,
  minorLabel,
  missingText,
  moneyText,
  nameOf,
  recipientOf,
} from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/status/reservation-states';
import { ReservationStatusBadge, ReservationStatusText } from '~/features/reservations/status/status-badge';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { api, withRetry } from '~/features/session/api';
import { formatContact } from '~/lib/number-formats';
import table from '~/ui/layout/data-table.module.css';
import { mayBoard } from '../reservation-tasks/task';
import type { ListEdit, Selection } from './list-edit';
import { PassengerActions } from './passenger-actions';
import styles from './passenger-list.module.css';

/** What the rows of a list are grouped by. */
export type Grouping = 'boarding' | 'reservation' | 'all';

interface BoardingSelectProps {
  passenger: Passenger;
  trip: Pick<PassengerTrip, 'id' | 'boardingPoints'>;
}

/** A passenger's boarding point, edited in place. */
function BoardingSelect({ passenger, trip }: BoardingSelectProps) {
  const { chosen, choose } = useBoardingChoice({
    save: async (boardingPointId) => {
      const call = { params: { tripId: trip.id }, body: { participantIds: [passenger.id], boardingPointId } };
      await withRetry(() => api.callUnchecked(passengerRoutes.changeBoarding, call));
    },
    saved: `Embarque de ${passenger.name ? firstName(passenger.name) : nameOf(passenger)} alterado.`,
  });
  const select = useFocusAcrossGroups(passenger.id);
  if (!isActive(passenger.reservation)) return <span>{boardingText(passenger)}</span>;
  return (
    <NativeSelect
      ref={select}
      aria-label={`Ponto de embarque de ${nameOf(passenger)}`}
      data={boardingOptions(trip.boardingPoints)}
      value={chosen ?? passenger.boardingPoint?.id ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      size="md"
    />
  );
}

// The person whose select had the focus when it was taken out.
let leftWithFocus: string | undefined;

/** Keeps the focus where another boarding point brings the row into another group, which renders it anew. */
function useFocusAcrossGroups(id: string) {
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const { current } = select;
    if (leftWithFocus === id) current?.focus();
    leftWithFocus = undefined;
    return () => {
      if (current && current === document.activeElement) leftWithFocus = id;
    };
  }, [id]);
  return select;
}

interface PassengerRowProps {
  passenger: PassengerWithExtras;
  trip: PassengerTrip;
  grouping: Grouping;
  /** The first of the reservation in the list: offers its next payment. */
  leads: boolean;
  /** All in columns; or on a phone a line, with the rest below when it is opened. */
  layout: 'wide' | 'open' | 'short';
  onToggle: () => void;
  edit?: ListEdit;
}

/** A person of the list. The reservation is shown in the row, unless the rows are grouped by it. */
export function PassengerRow({ passenger, trip, grouping, leads, layout, onToggle, edit }: PassengerRowProps) {
  const inReservation = grouping === 'reservation';
  const isWhole = layout !== 'short';
  return (
    <tr className={edit && styles.checkable}>
      {edit && (
        <td className={styles.check}>
          <RowCheck label={`Escolher ${nameOf(passenger)}`} people={[passenger]} selection={edit.selection} />
        </td>
      )}
      <th scope="row" className={styles.who}>
        {layout !== 'wide' && (
          <Group gap={0} align="stretch" wrap="nowrap">
            <RowSummary passenger={passenger} grouping={grouping} open={isWhole} onToggle={onToggle} />
            {edit && !inReservation && (
              <Link
                to={reservationPagePath(passenger.reservation.id)}
                className={styles.page}
                aria-label={`Abrir a reserva ${passenger.reservation.code}: ${nameOf(passenger)}`}
              >
                <IconTicket size={20} aria-hidden />
              </Link>
            )}
          </Group>
        )}
        {isWhole && (
          <div className={styles.more}>
            <Who passenger={passenger} trip={trip} inReservation={inReservation} />
            {!inReservation && <Missing passenger={passenger} edit={edit} />}
          </div>
        )}
      </th>
      {isWhole && <RestOfRow passenger={passenger} trip={trip} grouping={grouping} leads={leads} edit={edit} />}
    </tr>
  );
}

type RestOfRowProps = Pick<PassengerRowProps, 'passenger' | 'trip' | 'grouping' | 'leads' | 'edit'>;

/** Boarding point, state and actions. */
function RestOfRow({ passenger, trip, grouping, leads, edit }: RestOfRowProps) {
  const inReservation = grouping === 'reservation';
  return (
    <>
      <td className={`${styles.cell} ${styles.boarding}`} data-label="Embarque">
        {edit ? <BoardingSelect passenger={passenger} trip={trip} /> : boardingText(passenger)}
      </td>
      <td className={`${styles.cell} ${styles.standing}`} data-label={inReservation ? 'Dados' : 'Reserva'}>
        {inReservation ? (
          <Missing passenger={passenger} edit={edit} otherwise="Dados completos" />
        ) : (
          <ReservationStanding
            reservation={passenger.reservation}
            more={<Link to={reservationPagePath(passenger.reservation.id)}>{reservationText(passenger)}</Link>}
          />
        )}
      </td>
      {edit && (
        <td className={styles.actions}>
          <PassengerActions passenger={passenger} personOnly={inReservation} withPayment={leads} onTask={edit.onTask} />
        </td>
      )}
    </>
  );
}

interface WhoProps extends Pick<PassengerRowProps, 'passenger' | 'trip'> {
  inReservation: boolean;
}

function Who({ passenger, trip, inReservation }: WhoProps) {
  const { name, companion, reservation, extras, answers } = passenger;
  const minor = minorLabel(passenger);
  const warning = isActive(reservation) ? authorizationWarning(passenger) : undefined;
  const isQuiet = name === '' || !isActive(reservation);
  return (
    <>
      <Text
        span
        fw={600}
        lh={1.35}
        className={table.name}
        {...(isQuiet && { c: 'dimmed' })}
        {...(name === '' && { fs: 'italic' })}
      >
        {nameOf(passenger)}
      </Text>
      <span className={table.detail}>{fareAndSeatText(passenger)}</span>
      {extras.length > 0 && <span className={table.detail}>Adicionais: {countsText(extras)}</span>}
      <AnswerLines answers={answers} questions={trip.questions} />
      <PassengerDocuments passenger={passenger} />
      {minor && (
        <Text span display="block" fz="sm" fw={600}>
          {minor}
          {companion && (
            <Text span c="dimmed" fw={400}>
              {' '}
              · com {companion}
            </Text>
          )}
        </Text>
      )}
      {warning && (
        <Text span display="block" fz="sm" fw={600} c="var(--warning)">
          {warning}
        </Text>
      )}
      <Contact passenger={passenger} inReservation={inReservation} />
    </>
  );
}

/** The person's own telephone, or the payer's where there is no other in sight. */
function Contact({ passenger, inReservation }: Omit<WhoProps, 'trip'>) {
  const recipient = recipientOf(passenger);
  if (inReservation && recipient.isPayer) return null;
  return (
    <Group component="span" className={styles.contact}>
      <WhatsAppAnchor
        className={table.contact}
        facts={passenger.reservation.chat}
        to={recipient}
        participant={recipient.isPayer ? undefined : passenger}
      >
        <span className={styles.word}>WhatsApp</span>
      </WhatsAppAnchor>
      <a
        className={table.contact}
        href={`tel:${recipient.contact}`}
        aria-label={`Ligar para ${recipient.name}: ${formatContact(recipient.contact)}`}
      >
        <IconPhone size={18} aria-hidden />
        {formatContact(recipient.contact)}
      </a>
    </Group>
  );
}

interface MissingProps extends Pick<PassengerRowProps, 'passenger' | 'edit'> {
  /** Shown where nothing is missing. */
  otherwise?: string;
}

/** Missing passenger data, with a button to fill it in. */
function Missing({ passenger, edit, otherwise }: MissingProps) {
  const missing = mayBoard(passenger) ? missingText(passenger) : undefined;
  if (!missing) return otherwise ? <span className={table.detail}>{otherwise}</span> : null;
  if (!edit) return <span className={table.detail}>{missing}</span>;
  return (
    <button
      type="button"
      className={styles.missing}
      title={missing}
      onClick={() => edit.onTask({ kind: 'person', passenger })}
    >
      <IconAlertTriangle size={16} aria-hidden />
      {missing}
    </button>
  );
}

/** The person's reservation, as far as no heading says it. */
function reservationText({ reservation: { code, people }, payer, isPayer }: Passenger): string {
  const party = people > 1 ? ` · ${plural(people, 'pessoa')}` : '';
  return `Reserva ${code}${isPayer ? '' : ` de ${payer.name}`}${party}`;
}

type RowSummaryProps = Pick<PassengerRowProps, 'passenger' | 'grouping' | 'onToggle'> & { open: boolean };

/** A passenger's row on phones: the name and what the group does not say; toggles the rest. */
function RowSummary({ passenger, grouping, open, onToggle }: RowSummaryProps) {
  const { reservation, fareLabel, seat } = passenger;
  const { status, toReturnCents } = reservation;
  const missing = mayBoard(passenger)
    ? [authorizationWarning(passenger), missingText(passenger)].filter(Boolean).join('. ')
    : '';
  const money = grouping === 'reservation' ? undefined : moneyText(reservation);
  return (
    <button type="button" className={styles.short} aria-expanded={open} onClick={onToggle}>
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Group component="span" gap={4} justify="space-between" wrap="nowrap">
          <Text span fw={600}>
            {nameOf(passenger)}
          </Text>
          <IconChevronDown size={18} aria-hidden color="var(--text-muted)" />
        </Group>
        <Group component="span" gap="0 12px" justify="space-between" align="baseline">
          <Text span miw={0} c="dimmed" fz="sm" truncate={!open}>
            {missing && (
              <IconAlertTriangle
                size={15}
                role="img"
                aria-label={missing}
                style={{ marginInlineEnd: 4, color: 'var(--warning)', verticalAlign: '-0.125em' }}
              />
            )}
            {grouping === 'boarding' ? fareLabel : boardingText(passenger)}
            {seat && ` · ${seatLabel(seat)}`}
          </Text>
          {money && (
            <Text span flex="none" fz={15} fw={600} {...(toReturnCents > 0 && { c: 'var(--danger)' })}>
              {money}
            </Text>
          )}
        </Group>
        {grouping !== 'reservation' && (
          // "Aguardando pagamento do sinal" fits a phone of 360 px.
          <ReservationStatusText status={status} />
        )}
      </Stack>
    </button>
  );
}

/** Status and money of a reservation, and why it was cancelled. `more` stands below. */
export function ReservationStanding({ reservation, more }: Pick<Passenger, 'reservation'> & { more?: ReactNode }) {
  const { status, toReturnCents, cancellationReason } = reservation;
  const money = moneyText(reservation);
  const reason = isActive(reservation) ? null : cancellationReason;
  return (
    <div className={styles.state}>
      <ReservationStatusBadge status={status} />
      {money && (
        <Text span fw={600} className={styles.money} {...(toReturnCents > 0 && { c: 'var(--danger)' })}>
          {money}
        </Text>
      )}
      {(reason || more) && (
        <div className={`${table.detail} ${styles.under}`}>
          {more}
          {reason && <div title={reason}>{reason}</div>}
        </div>
      )}
    </div>
  );
}

interface RowCheckProps {
  label: string;
  people: readonly Passenger[];
  selection: Selection;
}

/** Chooses these people for an action on several; nothing if their boarding point cannot be changed any more. */
export function RowCheck({ label, people, selection }: RowCheckProps) {
  const choosable = people.filter(mayBoard);
  const chosen = choosable.filter(({ id }) => selection.ids.has(id)).length;
  if (choosable.length === 0) return null;
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen === choosable.length}
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && chosen < choosable.length;
        }}
        onChange={({ currentTarget }) => selection.set(choosable, currentTarget.checked)}
      />
    </label>
  );
}
