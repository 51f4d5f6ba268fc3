import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { Overview, OverviewReservation, OverviewTrip, TripReadiness } from '@passeio/contract/overview';
import { sumMethods } from '@passeio/contract/payments/trip-money';
import { statusOfRow } from '../reservations/index.ts';
import type { OverviewTripRow, readinessOfTrips } from './overview.queries.ts';
import type { pageOf } from './overview-lists.queries.ts';
import type { moneyPerDay } from './overview-money.queries.ts';

const HOUR_MS = 60 * 60 * 1000;

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

/** `transferHours` is how long before departure the list is due. */
export function presentReadiness(
  { id, title, departs_at, people, passengers }: Awaited<ReturnType<typeof readinessOfTrips>>[number],
  transferHours: number,
): TripReadiness {
  const dueAt = new Date(departs_at.getTime() - transferHours * HOUR_MS).toISOString();
  return { id, title, date: departs_at.toISOString(), people, passengers, dueAt };
}

/** The week's money: its sums by method, and each day without credits. */
export function presentMoney(rows: Awaited<ReturnType<typeof moneyPerDay>>): Overview['money'] {
  const movedIn = (some: typeof rows) => some.flatMap(({ method, ...sums }) => (method ? [{ ...sums, method }] : []));
  const methods = [...Map.groupBy(movedIn(rows), ({ method }) => method)].map(([method, sums]) => ({
    method,
    inCents: sums.reduce((cents, { inCents }) => cents + inCents, 0),
    outCents: sums.reduce((cents, { outCents }) => cents + outCents, 0),
  }));
  const days = [...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => {
    const { receivedCents, refundedCents } = sumMethods(movedIn(ofDay));
    return { date, receivedCents, refundedCents };
  });
  return { ...sumMethods(methods), methods, days };
}

export function presentReservation(
  row: ReservationRow,
  { chat, now }: { chat: ChatFacts; now: Date },
): OverviewReservation {
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
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
    chat,
  };
}
