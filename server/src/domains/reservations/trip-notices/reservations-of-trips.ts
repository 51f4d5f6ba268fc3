import { randomUUIDv7 } from 'node:crypto';
import { AFFECTED_LISTED, type AffectedByChange, type TripOccupants } from '@passeio/contract/trips/trip-affected';
import type { TripNotice } from '@passeio/contract/trips/trip-draft';
import {
  changesFor,
  isOfSame,
  type NoticeableTrip,
  seatsChange,
  type TripChange,
  tripChanges,
} from '@passeio/contract/trips/trip-notice';
import { type Actor, type AuditEvent, type Changes, recordAudits } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueEmails, type QueuedEmail } from '../../messages/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import type { ChangedTrip, SwappedSeats, TripFollower, TripRow } from '../../trips/index.ts';
import { answerDeadline, holdDeadline } from '../reservation/deadlines.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { statusOfRow } from '../reservation/reservations.present.ts';
import {
  countPayers,
  insertNotice,
  type LatestNotice,
  type MovedHold,
  markEmailed,
  type NoticeContent,
  noticesOfSeries,
  occupantsOfTrip,
  type ReservationOfTrip,
  reservationsOfTrip,
  shortenHolds,
  waitingOfTrip,
} from './notices.queries.ts';

/**
 * Adds changes to what a reservation knows: what was not sent yet is sent with them, from what its payer knew before,
 * and what was taken back is not sent. `message`: null if staff does not notify people of `changes`.
 */
export function changesToSend(
  latest: LatestNotice | undefined,
  changes: TripChange[],
  message: string | null,
): NoticeContent {
  const unknown = latest ? latest.changes.filter(({ tell }) => !(tell && latest.wasSent)) : [];
  const before = (change: TripChange) => unknown.find((one) => isOfSame(one, change));
  const others = unknown.filter((one) => !changes.some((change) => isOfSame(one, change)));
  const now = changes.map((change) => {
    const known = before(change);
    return { ...change, old: known?.old ?? change.old, tell: message !== null || (known?.tell ?? false) };
  });
  const isWaiting = others.some(({ tell }) => tell) || (message === null && now.some(({ tell }) => tell));
  const messages = [isWaiting ? latest?.message : undefined, message];
  return {
    changes: [...now, ...others].filter((change) => change.old !== change.new),
    message: messages.filter(Boolean).join('\n'),
  };
}

/**
 * The e-mail of a notice to a reservation's payer; none with nothing to notify of. Of what a payer without an address
 * knows there is no record: devices are notified of each change that staff notifies of, also of one taken back.
 */
function emailToPayer(
  { id: reservationId, email: to }: ReservationOfTrip,
  { changes }: NoticeContent,
  { noticeId, holdMoved, isNotified }: { noticeId: string; holdMoved: boolean; isNotified: boolean },
): QueuedEmail<'tripChanged'> | undefined {
  if (!(to ? changes.some(({ tell }) => tell) : isNotified)) return undefined;
  return { kind: 'tripChanged', to, about: { reservationId, noticeId, holdMoved } };
}

interface NotifyDeps {
  jobs: Pick<Jobs, 'enqueueAll'>;
}

/** A reservation with those changes that concern it, how many of its people, and whether its payer may be notified. */
interface Affected {
  reservation: ReservationOfTrip;
  changes: TripChange[];
  people: number;
  isNotified: boolean;
}

/** Lets the reservations of a trip follow its changes. */
export function reservationsOfTrips(deps: NotifyDeps): TripFollower {
  return {
    occupantsOf,
    follow: (trx, actor, change) => follow(trx, { actor, deps }, change),
    notifyOfSeries: (trx, seriesChangeId) => notifyOfSeries(trx, deps, seriesChangeId),
    countPayers,
  };
}

async function occupantsOf(trx: DatabaseTransaction, { id, places_taken }: TripRow): Promise<TripOccupants> {
  const { rows, total } = await occupantsOfTrip(trx, id, AFFECTED_LISTED);
  const now = new Date();
  const reservations = rows.map((row) => ({
    ...{ id: row.id, code: row.code, payer: row.payer_name, places: row.places },
    status: statusOfRow(row, { ...row, people: [], now, reader: 'staff' }).label,
  }));
  return { placesTaken: places_taken, reservations, total };
}

async function follow(
  trx: DatabaseTransaction,
  by: { actor: Actor; deps: NotifyDeps },
  change: ChangedTrip,
): Promise<Changes> {
  const { before, after, notice, timeZone, swapped } = change;
  const changes = tripChanges(noticeable(before), noticeable(after), timeZone);
  const now = new Date();
  const isAhead = before.departs_at > now || after.departs_at > now;
  if ((changes.length === 0 && !swapped) || !isAhead) return {};
  const affected = affectedBy(changes, await reservationsOfTrip(trx, after.id), swapped);
  const waiting = changes.some(({ field }) => field === 'date') ? await waitingOfTrip(trx, after.id) : [];
  if (affected.length === 0 && waiting.length === 0) return {};
  if (!notice) {
    throw new AppError('TRIP_CHANGE_AFFECTS_PEOPLE', undefined, {
      affected: presentAffected(changes, affected, waiting.length),
    });
  }
  const holds = after.departs_at < before.departs_at ? await endInTime(trx, after) : [];
  await audit(trx, by.actor, { affected, holds, notice, trip: after });
  const notifiedCount = await notifyAffected(trx, by, {
    change: { ...change, notice },
    changes,
    affected,
    waiting,
    holds,
  });
  return { ...noticeOf(notice), told: [null, notifiedCount] };
}

// Requests have the deadline that one made now would have at most; where it is too late for one, that of a hold.
async function endInTime(trx: DatabaseTransaction, { id, departs_at }: TripRow): Promise<MovedHold[]> {
  const rules = await readReservationRules(trx);
  const { now } = rules;
  const answerBy = answerDeadline(rules, now, departs_at) ?? holdDeadline(rules, now, departs_at);
  return shortenHolds(trx, id, { departsAt: departs_at, answerBy });
}

function noticeOf(notice: TripNotice): Changes {
  return notice.tell ? { notice: [null, notice.message] } : {};
}

function affectedBy(
  changes: TripChange[],
  reservations: ReservationOfTrip[],
  swapped: SwappedSeats | undefined,
): Affected[] {
  return reservations.flatMap((reservation) => {
    const { boarding } = reservation;
    const seats = swapped?.seats.get(reservation.id);
    const own = [
      ...changesFor(
        changes,
        boarding.filter((point) => point !== null),
      ),
      ...(seats ? [seatsChange(seats.old, seats.new)] : []),
    ];
    const concernsAll = own.some(({ boardingPointId }) => boardingPointId === null);
    const people = boarding.filter((point) => concernsAll || own.some((one) => one.boardingPointId === point)).length;
    const isNotified = !swapped || swapped.notifiesEverybody || seats !== undefined;
    return own.length > 0 ? [{ reservation, changes: own, people, isNotified }] : [];
  });
}

function presentAffected(changes: TripChange[], affected: Affected[], waiting: number): AffectedByChange {
  // Boarding points where nobody boards are nobody's.
  const concerning = changes.filter(
    (change) => change.boardingPointId === null || affected.some((one) => one.changes.includes(change)),
  );
  return {
    changes: concerning,
    people: affected.reduce((sum, { people }) => sum + people, 0),
    waiting,
    reservations: affected
      .slice(0, AFFECTED_LISTED)
      .map(({ reservation: { id, code, payer_name, email }, people }) => ({
        ...{ id, code, payer: payer_name, people, hasEmail: email !== null },
      })),
    total: affected.length,
    unreachable: affected.filter(({ reservation }) => reservation.email === null).length,
  };
}

// Each reservation's history says what changed, and staff's words.
async function audit(
  trx: DatabaseTransaction,
  actor: Actor,
  { affected, holds, notice, trip }: { affected: Affected[]; holds: MovedHold[]; notice: TripNotice; trip: TripRow },
): Promise<void> {
  const heldUntil = new Map(holds.map((hold) => [hold.id, hold]));
  const events = affected.flatMap(({ reservation, changes, isNotified }): AuditEvent[] => {
    const subject = reservationSubject(reservation, { name: reservation.payer_name }, trip);
    const hold = heldUntil.get(reservation.id);
    const changed: Changes = { ...wordsOf(changes), ...(isNotified && noticeOf(notice)) };
    const event: AuditEvent = { action: 'reservation.trip_changed', subject, changes: changed };
    if (!hold) return [event];
    const deadline: [unknown, unknown] = [hold.before.toISOString(), hold.after.toISOString()];
    const moved: Changes = hold.state === 'requested' ? { answerExpiresAt: deadline } : { holdExpiresAt: deadline };
    return [event, { action: 'reservation.hold_changed', subject, changes: moved }];
  });
  await recordAudits(trx, actor, events);
}

// Several boarding points in one line.
function wordsOf(changes: TripChange[]): Changes {
  const byField = Map.groupBy(changes, ({ field }) => field);
  const joined = (all: TripChange[], key: 'old' | 'new') => all.map((one) => one[key]).join(', ');
  return Object.fromEntries(
    Array.from(byField, ([field, all]) => [field, [joined(all, 'old'), joined(all, 'new')] as [string, string]]),
  );
}

async function notifyAffected(
  trx: DatabaseTransaction,
  { actor, deps: { jobs } }: { actor: Actor; deps: NotifyDeps },
  {
    change: { after, notice, seriesChangeId },
    changes,
    affected,
    waiting,
    holds,
  }: {
    change: ChangedTrip & { notice: TripNotice };
    changes: TripChange[];
    affected: Affected[];
    waiting: Awaited<ReturnType<typeof waitingOfTrip>>;
    holds: MovedHold[];
  },
): Promise<number> {
  const noticeId = randomUUIDv7();
  const message = notice.tell ? notice.message : null;
  // The payer of a request waits for staff's answer and pays nothing until then.
  const toPay = new Set(holds.filter(({ state }) => state === 'held').map(({ id }) => id));
  const notifications = affected.map(({ reservation, changes: own, ...one }) => {
    const isNotified = one.isNotified && message !== null;
    const content = changesToSend(reservation.latest ?? undefined, own, isNotified ? message : null);
    const email = emailToPayer(reservation, content, { noticeId, holdMoved: toPay.has(reservation.id), isNotified });
    return { reservation, content, email: email && { ...email, logId: randomUUIDv7() } };
  });
  const emails = notifications.flatMap(({ email }) => email ?? []);
  const departsAt = after.departs_at.toISOString();
  const toWaiting = (message === null ? [] : waiting).flatMap(({ id: waitingId, email: to }): QueuedEmail[] =>
    to ? [{ kind: 'waitingTripChanged', to, about: { waitingId, departsAt } }] : [],
  );
  const notifiedCount = emails.filter(({ to }) => to !== null).length + toWaiting.length;
  const created_by = actor.caller?.id ?? null;
  await insertNotice(
    trx,
    {
      ...{ id: noticeId, trip_id: after.id, changes, message, told_count: notifiedCount, created_by },
      series_change_id: seriesChangeId ?? null,
    },
    notifications.map(({ reservation, content, email }) => ({
      ...{ reservation_id: reservation.id, changes: content.changes, message: content.message },
      email_id: seriesChangeId ? null : (email?.logId ?? null),
      hold_moved: toPay.has(reservation.id),
    })),
  );
  if (!seriesChangeId) await enqueueEmails(jobs, emails, trx);
  await enqueueEmails(jobs, toWaiting, trx);
  return notifiedCount;
}

// The e-mail is about the payer's earliest reservation, and says what changed of the others.
async function notifyOfSeries(trx: DatabaseTransaction, { jobs }: NotifyDeps, seriesChangeId: string): Promise<number> {
  const notices = await noticesOfSeries(trx, seriesChangeId);
  const byPayer = Map.groupBy(notices, ({ user_id, email }) => email?.toLowerCase() ?? user_id);
  const emails = [...byPayer.values()].flatMap((own): (QueuedEmail<'tripChanged'> & { logId: string })[] => {
    const [about, ...others] = own.map((one) => ({
      ...{ reservationId: one.reservation_id, noticeId: one.notice_id, holdMoved: one.hold_moved },
    }));
    if (!about) return [];
    const whole = { ...about, ...(others.length > 0 && { others }) };
    return [{ kind: 'tripChanged', to: own[0]?.email ?? null, about: whole, logId: randomUUIDv7() }];
  });
  await markEmailed(
    trx,
    emails.flatMap(({ logId, about: { others = [], ...about } }) =>
      [about, ...others].map(({ reservationId, noticeId }) => ({ reservationId, noticeId, emailId: logId })),
    ),
  );
  await enqueueEmails(jobs, emails, trx);
  return emails.filter(({ to }) => to !== null).length;
}

function noticeable(row: TripRow): NoticeableTrip {
  return {
    date: row.departs_at.toISOString(),
    returnDate: row.returns_at.toISOString(),
    vehicle: row.vehicle,
    boardingPoints: row.boarding_points,
  };
}
