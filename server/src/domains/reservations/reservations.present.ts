import type { Reservation } from '@passeio/contract/reservations';
import type { TripImage } from '@passeio/contract/trips';
import { mayCancel } from './reservations.policy.ts';
import type { ReservationWithTrip } from './reservations.queries.ts';

export function presentReservation(row: ReservationWithTrip, cardImage: TripImage | null, now: Date): Reservation {
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    places: row.places,
    priceCents: row.price_cents,
    depositCents: row.deposit_cents,
    cancellable: mayCancel(row, row.departs_at, now),
    createdAt: row.created_at.toISOString(),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    trip: {
      id: row.trip_id,
      slug: row.slug,
      title: row.title,
      date: row.departs_at.toISOString(),
      returnDate: row.returns_at.toISOString(),
      cardImage,
    },
  };
}
