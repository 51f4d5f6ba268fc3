import { useDebouncedValue } from '@mantine/hooks';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import type { ReservationQuoteAnswer } from '@passeio/contract/reservations/reservations';
import type { ChosenRoom } from '@passeio/contract/room-rules';
import { extraText } from '@passeio/contract/trips/extras';
import { useQuery } from '@tanstack/react-query';
import { MoneyLine } from '~/features/reservations/payment/money-line';
import { api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { Card } from '~/ui/layout/card';
import { type BookingTotals, type BookingValues, chosenExtras, roomsOf } from './staff-booking';

const TYPING_MS = 300;

/** What the server says of a booking as it is: its price, or why its coupon or an extra is refused. */
export interface BookingQuote {
  answer?: ReservationQuoteAnswer | undefined;
  coupon?: string | undefined;
  extras?: string | undefined;
}

/**
 * Asks the server for the price of a booking with extras or a coupon, of which the page knows neither whether there are
 * some left nor whether it is accepted. Without them, and until the answer is there, the page's own price stands.
 */
export function useBookingQuote(values: BookingValues, trip: PassengerTrip): BookingQuote {
  const { timeZone } = useFormats();
  const ofRooms = roomsOf(values, trip, timeZone);
  const question = questionOf(values, trip, ofRooms?.roomsReason ? undefined : ofRooms?.rooms);
  const typed = question && JSON.stringify(question);
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const { data, error } = useQuery({
    queryKey: ['booking-quote', trip.id, asked],
    queryFn: ({ signal }) => {
      const body: typeof question = JSON.parse(asked ?? '');
      if (!body) throw new Error('nothing to ask');
      return api.call(passengerRoutes.quote, { params: { tripId: trip.id }, body, signal, toast: false });
    },
    enabled: asked !== undefined,
    retry: false,
    gcTime: 0,
  });
  if (typed === undefined || typed !== asked) return {};
  if (!(error instanceof ApiError)) return { answer: data };
  if (error.refusedPart === 'coupon') return { coupon: error.message };
  return error.refusedPart === 'extras' ? { extras: error.fields.extras ?? error.message } : {};
}

function questionOf(values: BookingValues, trip: PassengerTrip, rooms: ChosenRoom[] | undefined) {
  const { payer, payerTravels, participants } = values;
  const coupon = readCouponCode(values.coupon);
  if (participants.length === 0 || (!coupon && trip.extras.length === 0)) return undefined;
  return {
    ...(payer.kind === 'known' && { personId: payer.id }),
    payerTravels,
    participants: participants.map(({ fareId, personId }) => ({ fareId, ...(personId && { personId }) })),
    extras: chosenExtras(values, trip),
    ...(rooms && { rooms }),
    ...(coupon && { coupon }),
  };
}

/** What a booking costs, line by line. */
export function BookingPrice({ totals, isBooked }: { totals: BookingTotals; isBooked: boolean }) {
  const { lines, adjustmentCents, totalCents, depositCents } = totals;
  if (lines.length === 0) return null;
  return (
    <Card tone="sunken">
      <dl aria-label="Valor da reserva">
        {merged(lines).map(({ key, label, quantity, cents }) => (
          <MoneyLine key={key} quiet label={extraText({ label, quantity })} cents={cents} />
        ))}
        {adjustmentCents !== 0 && (
          <MoneyLine quiet label={adjustmentCents < 0 ? 'Desconto' : 'Acréscimo'} cents={adjustmentCents} />
        )}
        <MoneyLine quiet label="Total" cents={totalCents} strong />
        {totalCents > 0 && !isBooked && <MoneyLine quiet label="Sinal" cents={depositCents} />}
      </dl>
    </Card>
  );
}

// People of a fare, and takers of an extra, together.
function merged(lines: BookingTotals['lines']) {
  const alike = Map.groupBy(lines, ({ kind, label, unitCents }) => `${kind} ${label} ${unitCents}`);
  return Array.from(alike, ([key, some]) => {
    const quantity = some.reduce((sum, one) => sum + one.quantity, 0);
    return { key, label: some[0]?.label ?? '', quantity, cents: quantity * (some[0]?.unitCents ?? 0) };
  });
}
