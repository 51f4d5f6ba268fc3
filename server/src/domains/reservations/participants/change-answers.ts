import type { AnswerDrafts } from '@passeio/contract/reservations/answers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { saveAnswers } from '../reservation/answers.ts';
import { openDetails, readDetails } from '../reservation/load-reservations.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { type OpenParty, openParty } from './open-party.ts';

/** Answers what the trip asks once of a reservation. */
export async function changeAnswers(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  answers: AnswerDrafts,
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  const labels = await saveAnswers(trx, answering(party, null), answers);
  if (labels.length === 0) return openDetails(trx, actor, reservationId);
  const changes = answerChanges(labels);
  await recordReservationAudit(trx, actor, party, { action: 'reservation.answers_changed', changes });
  return readDetails(trx, reservationId, callerOfActor(actor));
}

/** Names whose answers are written in a locked party. */
export function answering({ trip, reservation }: OpenParty, participantId: string | null) {
  return { tripId: trip.id, reservationId: reservation.id, participantId };
}

/** In an audit entry: to which questions the answers changed. */
export function answerChanges(labels: readonly string[]): { answers?: [null, string] } {
  return labels.length > 0 ? { answers: [null, labels.join(', ')] } : {};
}
