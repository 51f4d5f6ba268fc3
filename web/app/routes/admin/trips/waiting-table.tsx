import { waitingText } from '@passeio/contract/messages/whatsapp-moments';
import { partyLabel } from '@passeio/contract/reservations/party-label';
import type { TripWaitingList, WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { linkTo, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { formatMoney, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import styles from '~/ui/layout/data-table.module.css';
import hidden from '~/ui/text/visually-hidden.module.css';
import { WaitingActions } from './waiting-actions';
import ownStyles from './waiting-table.module.css';

interface WaitingTableProps {
  list: TripWaitingList;
  /** Called when a row has left the list, and the focus with it. */
  onGone: () => void;
}

/** Offered entries, then who waits in order; cards on a phone. */
export function WaitingTable({ list, ...props }: WaitingTableProps) {
  const { number, size, total } = list.page;
  const isEnd = number * size >= total;
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>Lista de espera</caption>
      <thead>
        <tr>
          <th scope="col">Pessoa</th>
          <th scope="col">Lugar na fila</th>
          <th scope="col">Grupo</th>
          <th scope="col" className={styles.number}>
            Valor
          </th>
          <th scope="col">Entrou em</th>
          <th scope="col">
            <span className={hidden.hidden}>Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.data.map((entry, index) => (
          <Entry
            key={entry.id}
            entry={entry}
            trip={list.trip}
            isLast={isEnd && index === list.data.length - 1}
            {...props}
          />
        ))}
      </tbody>
    </table>
  );
}

interface EntryProps extends Omit<WaitingTableProps, 'list'> {
  entry: WaitingPerson;
  trip: TripWaitingList['trip'];
  /** Whether nobody stands behind. */
  isLast: boolean;
}

function Entry({ entry, trip, ...props }: EntryProps) {
  const { formatDateAndTime } = useFormats();
  const { person, places, party, totalCents, joinedAt, state } = entry;
  const fares = party.map(({ fareId, label }) => ({ id: fareId, label }));
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>{person.name}</span>
        <Contact entry={entry} trip={trip} />
      </th>
      <td data-label="Lugar na fila">
        <Standing entry={entry} tripId={trip.id} />
      </td>
      <td data-label="Grupo">
        <span className={styles.stack}>
          <span>{plural(places, 'vaga')}</span>
          <span className={styles.detail}>{partyLabel(fares, party)}</span>
        </span>
      </td>
      <td data-label="Valor" className={styles.number}>
        <span>{formatMoney(totalCents)}</span>
      </td>
      <td data-label="Entrou em" className={styles.when}>
        <span>{formatDateAndTime(joinedAt)}</span>
      </td>
      <td className={ownStyles.actions}>
        {state === 'waiting' && <WaitingActions entry={entry} trip={trip} {...props} />}
      </td>
    </tr>
  );
}

function Contact({ entry: { person, offer }, trip }: Pick<EntryProps, 'entry' | 'trip'>) {
  const text = waitingText({ name: person.name, trip, offer }, useChatSender());
  if (!person.contact) return null;
  const shown = formatContact(person.contact);
  const topic = `${offer ? 'vagas oferecidas' : 'lista de espera'}, ${shown}`;
  return (
    <a className={ownStyles.contact} {...linkTo(person, text, topic)}>
      <IconBrandWhatsapp size={20} aria-hidden />
      {shown}
    </a>
  );
}

function Standing({ entry, tripId }: Pick<EntryProps, 'entry'> & { tripId: string }) {
  const { formatDeadline } = useFormats();
  const { position, fits, offer } = entry;
  if (offer) {
    return (
      <span className={styles.stack}>
        <StatusBadge color="waiting">Vagas oferecidas</StatusBadge>
        {offer.until && <span className={styles.detail}>até {formatDeadline(offer.until)}</span>}
        <Link to={reservationPath({ tripId, id: offer.reservationId })}>Reserva {offer.code}</Link>
      </span>
    );
  }
  return (
    <span className={styles.stack}>
      <strong>{position === null ? '–' : `${position}º`}</strong>
      {fits && <StatusBadge color="good">Cabe agora</StatusBadge>}
    </span>
  );
}
