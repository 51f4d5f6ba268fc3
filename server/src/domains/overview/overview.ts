import type { ChatFacts } from '@passeio/contract/chat-facts';
import { DECISION_DAYS } from '@passeio/contract/departures/departures';
import { COUNT_LIMIT, SEARCH_LIMIT } from '@passeio/contract/pages';
import { sumMethods } from '@passeio/contract/payments/trip-money';
import {
  DEPOSIT_EXPECTED_HOURS,
  MONEY_DAYS,
  OVERVIEW_DAYS,
  type Overview,
  type OverviewList,
  type OverviewReservation,
  type OverviewReservationFilters,
  type OverviewReservationList,
  type OverviewToday,
  type OverviewTrip,
  TRIPS_SHOWN,
  type TripReadiness,
} from '@passeio/contract/staff/overview';
import type { Database } from '../../platform/database/connect.ts';
import { type Caller, hasPermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { chatFactsOf, statusOfRow } from '../reservations/index.ts';
import { readReservationRules, readTimeZone } from '../settings/index.ts';
import { openCancellations } from '../trips/index.ts';
import {
  dueByMonth,
  findFirstSteps,
  moneyPerDay,
  nextDepartures,
  type OverviewTripRow,
  paymentsThatWait,
  reservationsPerDay,
  tripsBelowMinimum,
  tripsLackingData,
} from './overview.queries.ts';
import {
  bankChecks,
  cancelled,
  countOfFound,
  due,
  excessNotes,
  found,
  type Listing,
  narrowedTo,
  overdueDeposits,
  pageOf,
  requests,
  taken,
  toReturn,
  totalOf,
  withTag,
} from './overview-lists.queries.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Today's work; every number has a list, see {@link findReservations}. */
export async function readToday(db: Database): Promise<Omit<OverviewToday, 'waitingChats'>> {
  const { time_zone: timeZone, transfer_hours: transferHours } = await readReservationRules(db);
  const today = Temporal.Now.plainDateISO(timeZone);
  const lastDay = today.add({ days: DECISION_DAYS });
  const until = new Date(lastDay.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
  const [departures, belowMinimum, overdue, checks, asked, notes, lacking, payments] = await Promise.all([
    nextDepartures(db, { until, limit: TRIPS_SHOWN }),
    tripsBelowMinimum(db, timeZone, { decidedUntil: lastDay.toString(), limit: TRIPS_SHOWN }),
    totalOf(overdueDeposits(db, depositsExpectedSince())),
    totalOf(bankChecks(db)),
    totalOf(requests(db)),
    totalOf(excessNotes(db)),
    tripsLackingData(db, until, timeZone),
    paymentsThatWait(db, today.toString()),
  ]);
  const cancelledDepartures = await openCancellations(db);
  return {
    today: today.toString(),
    departures: {
      total: departures.total,
      data: departures.rows.map((row) => ({ ...presentTrip(row), others: row.others.map(presentTrip) })),
    },
    belowMinimum: { total: belowMinimum.total, data: belowMinimum.rows.map(presentTrip) },
    toDecide: belowMinimum.toDecide,
    overdueDeposits: overdue,
    requests: asked,
    payments: { ...payments, bankChecks: checks.reservations, excessNotes: notes.reservations },
    cancelledDepartures: cancelledDepartures.filter(({ open, isDone }) => open > 0 || !isDone),
    missingData: {
      people: lacking.reduce((sum, { people }) => sum + people, 0),
      total: lacking.length,
      trips: lacking.slice(0, TRIPS_SHOWN).map((row) => presentReadiness(row, transferHours)),
    },
  };
}

/** Today's work and the company's numbers. */
export async function readOverview(db: Database): Promise<Omit<Overview, 'waitingChats'>> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone);
  const firstDay = today.subtract({ days: OVERVIEW_DAYS - 1 });
  const [work, perDay, months, money] = await Promise.all([
    readToday(db),
    reservationsPerDay(db, firstDay.toString(), today.toString(), timeZone),
    dueByMonth(db, timeZone),
    moneyPerDay(db, today.subtract({ days: MONEY_DAYS - 1 }).toString(), today.toString(), timeZone),
  ]);
  return {
    ...work,
    money: presentMoney(money),
    reservationsPerDay: perDay,
    due: {
      cents: months.reduce((sum, { cents }) => sum + cents, 0),
      reservations: months.reduce((sum, { reservations }) => sum + reservations, 0),
      months,
    },
  };
}

/** The first steps of a new installation; undefined once they are all done, or it has a reservation. */
export async function readFirstSteps(db: Database): Promise<Overview['firstSteps']> {
  const steps = await findFirstSteps(db);
  return steps && Object.values(steps).includes(false) ? steps : undefined;
}

/** A page of a list of reservations, and the sum over all pages, except of a search. Throws FORBIDDEN. */
export async function findReservations(
  db: Database,
  caller: Caller,
  filters: OverviewReservationFilters,
): Promise<OverviewReservationList> {
  if (!mayReadList(caller, filters.list)) throw new AppError('FORBIDDEN');
  const { page, size, q, tag } = filters;
  const now = new Date();
  const present = async (found: Awaited<ReturnType<typeof pageOf>>) => {
    const chatOf = await chatFactsOf(
      db,
      found.map(({ id }) => id),
    );
    return found.map((row) => presentReservation(row, { chat: chatOf(row.id), now }));
  };
  const timeZone = await readTimeZone(db);
  const narrow = async (all: Listing) => {
    const listing = tag ? withTag(db, tag, all) : all;
    return q ? narrowedTo(db, { q, seesDocuments: hasPermission(caller, 'see_documents') }, listing) : listing;
  };
  const narrowed = await narrow(listingOf(db, filters, timeZone));
  const offset = (page - 1) * size;
  if (filters.list === 'found') {
    // Counted without the place in the list, and one row more than the page, to know whether there is a next one.
    const isSearch = q !== undefined || tag !== undefined;
    const counted = filters.after ? await narrow(listingOf(db, { ...filters, after: undefined }, timeZone)) : narrowed;
    const [rows, count] = await Promise.all([
      pageOf(db, narrowed, { size: size + 1, offset }),
      countOfFound(db, counted, isSearch ? SEARCH_LIMIT : COUNT_LIMIT),
    ]);
    const data = await present(rows.slice(0, size));
    const next = rows.length > size ? (data.at(-1)?.id ?? null) : null;
    return { data, page: { number: page, size, ...count }, sumCents: null, next };
  }
  const [rows, { cents, reservations }] = await Promise.all([
    pageOf(db, narrowed, { size, offset }),
    totalOf(narrowed),
  ]);
  const data = await present(rows);
  return { data, page: { number: page, size, total: reservations }, sumCents: cents, next: null };
}

function listingOf(db: Database, filters: OverviewReservationFilters, timeZone: string): Listing {
  const { list, date, month } = filters;
  switch (list) {
    case 'taken':
      return taken(db, date ?? Temporal.Now.plainDateISO(timeZone).toString(), timeZone);
    case 'due':
      return due(db, month, timeZone);
    case 'overdueDeposits':
      return overdueDeposits(db, depositsExpectedSince());
    case 'bankChecks':
      return bankChecks(db);
    case 'toReturn':
      return toReturn(db);
    case 'excessNotes':
      return excessNotes(db);
    case 'requests':
      return requests(db);
    case 'cancelled':
      return cancelled(db);
    case 'found':
      return found(db, filters, timeZone);
  }
}

function depositsExpectedSince(): Date {
  return new Date(Date.now() - DEPOSIT_EXPECTED_HOURS * HOUR_MS);
}

/** Only administrators see receivables; today's work is for all staff. */
function mayReadList({ role }: Caller, list: OverviewList): boolean {
  return role === 'ADMIN' || list !== 'due';
}

type ReservationRow = Awaited<ReturnType<typeof pageOf>>[number];

function presentTrip(row: OverviewTripRow): OverviewTrip {
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
function presentReadiness(
  { id, title, departs_at, people, passengers }: Awaited<ReturnType<typeof tripsLackingData>>[number],
  transferHours: number,
): TripReadiness {
  const dueAt = new Date(departs_at.getTime() - transferHours * HOUR_MS).toISOString();
  return { id, title, date: departs_at.toISOString(), people, passengers, dueAt };
}

/** The week's money: its sums by method, and each day without credits. */
function presentMoney(rows: Awaited<ReturnType<typeof moneyPerDay>>): Overview['money'] {
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

function presentReservation(row: ReservationRow, { chat, now }: { chat: ChatFacts; now: Date }): OverviewReservation {
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
    tags: row.tags,
    chat,
  };
}
