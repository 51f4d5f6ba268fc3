import type { OverviewReservation, OverviewTrip } from '@passeio/contract/overview';
import type { listTaken, OverviewTripRow } from './overview.queries.ts';

type ReservationRow = Awaited<ReturnType<typeof listTaken>>['rows'][number];

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
    personName: row.person_name,
    priceCents: row.price_cents,
    depositCents: row.deposit_cents,
    receivedCents: row.received_cents,
    dueCents: Math.max(0, row.price_cents - row.received_cents),
    createdAt: row.created_at.toISOString(),
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
