import type { Trip } from '@passeio/contract/trips';
import { useJoined } from '~/features/reservations/joined-trips';
import { datesInShort } from '~/features/trips/duration';
import { type Join, JoinButton } from '~/features/trips/join-button';
import { TripPrices } from '~/features/trips/trip-facts';
import { formatMoney, formatPlacesLeft, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { Icon } from '~/ui/media/icon';
import styles from './trip-booking.module.css';

interface TripBookingProps {
  trip: Trip;
  timeZone: string;
  join: Join;
}

/** Price, places and the join button: beside the text on wide screens, sticky at the bottom on phones. */
export function TripBooking({ trip, timeZone, join }: TripBookingProps) {
  const { whatsapp } = useSettings();
  const joined = useJoined(trip.id);
  const question = `Olá! Tenho uma dúvida sobre o passeio “${trip.title}” (${datesInShort(trip, timeZone)}).`;
  return (
    <aside className={styles.booking} aria-label="Reserva">
      <p className={styles.price}>
        <small>A partir de</small>
        {formatMoney(trip.priceCents)}
      </p>
      <p className={styles.line}>
        <span>{datesInShort(trip, timeZone)}</span>
        <span className={styles.places}>{formatPlacesLeft(trip.placesLeft)}</span>
      </p>
      <div className={styles.bar}>
        <p className={styles.barWords} aria-hidden="true">
          <strong>{formatMoney(trip.priceCents)}</strong>
          <span>{formatPlacesLeft(trip.placesLeft)}</span>
        </p>
        <JoinButton trip={trip} join={join} joined={joined} />
      </div>
      <TripPrices trip={trip} />
      {whatsapp && (
        <a className={styles.ask} href={whatsAppLink(whatsapp, question)} target="_blank" rel="noopener">
          <Icon name="chat" />
          Tirar dúvida no WhatsApp
        </a>
      )}
    </aside>
  );
}
