import { ruleText } from '@passeio/contract/discounts/rule-text';
import { totalOf } from '@passeio/contract/reservations/lines';
import { type OfferedTrip, quoteReservation, type ReservationQuote } from '@passeio/contract/reservations/quote';
import { fullCount, takersIn } from '@passeio/contract/trips/extra-rules';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import type { ReactNode } from 'react';
import { formatMoney } from '~/lib/formats';
import styles from './booking.module.css';

/** The price of a party with required extras and automatic discounts, and what there is to say of them beside it. */
export function priceWithDiscounts(
  trip: OfferedTrip,
  party: readonly PartyEntry[],
): { quote: ReservationQuote; discounts: ReactNode } {
  const people = takersIn(trip.fares, party);
  const required = trip.extras
    .filter(({ choice }) => choice === 'required')
    .map((extra) => ({ extra, extraId: extra.id, count: fullCount(extra, people) }))
    .filter(({ count }) => count > 0);
  const quote = quoteReservation(trip, party, required);
  const included = required.map(({ extra, count }) => `${count} × ${extra.label}`).join(', ');
  return {
    quote,
    discounts: (
      <>
        {included && <p className={styles.onRequest}>Inclui {included}.</p>}
        <DiscountLines trip={trip} quote={quote} />
      </>
    ),
  };
}

interface DiscountLinesProps {
  trip: Pick<OfferedTrip, 'discounts'>;
  quote: Pick<ReservationQuote, 'lines'>;
}

/** What each automatic discount of a trip takes off a quote; of one that does not apply, what it asks for. */
export function DiscountLines({ trip: { discounts }, quote: { lines } }: DiscountLinesProps) {
  if (discounts.length === 0) return null;
  return (
    <ul className={styles.onRequest} aria-label="Descontos">
      {discounts.map((rule) => {
        const cents = -totalOf(lines.filter(({ sourceId }) => sourceId === rule.id));
        return (
          <li key={rule.id}>
            {cents > 0 ? (
              <>
                {rule.label}: <strong>− {formatMoney(cents)}</strong>
              </>
            ) : (
              ruleText(rule)
            )}
          </li>
        );
      })}
    </ul>
  );
}
