import { Stack } from '@mantine/core';
import type { Passenger, PassengerTrip } from '@passeio/contract/passengers';
import { reservationStates } from '@passeio/contract/reservation-states';
import { IconAlertTriangle, IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney, whatsAppLink } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import hidden from '~/ui/text/visually-hidden.module.css';
import { reservationStatusColors } from '../status-colors';
import { BoardingSelect } from './boarding-select';
import { PassengerActions } from './passenger-actions';
import { boardingWords, greeting, minorWords, missingWords } from './passenger-labels';
import { RowSummary } from './passenger-row-summary';
import styles from './passenger-table.module.css';
import type { Task } from './task';

interface PassengerTableProps {
  passengers: Passenger[];
  trip: PassengerTrip;
  operator: string;
  timeZone: string;
  /** Actions on a passenger; absent for a read-only list. */
  edit?: {
    onTask: (task: Task) => void;
    /** Called after a change in place; resolves when the list is reloaded. */
    onChanged: () => Promise<void>;
  };
}

/** Passengers of a trip: full rows on wide screens, collapsible rows on phones. */
export function PassengerTable({ passengers, ...shared }: PassengerTableProps) {
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>Passageiros</caption>
      <thead>
        <tr>
          <th scope="col">Passageiro</th>
          <th scope="col">Embarque</th>
          <th scope="col">Situação</th>
          {shared.edit && (
            <th scope="col" className={styles.end}>
              Ações
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {passengers.map((passenger) => (
          <PassengerRow key={passenger.reservation.id} passenger={passenger} {...shared} />
        ))}
      </tbody>
    </table>
  );
}

type PassengerRowProps = Omit<PassengerTableProps, 'passengers'> & { passenger: Passenger };

function PassengerRow({ passenger, trip, edit, ...shared }: PassengerRowProps) {
  const [open, setOpen] = useState(false);
  const { reservation } = passenger;
  return (
    <tr data-over={!reservationStates[reservation.status].active || undefined} data-open={open || undefined}>
      <th scope="row">
        <RowSummary passenger={passenger} open={open} onToggle={() => setOpen(!open)} />
        <div className={styles.more}>
          <Who passenger={passenger} trip={trip} {...shared} />
          <Missing passenger={passenger} edit={edit} />
        </div>
      </th>
      <td data-label="Embarque">
        {edit ? (
          <BoardingSelect passenger={passenger} points={trip.boardingPoints} onChanged={edit.onChanged} />
        ) : (
          boardingWords(passenger)
        )}
      </td>
      <td data-label="Situação">
        <Stack gap={6} align="flex-start">
          <StatusBadge color={reservationStatusColors[reservation.status]}>
            {reservationStates[reservation.status].label}
          </StatusBadge>
          {reservation.cancellationRequestedAt && <StatusBadge color="waiting">Cancelamento solicitado</StatusBadge>}
          <Owed passenger={passenger} />
        </Stack>
      </td>
      {edit && (
        <td className={styles.actions}>
          <PassengerActions passenger={passenger} onTask={edit.onTask} />
        </td>
      )}
    </tr>
  );
}

type WhoProps = Pick<PassengerRowProps, 'passenger' | 'trip' | 'operator' | 'timeZone'>;

function Who({ passenger, ...greetingParts }: WhoProps) {
  const { person, reservation } = passenger;
  const message = greeting({ passenger, ...greetingParts });
  return (
    <>
      <span className={styles.name}>{person.name}</span>
      <span className={styles.detail}>
        Código <span className={styles.code}>{reservation.code}</span>
      </span>
      <span className={styles.contact}>
        <a
          href={whatsAppLink(person.contact, message)}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp de ${person.name}`}
        >
          <IconBrandWhatsapp size={20} aria-hidden />
          WhatsApp
        </a>
        <a href={`tel:${person.contact}`} aria-label={`Ligar para ${person.name}: ${formatContact(person.contact)}`}>
          <IconPhone size={18} aria-hidden />
          {formatContact(person.contact)}
        </a>
      </span>
    </>
  );
}

/** Missing passenger data, with a button to fill it in. */
function Missing({ passenger, edit }: Pick<PassengerRowProps, 'passenger' | 'edit'>) {
  const isGoing = reservationStates[passenger.reservation.status].holdsPlace;
  const missing = isGoing ? missingWords(passenger) : undefined;
  const minor = minorWords(passenger);
  return (
    <>
      {minor && <span className={styles.minor}>{minor}</span>}
      {missing && !edit && <span className={styles.detail}>{missing}</span>}
      {missing && edit && (
        <button type="button" className={styles.missing} onClick={() => edit.onTask({ kind: 'person', passenger })}>
          <IconAlertTriangle size={16} aria-hidden />
          {missing}
        </button>
      )}
    </>
  );
}

function Owed({ passenger: { reservation } }: Pick<PassengerRowProps, 'passenger'>) {
  const { dueCents, toReturnCents, receivedCents, status, depositCents, cancellationReason } = reservation;
  if (toReturnCents > 0) return <span className={styles.toReturn}>A devolver: {formatMoney(toReturnCents)}</span>;
  if (status === 'cancelled' && cancellationReason) return <span className={styles.detail}>{cancellationReason}</span>;
  if (dueCents === 0) return null;
  const partOfDeposit = status === 'held' && receivedCents > 0;
  return (
    <span className={styles.owed}>
      Falta pagar {formatMoney(dueCents)}
      {status === 'held' && depositCents > 0 && (
        <span className={styles.detail}>
          {partOfDeposit ? 'Falta do sinal ' : 'Sinal de '}
          {formatMoney(depositCents - receivedCents)}
        </span>
      )}
    </span>
  );
}
