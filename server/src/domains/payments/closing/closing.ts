import { attendanceClosesAt } from '@passeio/contract/boarding/boarding';
import {
  type ClosedAccounts,
  type ClosingDraft,
  DEPARTED_LISTED,
  type DepartedTrips,
  isSameOpenItem,
  type NamedOpenItem,
  type OpenItem,
  type TripClosing,
} from '@passeio/contract/payments/trip-closing';
import { type Actor, callerOfActor, recordAudit, recordView } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockReservationsOf } from '../../reservations/index.ts';
import { findTrip, lockTrip, type TripRow } from '../../trips/index.ts';
import { entriesOfTrip } from '../trip-money/trip-money.queries.ts';
import { presentTripEntry, sumTripMoney } from '../trip-money/trip-money.ts';
import { figuresOf, presentClosingPerson, presentDeparted, presentOpen } from './closing.present.ts';
import {
  findClosing,
  insertClosing,
  lastDeparted,
  namesOfReservations,
  openReservations,
  peopleOfTrip,
} from './closing.queries.ts';

/**
 * What came of a trip: people, money, what is open, and the accounts as they were closed. Audited. Throws
 * TRIP_NOT_FOUND.
 */
export async function openClosing(db: Database, actor: Actor, tripId: string): Promise<TripClosing> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  await recordView(db, actor, { action: 'trip.closing_opened', subject: subjectOf(trip) });
  return inSnapshot(db, (snapshot) => readClosing(snapshot, trip));
}

/**
 * Closes the accounts of a trip that is back, once. Throws TRIP_NOT_FOUND, TRIP_NOT_BACK, CLOSING_DONE, CLOSING_OPEN if
 * something is open that is not accepted as it is, and CLOSING_CHANGED if the result is not what staff saw.
 */
export async function closeAccounts(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { resultCents, accepted, note }: ClosingDraft,
): Promise<TripClosing> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.returns_at > new Date()) throw new AppError('TRIP_NOT_BACK');
  // Whoever moves money now is waited for, and is counted.
  await lockReservationsOf(trx, tripId);
  const { figures, open, closed } = await readClosing(trx, trip);
  if (closed) throw new AppError('CLOSING_DONE');
  if (open.some((item) => !accepted.some((one) => isSameOpenItem(one, item)))) throw new AppError('CLOSING_OPEN');
  if (figures.resultCents !== resultCents) throw new AppError('CLOSING_CHANGED');
  const entries = (await entriesOfTrip(trx, tripId)).map(({ id }) => id);
  const exceptions = open.map(({ kind, reservationId, amountCents }) => ({ kind, reservationId, amountCents }));
  const by = callerOfActor(actor).id;
  await insertClosing(trx, { tripId, figures, exceptions, note: exceptions.length > 0 ? note : '', entries, by });
  await recordAudit(trx, actor, {
    action: 'trip.accounts_closed',
    subject: subjectOf(trip),
    changes: {
      resultCents: [null, figures.resultCents],
      ...(open.length > 0 ? { exceptions: [null, open.length], note: [null, note] } : {}),
    },
  });
  return readClosing(trx, trip);
}

/** The trips that departed last, closed or not. */
export async function readDeparted(db: Database): Promise<DepartedTrips> {
  return { data: (await lastDeparted(db, DEPARTED_LISTED)).map(presentDeparted) };
}

async function readClosing(db: Database, trip: TripRow): Promise<TripClosing> {
  const rows = await peopleOfTrip(db, trip.id);
  const { costs, ...money } = await sumTripMoney(db, trip.id);
  const open = (await openReservations(db, trip.id)).flatMap(presentOpen);
  const people = rows.map(presentClosingPerson);
  return {
    trip: {
      id: trip.id,
      title: trip.title,
      date: trip.departs_at.toISOString(),
      returnDate: trip.returns_at.toISOString(),
    },
    isBack: trip.returns_at <= new Date(),
    attendanceClosesAt: attendanceClosesAt(trip.returns_at).toISOString(),
    people,
    figures: figuresOf(people, money, costs),
    open,
    closed: await readClosed(db, trip.id),
  };
}

async function readClosed(db: Database, tripId: string): Promise<ClosedAccounts | null> {
  const row = await findClosing(db, tripId);
  if (!row) return null;
  const counted = new Set(row.entries);
  const entries = await entriesOfTrip(db, tripId);
  return {
    at: row.created_at.toISOString(),
    by: row.author,
    note: row.note,
    figures: row.figures,
    exceptions: await named(db, row.exceptions),
    later: entries.filter(({ id }) => !counted.has(id)).map(presentTripEntry),
  };
}

async function named(db: Database, items: OpenItem[]): Promise<NamedOpenItem[]> {
  const names = await namesOfReservations(
    db,
    items.map(({ reservationId }) => reservationId),
  );
  return items.map((item) => {
    const { code = '', payer = '' } = names.find(({ id }) => id === item.reservationId) ?? {};
    return { ...item, code, payer };
  });
}

function subjectOf({ id, title }: TripRow) {
  return { type: 'trip' as const, id, label: title };
}
