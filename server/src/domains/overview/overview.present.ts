import type { OverviewReservation, OverviewTrip } from '@passeio/contract/overview';
import { statusOfRow } from '../reservations/index.ts';
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

export function presentReservation(row: ReservationRow, now: Date): OverviewReservation {
  // An overview of money and attendance: what is missing of participants has its own list.
  const people = row.people.map((one) => ({ ...one, missing: [] }));
  return {
    id: row.id,
    code: row.code,
    state: row.state,
    status: statusOfRow(row, { ...row, people, now, reader: 'staff' }),
    people: people.length,
    person: { id: row.user_id, name: row.person_name },
    totalCents: row.total_cents,
    depositCents: row.deposit_cents,
    receivedCents: row.received_cents,
    amountCents: row.amount_cents,
    createdAt: row.created_at.toISOString(),
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
