import type {
  PassengerFilters,
  PassengerList,
  PassengerTotals,
  PassengerTrip,
  PassengerWithExtras,
} from '@passeio/contract/boarding/passengers';
import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { Answer } from '@passeio/contract/reservations/answers';
import { dueCentsOf, toReturnCentsOf } from '@passeio/contract/reservations/reservation-status';
import { type SoldExtra, sumExtras } from '@passeio/contract/trips/extras';
import { type Actor, callerOfActor, recordView } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { hasPermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readRulesInForce, rulesOfTrip } from '../../discounts/index.ts';
import {
  answersByPerson,
  chatFactsOf,
  extrasByPerson,
  listAnswers,
  listSoldExtras,
  mayCancel,
  mayReinstate,
  presentParticipant,
  statusOfRow,
} from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import {
  findTrip,
  listAskedQuestions,
  listExtras,
  listFares,
  listRoomTypes,
  presentExtra,
  presentFare,
  presentRoomType,
  type TripRow,
} from '../../trips/index.ts';
import {
  countPassengers,
  listPassengers,
  type MoneySums,
  type PartySummary,
  type PassengerCount,
  type PassengerRow,
  sumMoney,
  summarizeParties,
} from './passengers.queries.ts';

/** A page of a trip's passengers, with trip and totals. Audited. Throws TRIP_NOT_FOUND. */
export async function openPassengers(
  db: Database,
  actor: Actor,
  tripId: string,
  filters: PassengerFilters,
): Promise<PassengerList> {
  const now = new Date();
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const subject = { type: 'trip', id: trip.id, label: trip.title } as const;
  await recordView(db, actor, { action: 'trip.passengers_opened', subject });
  const timeZone = await readTimeZone(db);
  const seesDocuments = hasPermission(callerOfActor(actor), 'see_documents');
  const [{ rows, total }, counts, money, fares, extras, discounts, questions, sold] = await Promise.all([
    listPassengers(db, tripId, { ...filters, timeZone, seesDocuments }),
    countPassengers(db, tripId, timeZone),
    sumMoney(db, tripId),
    listFares(db, [tripId]),
    listExtras(db, [tripId]),
    readRulesInForce(db),
    listAskedQuestions(db, tripId),
    listSoldExtras(db, tripId),
  ]);
  const ids = [...new Set(rows.map((row) => row.reservation_id))];
  const [people, chatOf, answers] = await Promise.all([
    summarizeParties(db, ids, timeZone),
    chatFactsOf(db, ids),
    listAnswers(db, ids),
  ]);
  const extrasOf = extrasByPerson(sold);
  const answersOf = answersByPerson(answers);
  const parties = Map.groupBy(people, (one) => one.reservation_id);
  return {
    data: rows.map((row) => {
      const [party, chat] = [parties.get(row.reservation_id) ?? [], chatOf(row.reservation_id)];
      return presentPassenger(row, { party, chat, extras: extrasOf(row), answers: answersOf(row), now });
    }),
    page: { number: filters.page, size: filters.size, total },
    trip: {
      ...presentPassengerTrip(trip, now),
      fares: fares.map(presentFare),
      extras: extras.map(presentExtra),
      roomTypes: (await listRoomTypes(db, [trip])).map(presentRoomType),
      discounts: rulesOfTrip(discounts, trip.id),
      questions,
    },
    totals: {
      ...presentTotals(counts, money, sold),
      anttMissing: trip.interstate ? countLackingForAntt(counts) : null,
    },
  };
}

interface Context {
  /** All participants of the row's reservation. */
  party: readonly PartySummary[];
  chat: ChatFacts;
  extras: SoldExtra[];
  answers: Answer[];
  now: Date;
}

function presentPassenger(row: PassengerRow, { party, chat, extras, answers, now }: Context): PassengerWithExtras {
  const money = {
    state: row.state,
    totalCents: row.total_cents,
    receivedCents: row.received_cents,
    retainedCents: row.retained_cents,
  };
  return {
    ...presentParticipant(row, row.payer_id),
    number: row.number,
    reservation: {
      id: row.reservation_id,
      code: row.code,
      state: row.state,
      status: statusOfRow(row, { ...row, people: party, now, reader: 'staff' }),
      channel: row.channel,
      holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
      totalCents: row.total_cents,
      depositCents: row.deposit_cents,
      receivedCents: row.received_cents,
      dueCents: dueCentsOf(money),
      toReturnCents: toReturnCentsOf(money),
      people: party.length,
      cancellable: mayCancel(row, row.departs_at, now),
      reinstatable: mayReinstate(row, row, now),
      cancellationReason: row.cancellation_reason,
      createdAt: row.reserved_at.toISOString(),
      chat,
    },
    payer: {
      id: row.payer_id,
      name: row.payer_name,
      contact: row.payer_contact,
      email: row.payer_email,
      hasAccount: row.payer_subject !== null,
    },
    boardingPoint: row.boarding_point,
    companion: row.companion_name,
    extras,
    answers,
  };
}

function presentPassengerTrip(
  row: TripRow,
  now: Date,
): Omit<PassengerTrip, 'fares' | 'extras' | 'roomTypes' | 'discounts' | 'questions'> {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    isActive: row.is_active,
    hasDeparted: row.departs_at <= now,
    vehicle: row.vehicle,
    capacity: row.capacity,
    placesLeft: row.places_left,
    depositPercent: row.deposit_percent,
    boardingPoints: row.boarding_points,
  };
}

function countLackingForAntt(counts: PassengerCount[]): number {
  return counts.reduce((sum, one) => sum + (one.is_active ? one.lacking_for_antt : 0), 0);
}

function presentTotals(
  counts: PassengerCount[],
  money: MoneySums,
  sold: SoldExtra[],
): Omit<PassengerTotals, 'anttMissing'> {
  const byState: PassengerTotals['byState'] = {};
  const byBoardingPoint = new Map<string | null, number>();
  const totals = { going: 0, places: 0, complete: 0 };
  for (const one of counts) {
    byState[one.state] = (byState[one.state] ?? 0) + one.count;
    if (!one.is_active) continue;
    totals.going += one.count;
    totals.places += one.places;
    totals.complete += one.complete;
    byBoardingPoint.set(one.boarding_point_id, (byBoardingPoint.get(one.boarding_point_id) ?? 0) + one.count);
  }
  return {
    byState,
    byBoardingPoint: [...byBoardingPoint].map(([boardingPointId, count]) => ({ boardingPointId, count })),
    ...totals,
    extras: sumExtras(sold),
    reservations: money.reservations,
    receivedCents: money.received_cents,
    dueCents: money.due_cents,
    toReturnCents: money.to_return_cents,
  };
}
