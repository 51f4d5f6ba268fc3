import type { OverviewReservation, OverviewTrip } from '@passeio/contract/overview';
import type { OverviewTripRow } from './overview.queries.ts';
import type { pageOf } from './overview-lists.queries.ts';

type ReservationRow = Awaited<ReturnType<typeof pageOf>>[number];

export function presentTrip(row: OverviewTripRow): OverviewTrip {
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    capacity: row.capacity,
    placesTaken: row.places_taken,
    minParticipants: row.min_participants,
    decisionDate: row.decision_date,
  };
}

export function presentReservation(row: ReservationRow): OverviewReservation {
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    person: { id: row.user_id, name: row.person_name },
    priceCents: row.price_cents,
    depositCents: row.deposit_cents,
    receivedCents: row.received_cents,
    amountCents: row.amount_cents,
    createdAt: row.created_at.toISOString(),
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
