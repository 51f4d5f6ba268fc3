import type { PersonReservation, Reservation } from '@passeio/contract/reservations';
import { presentImage, type ShownImage } from '../trips/index.ts';
import { mayCancel, openCancellationRequest } from './reservations.policy.ts';
import type { ReservationWithTrip } from './reservations.queries.ts';

/** The response for a reservation, with its trip's card image out of `images`. */
export function presentWithImages(row: ReservationWithTrip, images: ShownImage[], now: Date): Reservation {
  const own = images.filter((image) => image.trip_id === row.trip_id);
  const card = own.find((image) => image.is_card_img) ?? own[0];
  return {
    ...presentFacts(row),
    cancellable: mayCancel(row, row.departs_at, now),
    trip: { ...presentTrip(row), cardImage: card ? presentImage(card) : null },
  };
}

/** A reservation as staff sees it. */
export function presentForStaff(row: ReservationWithTrip): PersonReservation {
  return {
    ...presentFacts(row),
    channel: row.channel,
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
    receivedCents: row.received_cents,
    cancellationRequestedAt: openCancellationRequest(row)?.toISOString() ?? null,
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
