import type { PersonReservation, Reservation } from '@passeio/contract/reservations';
import type { TripImage } from '@passeio/contract/trips';
import { mayCancel } from './reservations.policy.ts';
import type { ReservationWithTrip } from './reservations.queries.ts';

export function presentReservation(row: ReservationWithTrip, cardImage: TripImage | null, now: Date): Reservation {
  return {
    ...presentFacts(row),
    cancellable: mayCancel(row, row.departs_at, now),
    trip: { ...presentTrip(row), cardImage },
  };
}

/** A reservation beside its person, for staff. */
export function presentForStaff(row: ReservationWithTrip): PersonReservation {
  return {
    ...presentFacts(row),
    channel: row.channel,
    receivedCents: row.received_cents,
    trip: presentTrip(row),
  };
}

function presentFacts(row: ReservationWithTrip) {
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    places: row.places,
    priceCents: row.price_cents,
    depositCents: row.deposit_cents,
    createdAt: row.created_at.toISOString(),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
  };
}

function presentTrip(row: ReservationWithTrip) {
  return {
    id: row.trip_id,
    slug: row.slug,
    title: row.title,
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
  };
}
