import { publicFares } from '@passeio/contract/fare-labels';
import { tripPagePath } from '@passeio/contract/public-paths';
import { defaultFare, depositOf } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { useOwnPlace } from '~/features/reservations/enrolment/joined-trips';
import { usePendingChoice } from '~/features/session/remembered/pending-choice';
import { closedReasonOf, JoinButton, type Joining } from '~/features/trips/join-button';
import { BalanceLine, FareTable, PartyPicker, PartySummary } from '~/features/trips/party-picker';
import { type TripTerms, termsOf } from '~/features/trips/terms';
import type { TripCardData } from '~/features/trips/trip-card';
import { useParty } from '~/features/trips/use-party';
import { formatMoney, formatPlacesLeft, formatPrices, useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import pageStyles from '../shared/page.module.css';
import styles from './trip.module.css';

const PICKER = 'quem-vai';

interface TripBookingProps {
  trip: Trip;
  joining: Joining;
  /** In epoch milliseconds. */
  now: number;
  /** In which the rest is paid, see {@link TripTerms}. */
  instalments?: number;
  /** The next departure of the same trip. */
  next?: Pick<TripCardData, 'slug' | 'dates'>;
}

/** Price, places and the join button: beside the text on wide screens, sticky at the bottom on phones. */
export function TripBooking({ trip, joining, now, instalments, next }: TripBookingProps) {
  const { formatTripDates } = useFormats();
  const settings = useSettings();
  const { whatsapp } = settings;
  const { price, childPrice } = formatPrices(trip);
  const offer = { ...trip, ...termsOf(trip, settings, now), instalments };
  const place = useOwnPlace(trip.id);
  const form = useParty(offer, usePendingChoice(trip.id));
  const isOver = trip.situation === 'closed';
  const places = isOver ? 'Já saiu' : form.placesLeft > 0 ? formatPlacesLeft(form.placesLeft) : 'Esgotada';
  const isChoosing = !place && !closedReasonOf(trip);
  const question = `Olá! Tenho uma dúvida sobre o passeio “${trip.title}” (${formatTripDates(trip)}).`;
  return (
    <aside className={styles.booking} data-choosing={isChoosing || undefined} aria-label="Reserva">
      <p className={styles.price}>
        {price} {childPrice && <small>{childPrice}</small>}
      </p>
      <p className={`${pageStyles.spread} ${styles.line}`}>
        <span>{formatTripDates(trip)}</span>
        <span>
          {places}
          {form.coupon.places ? ' com o seu cupom' : ''}
        </span>
      </p>
      {isChoosing ? <PartyPicker trip={offer} form={form} headingId={PICKER} /> : <TripPrices trip={offer} />}
      <div className={styles.bar}>
        <div>
          {isChoosing ? (
            <PartySummary form={form} headingId={PICKER} />
          ) : (
            <p aria-hidden="true">
              <strong>{price}</strong>
              <small>{places}</small>
            </p>
          )}
        </div>
        {isOver && !place ? (
          <div>
            <PrefetchLink to={next ? tripPagePath(next.slug) : '/portal/passeio'} className={buttonClass()}>
              {next ? `Próxima data: ${next.dates}` : 'Todos os passeios'}
            </PrefetchLink>
          </div>
        ) : (
          <JoinButton trip={trip} joining={joining} place={place} {...form} />
        )}
      </div>
      {whatsapp && (
        <a
          className={`${pageStyles.link} ${styles.ask}`}
          href={whatsAppLink(whatsapp, question)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="chat" />
          Tirar dúvida no WhatsApp
        </a>
      )}
    </aside>
  );
}

/** The fares that the site offers, and the deposit. */
function TripPrices({ trip }: { trip: Trip & TripTerms }) {
  const fare = defaultFare(trip.fares);
  const deposit = depositOf(fare?.priceCents ?? 0, trip.depositPercent);
  return (
    <div>
      <FareTable trip={trip} />
      {fare && deposit > 0 && trip.balanceDue && (
        <p className={styles.deposit}>
          Sinal de {trip.depositPercent}% {trip.paymentMeans === 'card' ? 'no cartão' : 'por Pix'}{' '}
          {trip.onRequest ? 'depois do nosso sim' : 'para garantir a vaga'}: <strong>{formatMoney(deposit)}</strong>
          {publicFares(trip.fares).length > 1 && ` (${fare.label})`}
        </p>
      )}
      {fare && fare.priceCents > 0 && (
        <BalanceLine quote={{ totalCents: fare.priceCents, depositCents: deposit }} terms={trip} />
      )}
    </div>
  );
}
