import { ruleText } from '@passeio/contract/discounts/rule-text';
import { totalOf } from '@passeio/contract/lines';
import {
  type ChosenExtra,
  type OfferedTrip,
  quoteReservation,
  type ReservationQuote,
} from '@passeio/contract/reservations/quote';
import type { ChosenRoom } from '@passeio/contract/room-rules';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import type { ReactNode } from 'react';
import { formatMoney } from '~/lib/formats';
import { RoomPicker } from '~/ui/inputs/room-picker';
import styles from './booking.module.css';
import { ExtraSteppers } from './extra-steppers';
import { extrasOnSale, fittingExtras, takersOf } from './extras';
import { type RoomTrip, readRooms } from './rooms';

type PricedTrip = Omit<OfferedTrip, 'roomOffer'> &
  RoomTrip & { extras: TripExtra[]; date: string; shareDecisionDays: number | null };

/** What a party takes beside its places, and what there is to choose and to say of it. */
interface PricedChoice {
  quote: ReservationQuote;
  extras: ChosenExtra[];
  rooms?: ChosenRoom[] | undefined;
  roomsReason?: string | undefined;
  roomsSoldOut?: string | undefined;
  parts?: ReactNode;
}

/**
 * The price of a party with its rooms, extras and automatic discounts. `wanted`: what was chosen, undefined before
 * anything was. Without `onExtras` these are not to be chosen here, and are taken as they are.
 */
export function priceChoice(
  trip: PricedTrip,
  party: readonly PartyEntry[],
  wanted: { extras?: ChosenExtra[] | undefined; rooms?: ChosenRoom[] | undefined },
  {
    onExtras,
    onRooms,
  }: { onExtras?: ((extras: ChosenExtra[]) => void) | undefined; onRooms: (rooms: ChosenRoom[]) => void },
): PricedChoice {
  const people = takersIn(trip.fares, party);
  const offered = onExtras ? extrasOnSale(trip, trip.now).filter((extra) => takersOf(extra, people) > 0) : [];
  const extras = onExtras ? fittingExtras(offered, wanted.extras, people) : (wanted.extras ?? []);
  const ofRooms = readRooms(trip, party, wanted.rooms);
  const quote = quoteReservation({ ...trip, roomOffer: ofRooms?.roomOffer }, party, extras, { rooms: ofRooms?.rooms });
  return {
    quote,
    extras,
    rooms: ofRooms?.rooms,
    roomsReason: ofRooms?.roomsReason,
    roomsSoldOut: ofRooms?.roomsSoldOut,
    parts: (
      <>
        {ofRooms && (
          <RoomPicker
            offer={ofRooms.roomOffer}
            {...ofRooms}
            reason={ofRooms.roomsReason ?? ofRooms.roomsSoldOut}
            shareDecisionDays={trip.shareDecisionDays}
            onChange={onRooms}
          />
        )}
        {onExtras && offered.length > 0 && (
          <ExtraSteppers extras={offered} people={people} chosen={extras} onChange={onExtras} />
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
