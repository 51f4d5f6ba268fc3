import { ruleText } from '@passeio/contract/discounts/rule-text';
import { totalOf } from '@passeio/contract/reservations/lines';
import {
  type ChosenExtra,
  type OfferedTrip,
  quoteReservation,
  type ReservationQuote,
} from '@passeio/contract/reservations/quote';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import type { ReactNode } from 'react';
import { formatMoney } from '~/lib/formats';
import styles from './booking.module.css';
import { ExtraSteppers } from './extra-steppers';
import { extrasOnSale, fittingExtras, takersOf } from './extras';

interface PricedTrip extends OfferedTrip {
  extras: TripExtra[];
  date: string;
}

/** What a party takes beside its places, and what there is to choose and to say of it. */
interface PricedChoice {
  quote: ReservationQuote;
  extras: ChosenExtra[];
  parts: ReactNode;
}

/**
 * The price of a party with its extras and automatic discounts. `wanted`: what was chosen of the extras, undefined
 * before anything was. Without `onChange` they are not to be chosen here, and are taken as they are.
 */
export function priceChoice(
  trip: PricedTrip,
  party: readonly PartyEntry[],
  wanted: ChosenExtra[] | undefined,
  onChange?: (extras: ChosenExtra[]) => void,
): PricedChoice {
  const people = takersIn(trip.fares, party);
  const offered = onChange ? extrasOnSale(trip, trip.now).filter((extra) => takersOf(extra, people) > 0) : [];
  const extras = onChange ? fittingExtras(offered, wanted, people) : (wanted ?? []);
  const quote = quoteReservation(trip, party, extras);
  return {
    quote,
    extras,
    parts: (
      <>
        {onChange && offered.length > 0 && (
          <ExtraSteppers extras={offered} people={people} chosen={extras} onChange={onChange} />
        )}
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
function DiscountLines({ trip: { discounts }, quote: { lines } }: DiscountLinesProps) {
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
