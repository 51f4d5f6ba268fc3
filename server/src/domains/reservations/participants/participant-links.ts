import { meansOf } from '@passeio/contract/means';
import type { MinorStatementDraft } from '@passeio/contract/reservations/minor-statement';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { LinkedParticipant, ParticipantChange } from '@passeio/contract/reservations/participants';
import type { ReservationRoom } from '@passeio/contract/reservations/rooms';
import type { LinkedShare } from '@passeio/contract/reservations/shares';
import { type Actor, callerOfActor, linkActor, makerOf } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { isStaff, requirePermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken, newToken } from '../../../platform/http/link-token.ts';
import { isCardInReview, presentCharge, shownChargeOfShare } from '../../book/index.ts';
import { readReservationRules, readTimeZone, recordNoticeShown } from '../../settings/index.ts';
import { listFares, listQuestions, presentQuestion } from '../../trips/index.ts';
import { listAnswers, presentAnswers } from '../reservation/answers.ts';
import { maskAnswers, maskFields } from '../reservation/masks.ts';
import { listParticipants, type ParticipantRow } from '../reservation/participants.queries.ts';
import { hasOwnData, missingOwnData } from '../reservation/person.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { isClockStopped, mayPay } from '../reservation/reservations.policy.ts';
import { presentParticipant } from '../reservation/reservations.present.ts';
import { findReservation, type ReservationWithTrip } from '../reservation/reservations.queries.ts';
import { readRoomsOf } from '../reservation/rooms.ts';
import { readShares } from '../reservation/shares.ts';
import { applyChange, type ParticipantKey } from './change-participant.ts';
import { lockParty, openParty, personOf } from './open-party.ts';
import { endLink, findByLink, storeLink } from './participant-links.queries.ts';
import { recordStatement } from './state-for-minors.ts';

/** The token of a new companion link; an older one ends. */
export async function createLink(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
): Promise<string> {
  const party = await openParty(trx, actor, reservationId);
  const person = personOf(party, participantId);
  const caller = callerOfActor(actor);
  // It shows the share that is due.
  if (isStaff(caller) && party.reservation.splits_payment) requirePermission(caller, 'see_money');
  const token = newToken();
  const madeBy = isStaff(caller) ? caller.id : (caller.linkMadeBy?.id ?? null);
  await storeLink(trx, { participantId: person.id, tokenHash: hashToken(token), madeBy });
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.link_created',
    changes: { participant: [null, nameAmong(person, party.people)] },
  });
  return token;
}

/** Ends a companion link, if there is one. */
export async function revokeLink(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
): Promise<void> {
  const party = await openParty(trx, actor, reservationId);
  const person = personOf(party, participantId);
  if (!(await endLink(trx, person.id))) return;
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.link_revoked',
    changes: { participant: [nameAmong(person, party.people), null] },
  });
}

/** What a companion sees through their link. Throws PARTICIPANT_LINK_OVER. */
export async function readByLink(db: Database, token: string): Promise<LinkedParticipant> {
  const found = await findByLink(db, hashToken(token), new Date());
  const reservation = found && (await findReservation(db, found.reservation_id));
  if (!reservation) throw new AppError('PARTICIPANT_LINK_OVER');
  const [people, fares, questions, answers] = await Promise.all([
    listParticipants(db, [reservation.id], await readTimeZone(db)),
    listFares(db, [reservation.trip_id]),
    listQuestions(db, [reservation.trip_id]),
    listAnswers(db, [reservation.id]),
  ]);
  const row = people.find(({ id }) => id === found.id);
  const fare = fares.find(({ id }) => id === row?.fare_id);
  if (!row || !fare) throw new AppError('PARTICIPANT_LINK_OVER');
  const { id, fareId, isPayer, hasLink, companionId, priceCents, authorization, ...own } = presentParticipant(
    row,
    reservation.user_id,
  );
  const asked = questions.filter(({ per }) => per === 'participant').map(presentQuestion);
  const answered = presentAnswers(answers.filter(({ participant_id }) => participant_id === row.id));
  // Staff reads it too, which may not see documents.
  const isMasked = hasOwnData(row) || found.made_by !== null;
  const room = (await readRoomsOf(db, reservation)).find(({ participantIds }) => participantIds.includes(row.id));
  const share = reservation.splits_payment ? await readShare(db, reservation, row.id) : null;
  return {
    participant: {
      ...(isMasked ? { ...maskFields(own), age: null } : { ...own, masked: {} }),
      answers: isMasked ? maskAnswers(answered) : answered,
      missing: missingOwnData(row),
      fare: { minAge: fare.min_age, maxAge: fare.max_age },
    },
    trip: {
      title: reservation.title,
      slug: reservation.slug,
      date: reservation.departs_at.toISOString(),
      returnDate: reservation.returns_at.toISOString(),
      boardingPoints: reservation.boarding_points,
      questions: asked,
    },
    room: room ? { label: room.label, others: othersIn(room, people, row.id) } : null,
    asksStatement: row.missing.includes('minorStatement'),
    share,
  };
}

function othersIn({ participantIds }: ReservationRoom, people: readonly ParticipantRow[], own: string): string[] {
  return people.filter(({ id }) => id !== own && participantIds.includes(id)).map((one) => nameAmong(one, people));
}

async function readShare(db: Database, row: ReservationWithTrip, participantId: string): Promise<LinkedShare | null> {
  const [shares, charge, cardInReview, rules] = await Promise.all([
    readShares(db, row),
    shownChargeOfShare(db, participantId),
    isCardInReview(db, row.id, participantId),
    readReservationRules(db),
  ]);
  const found = shares.find((one) => one.participantId === participantId);
  if (!found) return null;
  const { participantId: _, ...share } = found;
  const isPayable = share.dueCents > 0 && mayPay(row, { ...rules, ...row }, rules.now);
  const isHeld = row.state === 'held';
  return {
    ...share,
    means: isPayable ? meansOf(rules.takes_pix, rules.takes_card, row.payment_means) : [],
    isHeld,
    until: isHeld && !isClockStopped(row) ? (row.hold_expires_at?.toISOString() ?? null) : null,
    charge: charge && isPayable ? presentCharge(charge) : null,
    cardInReview: cardInReview && share.dueCents > 0,
  };
}

/**
 * Changes a participant's own data and answers through their link, never the fare. Complete data stay complete, and so
 * masked. Throws PARTICIPANTS_FIXED for another person after the deadline.
 */
export async function changeByLink(
  trx: DatabaseTransaction,
  actor: Actor,
  token: string,
  { fields, minorStatement }: { fields: ParticipantChange; minorStatement?: MinorStatementDraft | undefined },
): Promise<LinkedParticipant> {
  const asked = await findByLink(trx, hashToken(token), new Date());
  if (!asked) throw new AppError('PARTICIPANT_LINK_OVER');
  const party = await lockParty(trx, asked.reservation_id, 'participant');
  // It may have ended while waiting for the lock.
  const found = await findByLink(trx, hashToken(token), party.now);
  if (found?.id !== asked.id) throw new AppError('PARTICIPANT_LINK_OVER');
  const before = personOf(party, found.id);
  const companion = linkActor(actor, makerOf(found));
  await applyChange(trx, companion, party, before, fields);
  if (minorStatement)
    await recordStatement(trx, companion, party, { draft: minorStatement, means: 'companion_link', by: null });
  await recordNoticeShown(trx, { participant_id: before.id });
  const linked = await readByLink(trx, token);
  const wasMissing = missingOwnData(before);
  const missing = linked.participant.missing.filter((field) => !wasMissing.some((one) => one === field));
  if (hasOwnData(before) && missing.length > 0) {
    const emptied = missing.map((field) => [`fields.${field}`, 'Este dado não pode ficar vazio.']);
    throw new AppError('INVALID_INPUT', Object.fromEntries(emptied));
  }
  return linked;
}
