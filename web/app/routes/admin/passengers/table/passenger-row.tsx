import { NativeSelect } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { seatInWords } from '@passeio/contract/seats/seat-words';
import { firstName, plural } from '@passeio/contract/words';
import { IconAlertTriangle, IconChevronDown, IconPhone } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { boardingOptions, useBoardingChoice } from '~/features/reservations/boarding-choice';
import {
  boardingText,
  documentText,
  fareAndSeatText,
  minorLabel,
  missingText,
  moneyText,
  nameOf,
  recipientOf,
} from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/reservation-states';
import { statusLabel } from '~/features/reservations/status-badge';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { api, orRedirect, withRetry } from '~/features/session/api';
import { formatContact } from '~/lib/number-formats';
import type { ListedGroup } from '../passenger-groups';
import { mayBoard } from '../selection';
import type { ListEdit } from '../task';
import { ReservationStanding } from './group-heading';
import { PassengerActions } from './passenger-actions';
import passengerRowSummaryStyles from './passenger-row-summary.module.css';
import styles from './passenger-table.module.css';
import { RowCheck } from './row-check';

interface BoardingSelectProps {
  passenger: Passenger;
  trip: Pick<PassengerTrip, 'id' | 'boardingPoints'>;
  /** Resolves when the list is reloaded. */
  onChanged: () => Promise<void>;
}

/** A passenger's boarding point, edited in place. */
function BoardingSelect({ passenger, trip, onChanged }: BoardingSelectProps) {
  const { chosen, choose } = useBoardingChoice({
    save: async (boardingPointId) => {
      const call = { params: { tripId: trip.id }, body: { participantIds: [passenger.id], boardingPointId } };
      await withRetry(() => orRedirect(api.callUnchecked(passengerRoutes.changeBoarding, call)));
    },
    saved: `Embarque de ${passenger.name ? firstName(passenger.name) : nameOf(passenger)} alterado.`,
    onChanged,
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

// Whose select had the focus when it was taken out.
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
  passenger: Passenger;
  trip: PassengerTrip;
  grouping: ListedGroup['kind'];
  /** The first of the reservation in the list: offers its next payment. */
  leads: boolean;
  open: boolean;
  onToggle: () => void;
  edit?: ListEdit;
}

/** A person of the list. The reservation is told in the row, unless the rows are grouped by it. */
export function PassengerRow({ passenger, trip, grouping, leads, open, onToggle, edit }: PassengerRowProps) {
  const inReservation = grouping === 'reservation';
  const isGoing = isActive(passenger.reservation);
  return (
    <tr className={edit && styles.checkable} data-over={!isGoing || undefined} data-open={open || undefined}>
      {edit && (
        <td className={styles.check}>
          <RowCheck label={`Escolher ${nameOf(passenger)}`} people={[passenger]} selection={edit.selection} />
        </td>
      )}
      <th scope="row" className={styles.who}>
        <RowSummary passenger={passenger} grouping={grouping} open={open} onToggle={onToggle} />
        <div className={styles.more}>
          <Who passenger={passenger} inReservation={inReservation} />
          {!inReservation && <Missing passenger={passenger} edit={edit} />}
        </div>
      </th>
      <td className={`${styles.cell} ${styles.boarding}`} data-label="Embarque">
        {edit ? (
          <BoardingSelect passenger={passenger} trip={trip} onChanged={edit.onChanged} />
        ) : (
          boardingText(passenger)
        )}
      </td>
      <td className={`${styles.cell} ${styles.standing}`} data-label={inReservation ? 'Dados' : 'Reserva'}>
        {inReservation ? (
          <Missing passenger={passenger} edit={edit} otherwise="Dados completos" />
        ) : (
          <ReservationStanding reservation={passenger.reservation} more={reservationWords(passenger)} />
        )}
      </td>
      {edit && (
        <td className={styles.actions}>
          <PassengerActions passenger={passenger} personOnly={inReservation} withPayment={leads} onTask={edit.onTask} />
        </td>
      )}
    </tr>
  );
}

interface WhoProps extends Pick<PassengerRowProps, 'passenger'> {
  inReservation: boolean;
}

function Who({ passenger, inReservation }: WhoProps) {
  const minor = minorLabel(passenger);
  const document = documentText(passenger);
  return (
    <>
      <span className={styles.name} data-unnamed={passenger.name === '' || undefined}>
        {nameOf(passenger)}
      </span>
      <span className={styles.detail}>{fareAndSeatText(passenger)}</span>
      {document && <span className={styles.detail}>{document}</span>}
      {minor && (
        <span className={styles.minor}>
          {minor}
          {passenger.companion && <span className={styles.with}> · com {passenger.companion}</span>}
        </span>
      )}
      <Contact passenger={passenger} inReservation={inReservation} />
    </>
  );
}

/** The person's own telephone, or the payer's where there is no other in sight. */
function Contact({ passenger, inReservation }: WhoProps) {
  const recipient = recipientOf(passenger);
  if (inReservation && recipient.isPayer) return null;
  return (
    <span className={styles.contact}>
      <WhatsAppAnchor
        facts={passenger.reservation.chat}
        to={recipient}
        participant={recipient.isPayer ? undefined : passenger}
      >
        <span className={styles.word}>WhatsApp</span>
      </WhatsAppAnchor>
      <a
        href={`tel:${recipient.contact}`}
        aria-label={`Ligar para ${recipient.name}: ${formatContact(recipient.contact)}`}
      >
        <IconPhone size={18} aria-hidden />
        {formatContact(recipient.contact)}
      </a>
    </span>
  );
}

interface MissingProps extends Pick<PassengerRowProps, 'passenger' | 'edit'> {
  /** Shown where nothing is missing. */
  otherwise?: string;
}

/** Missing passenger data, with a button to fill it in. */
function Missing({ passenger, edit, otherwise }: MissingProps) {
  const missing = mayBoard(passenger) ? missingText(passenger) : undefined;
  if (!missing) return otherwise ? <span className={styles.detail}>{otherwise}</span> : null;
  if (!edit) return <span className={styles.detail}>{missing}</span>;
  return (
    <button type="button" className={styles.missing} onClick={() => edit.onTask({ kind: 'person', passenger })}>
      <IconAlertTriangle size={16} aria-hidden />
      {missing}
    </button>
  );
}

/** The person's reservation, as far as no heading tells it. */
function reservationWords({ reservation: { code, people }, payer, isPayer }: Passenger): string {
  const party = people > 1 ? ` · ${plural(people, 'pessoa')}` : '';
  return `Reserva ${code}${isPayer ? '' : ` de ${payer.name}`}${party}`;
}

interface RowSummaryProps {
  passenger: Passenger;
  grouping: ListedGroup['kind'];
  open: boolean;
  onToggle: () => void;
}

/** A passenger's row on phones: the name and what the group does not tell; toggles the rest. */
function RowSummary({ passenger, grouping, open, onToggle }: RowSummaryProps) {
  const { reservation } = passenger;
  const missing = mayBoard(passenger) ? missingText(passenger) : undefined;
  const money = grouping === 'reservation' ? undefined : moneyText(reservation);
  return (
    <button type="button" className={passengerRowSummaryStyles.summary} aria-expanded={open} onClick={onToggle}>
      <span className={passengerRowSummaryStyles.who}>
        <span className={passengerRowSummaryStyles.name}>{nameOf(passenger)}</span>
        <span className={passengerRowSummaryStyles.line}>
          <span className={passengerRowSummaryStyles.detail}>
            {missing && (
              <IconAlertTriangle
                size={15}
                role="img"
                aria-label={missing}
                className={passengerRowSummaryStyles.missing}
              />
            )}
            {grouping === 'boarding' ? passenger.fareLabel : boardingText(passenger)}
            {passenger.seat && ` · ${seatInWords(passenger.seat)}`}
          </span>
          {money && (
            <span className={passengerRowSummaryStyles.money} data-return={reservation.toReturnCents > 0 || undefined}>
              {money}
            </span>
          )}
        </span>
        {grouping !== 'reservation' && (
          <span className={passengerRowSummaryStyles.status} data-tone={reservation.status.tone}>
            {statusLabel(reservation.status)}
          </span>
        )}
      </span>
      <IconChevronDown size={18} aria-hidden className={passengerRowSummaryStyles.chevron} />
    </button>
  );
}
