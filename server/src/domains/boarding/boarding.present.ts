import type { BoardingList, BoardingPerson } from '@passeio/contract/boarding/boarding';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { boardingInstant, presentSeat } from '../reservations/index.ts';
import type { TripRow } from '../trips/index.ts';
import type { BoardingRow } from './boarding.queries.ts';

/** Enough to tell namesakes apart, not enough to use the document. */
const VISIBLE_CHARACTERS = 3;

export function presentBoardingTrip(trip: TripRow, opensAt: Date, timeZone: string): BoardingList['trip'] {
  const points = trip.boarding_points.map((point) => ({
    ...point,
    at: boardingInstant(point.time, trip.departs_at, timeZone).toISOString(),
  }));
  return {
    id: trip.id,
    title: trip.title,
    date: trip.departs_at.toISOString(),
    returnDate: trip.returns_at.toISOString(),
    opensAt: opensAt.toISOString(),
    boardingPoints: points.toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}

export function presentBoardingPerson(row: BoardingRow): BoardingPerson {
  const money = { state: row.state, totalCents: row.total_cents, receivedCents: row.received_cents };
  return {
    id: row.id,
    code: row.code,
    name: nameWithPayer(row, { name: row.payer_name }),
    fareLabel: row.fare_label,
    isLapChild: !row.takes_place,
    companion: row.companion_name || null,
    documentEnd: row.document_number?.slice(-VISIBLE_CHARACTERS) ?? null,
    boardingPointId: row.boarding_point_id,
    phone: row.contact ?? row.payer_contact,
    phoneOf: row.contact ? null : row.payer_name,
    notes: row.notes,
    dueCents: dueCentsOf(money),
    seat: presentSeat(row),
    attendance:
      row.tap_id && row.decision && row.decided_at
        ? { tapId: row.tap_id, decision: row.decision, decidedAt: row.decided_at.toISOString() }
        : null,
  };
}
