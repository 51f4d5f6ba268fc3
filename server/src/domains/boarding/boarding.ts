import { randomUUID } from 'node:crypto';
import {
  type Attendance,
  type AttendanceClaim,
  type AttendanceCorrection,
  attendanceClosesAt,
  BOARDING_OPENS_HOURS,
  type BoardingList,
  type BoardingPerson,
  type BoardingTap,
  type BoardingTaps,
  decidedAt,
  type TapRefusal,
  type TapResults,
  tapRefusals,
} from '@passeio/contract/boarding/boarding';
import { dayAndTime } from '@passeio/contract/format-moments';
import { type Answer, type AnswerText, formatAnswer } from '@passeio/contract/reservations/answers';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { SoldExtra } from '@passeio/contract/trips/extras';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import {
  type Actor,
  type AuditEvent,
  callerOfActor,
  recordAudit,
  recordAudits,
  recordView,
} from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import {
  answersByPerson,
  boardingInstant,
  extrasByPerson,
  listAnswersOfTrip,
  listSoldExtras,
  presentSeat,
  reservationSubject,
} from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip, listAskedQuestions, type TripRow } from '../trips/index.ts';
import {
  type BoardingRow,
  cashOfGuides,
  disagreements,
  findTaps,
  goingAmong,
  insertTaps,
  peopleToBoard,
  type TapRecorder,
} from './boarding.queries.ts';

const HOUR_MS = 3_600_000;

/** Who boards a trip, and who has. Audited. Throws TRIP_NOT_FOUND or TRIP_CANCELLED. */
export async function openBoarding(db: Database, actor: Actor, tripId: string): Promise<BoardingList> {
  const trip = await requireTrip(db, tripId);
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  const subject = { type: 'trip', id: trip.id, label: trip.title } as const;
  await recordView(db, actor, { action: 'trip.boarding_opened', subject });
  // Before the reads: a phone must not say that it saw what they missed.
  const now = new Date().toISOString();
  const timeZone = await readTimeZone(db);
  const [rows, disagreeing, cash, sold, questions, answers] = await Promise.all([
    peopleToBoard(db, tripId, timeZone),
    disagreements(db, tripId),
    cashOfGuides(db, tripId),
    listSoldExtras(db, tripId),
    listAskedQuestions(db, tripId),
    listAnswersOfTrip(db, tripId),
  ]);
  const claims = new Map(disagreeing.map((row) => [row.participant_id, presentClaims(row)]));
  const cashByCode = new Map(cash.map(({ code, ...waiting }) => [code, waiting]));
  const extrasOf = extrasByPerson(sold);
  const answersOf = answersByPerson(answers);
  return {
    now,
    trip: presentBoardingTrip(trip, opensAt(trip), timeZone),
    people: rows.map((row) => ({
      ...presentBoardingPerson(row, claims.get(row.id) ?? [], extrasOf(row)),
      answers: answersInWords(answersOf(row), questions),
      ...(cashByCode.get(row.code) ?? { guideCents: 0, guides: '' }),
    })),
  };
}

/**
 * Records what a phone says, each tap for itself: a refused one does not prevent the others. Throws TRIP_NOT_FOUND.
 */
export async function recordTaps(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { deviceId, taps }: BoardingTaps,
  recorder: TapRecorder = { recorded_by: callerOfActor(actor).id },
): Promise<TapResults> {
  const trip = await requireTrip(trx, tripId);
  const now = new Date();
  const [known, going] = await Promise.all([
    findTaps(
      trx,
      taps.map(({ id }) => id),
    ),
    goingAmong(
      trx,
      tripId,
      taps.map(({ participantId }) => participantId),
    ),
  ]);
  const tapsById = new Map(known.map((one) => [one.id, one]));
  const people = new Map(going.map((one) => [one.id, one]));
  const results: TapResults['results'] = [];
  const accepted = new Map<string, BoardingTap>();
  for (const tap of taps) {
    const before = tapsById.get(tap.id);
    const same = before ? { participantId: before.participant_id, decision: before.decision } : accepted.get(tap.id);
    const refusal = same
      ? refusalOfKnown(tap, same)
      : refusalOf(tap, { isGoing: people.has(tap.participantId), trip, now });
    if (!(same || refusal)) accepted.set(tap.id, tap);
    results.push(
      refusal
        ? { id: tap.id, outcome: 'refused', reason: tapRefusals[refusal] }
        : { id: tap.id, outcome: same ? 'known' : 'recorded', reason: null },
    );
  }
  const recorded =
    accepted.size === 0 ? [] : await insertTaps(trx, { tripId, deviceId, ...recorder }, [...accepted.values()]);
  await recordAudits(
    trx,
    actor,
    recorded.flatMap((tap) => {
      const person = people.get(tap.participant_id);
      return person ? [tapEvent(tap, person, trip)] : [];
    }),
  );
  return { now: now.toISOString(), results };
}

function refusalOfKnown(tap: BoardingTap, known: Pick<BoardingTap, 'participantId' | 'decision'>): TapRefusal | null {
  return tap.participantId === known.participantId && tap.decision === known.decision ? null : 'id_taken';
}

function refusalOf(
  tap: BoardingTap,
  { isGoing, trip, now }: { isGoing: boolean; trip: TripRow; now: Date },
): TapRefusal | null {
  if (!isGoing || trip.cancelled_at) return 'not_going';
  if (attendanceClosesAt(trip.returns_at) <= now) return 'closed';
  return decidedAt(tap, now) < opensAt(trip) ? 'too_early' : null;
}

/** From when a trip's taps count. */
export function opensAt(trip: Pick<TripRow, 'departs_at'>): Date {
  return new Date(trip.departs_at.getTime() - BOARDING_OPENS_HOURS * HOUR_MS);
}

const actions = {
  boarded: 'reservation.boarded',
  missed: 'reservation.missed',
  undone: 'reservation.attendance_undone',
} as const;

function tapEvent(
  tap: Awaited<ReturnType<typeof insertTaps>>[number],
  person: Awaited<ReturnType<typeof goingAmong>>[number],
  trip: TripRow,
): AuditEvent {
  const payer = { name: person.payer_name };
  return {
    action: actions[tap.decision],
    subject: reservationSubject({ id: person.reservation_id, code: person.code }, payer, trip),
    changes: { participant: [null, nameWithPayer(person, payer)], decidedAt: [null, tap.decided_at.toISOString()] },
  };
}

/** Throws TRIP_NOT_FOUND. */
export async function requireTrip(db: Database, tripId: string): Promise<TripRow> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  return trip;
}

/** Enough to distinguish namesakes, not enough to use the document. */
const VISIBLE_CHARACTERS = 3;

function presentBoardingTrip(trip: TripRow, opensAt: Date, timeZone: string): BoardingList['trip'] {
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

function presentClaims(row: Awaited<ReturnType<typeof disagreements>>[number]): AttendanceClaim[] {
  return [
    { decision: row.decision, decidedAt: row.decided_at.toISOString(), by: row.by, deviceId: row.device_id },
    {
      decision: row.other_decision,
      decidedAt: row.other_decided_at.toISOString(),
      by: row.other_by,
      deviceId: row.other_device_id,
    },
  ];
}

function presentBoardingPerson(
  row: BoardingRow,
  claims: AttendanceClaim[],
  extras: SoldExtra[],
): Omit<BoardingPerson, 'guideCents' | 'guides' | 'answers'> {
  const money = { state: row.state, totalCents: row.total_cents, receivedCents: row.received_cents };
  return {
    id: row.id,
    code: row.code,
    payer: row.payer_name,
    name: nameWithPayer(row, { name: row.payer_name }),
    fareLabel: row.fare_label,
    isLapChild: !row.takes_place,
    companion: row.companion_name || null,
    documentEnd: row.document_number?.slice(-VISIBLE_CHARACTERS) ?? null,
    boardingPointId: row.boarding_point_id,
    phone: row.contact ?? row.payer_contact,
    phoneOf: row.contact ? null : row.payer_name,
    notes: row.notes,
    authorization: row.authorization,
    dueCents: dueCentsOf(money),
    hasReceipt: row.has_receipt,
    seat: presentSeat(row),
    attendance:
      row.tap_id && row.decision && row.decided_at
        ? { tapId: row.tap_id, decision: row.decision, decidedAt: row.decided_at.toISOString() }
        : null,
    claims,
    extras,
  };
}

function answersInWords(answers: readonly Answer[], questions: readonly AskedQuestion[]): AnswerText[] {
  return answers.flatMap(({ questionId, value }) => {
    const question = questions.find(({ id }) => id === questionId);
    if (!question || value === null) return [];
    const isSensitive = question.sensitivity === 'sensitive';
    return [{ label: question.label, text: formatAnswer(question, value), isSensitive }];
  });
}

/**
 * Says after attendance has closed whether somebody travelled, and why it was wrong: a tap with a reason, which is the
 * last. Throws ATTENDANCE_OPEN while phones may still tap.
 */
export async function correctAttendance(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, participantId }: { tripId: string; participantId: string },
  { decision, reason }: AttendanceCorrection,
): Promise<Attendance> {
  const trip = await requireTrip(trx, tripId);
  if (attendanceClosesAt(trip.returns_at) > new Date()) throw new AppError('ATTENDANCE_OPEN');
  const [person] = await goingAmong(trx, tripId, [participantId]);
  if (!person) throw new AppError('PARTICIPANT_NOT_FOUND');
  const tap = { id: randomUUID(), participantId, decision, tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  // No phone's.
  const origin = { tripId, deviceId: randomUUID(), reason, recorded_by: callerOfActor(actor).id };
  const [recorded] = await insertTaps(trx, origin, [tap]);
  const decidedAt = (recorded?.decided_at ?? new Date()).toISOString();
  const payer = { name: person.payer_name };
  await recordAudit(trx, actor, {
    action: 'reservation.attendance_corrected',
    subject: reservationSubject({ id: person.reservation_id, code: person.code }, payer, trip),
    changes: {
      participant: [null, nameWithPayer(person, payer)],
      attendance: [null, decision],
      reason: [null, reason],
    },
  });
  return { tapId: tap.id, decision, decidedAt };
}

/** When a guide lost access to a boarding, up to which their cash is still recorded, and what staff reads about it. */
interface EndOfAccess {
  at: Date;
  why: string;
}

/** The end of a guide's access: when staff took it, unless attendance had closed. Nothing is said while it is ahead. */
export async function endOfAccess(
  db: Database,
  { returns_at }: { returns_at: Date },
  taken: { at: Date | null; why: string },
): Promise<EndOfAccess> {
  const closesAt = attendanceClosesAt(returns_at);
  if (taken.at && taken.at < closesAt) {
    const at = dayAndTime(taken.at, await readTimeZone(db));
    return { at: taken.at, why: `Enviado depois que ${taken.why}, em ${at}.` };
  }
  return { at: closesAt, why: closesAt < new Date() ? 'Enviado mais de um dia depois da volta.' : '' };
}
