import { attendanceClosesAt } from '@passeio/contract/boarding/boarding';
import {
  type AttendanceKey,
  type ClosedAccounts,
  DEPARTED_LISTED,
  type DepartedTrip,
  type DepartedTrips,
  isSameOpenItem,
  type NamedOpenItem,
  type OpenItem,
  type OpenKind,
  type SettlementFigures,
  type SettlementPerson,
  type SettlementReport,
  type SettlementReportDraft,
} from '@passeio/contract/payments/settlement-report';
import { sumMethods, type TripMoney } from '@passeio/contract/payments/trip-money';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { marginCents, sumCosts, type TripCosts } from '@passeio/contract/trips/trip-costs';
import { type Actor, callerOfActor, recordAudit, recordView } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockReservationsOf } from '../../reservations/index.ts';
import { findTrip, lockTrip, type TripRow } from '../../trips/index.ts';
import { entriesOfTrip } from '../trip-money/trip-money.queries.ts';
import { presentTripEntry, sumTripMoney } from '../trip-money/trip-money.ts';
import {
  findSettlementReport,
  insertSettlementReport,
  lastDeparted,
  namesOfReservations,
  type OpenReservationRow,
  openReservations,
  peopleOfTrip,
  type SettlementPersonRow,
} from './settlement-report.queries.ts';

/**
 * What came of a trip: people, money, what is open, and the accounts as they were closed. Audited. Throws
 * TRIP_NOT_FOUND.
 */
export async function openSettlementReport(db: Database, actor: Actor, tripId: string): Promise<SettlementReport> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  await recordView(db, actor, { action: 'trip.closing_opened', subject: subjectOf(trip) });
  return inSnapshot(db, (snapshot) => readSettlementReport(snapshot, trip));
}

/**
 * Closes the accounts of a trip that is back, once. Throws CLOSING_OPEN if something is open that is not accepted as it
 * is, and CLOSING_CHANGED if the result is not what staff saw.
 */
export async function closeAccounts(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { resultCents, accepted, note }: SettlementReportDraft,
): Promise<SettlementReport> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.returns_at > new Date()) throw new AppError('TRIP_NOT_BACK');
  // Transactions that move money now are waited for, and counted.
  await lockReservationsOf(trx, tripId);
  const { figures, open, closed } = await readSettlementReport(trx, trip);
  if (closed) throw new AppError('CLOSING_DONE');
  if (open.some((item) => !accepted.some((one) => isSameOpenItem(one, item)))) throw new AppError('CLOSING_OPEN');
  if (figures.resultCents !== resultCents) throw new AppError('CLOSING_CHANGED');
  const entries = (await entriesOfTrip(trx, tripId)).map(({ id }) => id);
  const exceptions = open.map(({ kind, reservationId, amountCents }) => ({ kind, reservationId, amountCents }));
  const by = callerOfActor(actor).id;
  await insertSettlementReport(trx, {
    tripId,
    figures,
    exceptions,
    note: exceptions.length > 0 ? note : '',
    entries,
    by,
  });
  await recordAudit(trx, actor, {
    action: 'trip.accounts_closed',
    subject: subjectOf(trip),
    changes: {
      resultCents: [null, figures.resultCents],
      ...(open.length > 0 ? { exceptions: [null, open.length], note: [null, note] } : {}),
    },
  });
  return readSettlementReport(trx, trip);
}

/** The trips that departed last, closed or not. */
export async function readDeparted(db: Database): Promise<DepartedTrips> {
  return { data: (await lastDeparted(db, DEPARTED_LISTED)).map(presentDeparted) };
}

async function readSettlementReport(db: Database, trip: TripRow): Promise<SettlementReport> {
  const rows = await peopleOfTrip(db, trip.id);
  const { costs, ...money } = await sumTripMoney(db, trip.id);
  const open = (await openReservations(db, trip.id)).flatMap(presentOpen);
  const people = rows.map(presentSettlementPerson);
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
  const row = await findSettlementReport(db, tripId);
  if (!row) return null;
  const counted = new Set(row.entries);
  const entries = await entriesOfTrip(db, tripId);
  return {
    at: row.created_at.toISOString(),
    by: row.author,
    note: row.note,
    figures: { ...row.figures, extras: row.figures.extras ?? [] },
    exceptions: await named(db, [...row.exceptions, ...row.cash_exceptions]),
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

function presentSettlementPerson(row: SettlementPersonRow): SettlementPerson {
  const money = { state: row.state, totalCents: row.total_cents, receivedCents: row.received_cents };
  return {
    id: row.id,
    reservationId: row.reservation_id,
    code: row.code,
    name: nameWithPayer(row, { name: row.payer_name }),
    fareLabel: row.fare_label,
    attendance: attendanceOf(row),
    correction: row.correction,
    phone: row.contact ?? row.payer_contact,
    phoneOf: row.contact ? null : row.payer_name,
    receivedCents: row.received_cents,
    dueCents: dueCentsOf(money),
  };
}

function attendanceOf({ boarded_at, missed_at }: SettlementPersonRow): AttendanceKey {
  if (boarded_at) return 'boarded';
  return missed_at ? 'missed' : 'unknown';
}

function presentOpen({ id, code, payer, ...row }: OpenReservationRow): NamedOpenItem[] {
  const item = (kind: OpenKind, amountCents: number) => ({ kind, reservationId: id, amountCents, code, payer });
  return [
    ...(row.missing_cents > 0 ? [item('balance', row.missing_cents)] : []),
    ...(row.to_refund_cents > 0 ? [item('refund', row.to_refund_cents)] : []),
    ...(row.has_receipt ? [item('receipt', row.missing_cents)] : []),
    ...(row.cash_cents > 0 ? [item('cash', row.cash_cents)] : []),
  ];
}

/** What a trip comes to, of its people, its money and its costs. */
function figuresOf(
  people: readonly Pick<SettlementPerson, 'attendance'>[],
  money: Omit<TripMoney, 'trip' | 'entries' | 'page' | 'priceCents' | 'capacity' | 'cashFlow' | 'costs'>,
  costs: TripCosts,
): SettlementFigures {
  const count = (attendance: AttendanceKey) => people.filter((one) => one.attendance === attendance).length;
  const sums = sumCosts(costs);
  const { places } = money.booked;
  const left = (cents: number) => marginCents(sums, { people: places, cents });
  return {
    people: { boarded: count('boarded'), missed: count('missed'), unknown: count('unknown') },
    expectedCents: money.expectedCents,
    retainedCents: money.retainedCents,
    ...sumMethods(money.methods),
    missingCents: money.missingCents,
    toRefundCents: money.toRefundCents,
    methods: money.methods.map(({ method, inCents, outCents }) => ({ method, inCents, outCents })),
    extras: money.extras,
    costs: { ...sums, people: places, totalCents: -left(0) },
    forecastCents: left(money.booked.totalCents),
    resultCents: left(money.receivedCents + money.creditUsedCents - money.refundedCents - money.creditGrantedCents),
  };
}

function presentDeparted(row: Awaited<ReturnType<typeof lastDeparted>>[number]): DepartedTrip {
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    people: { boarded: row.boarded ?? 0, missed: row.missed ?? 0, unknown: row.unknown ?? 0 },
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}
