import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ParticipantDocuments } from '@passeio/contract/reservations/participants';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findPerson } from '../../users/index.ts';
import { listParticipants } from '../reservation/participants.queries.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import type { ParticipantKey } from './change-participant.ts';

/**
 * The documents of one participant, which answers to staff mask otherwise; audited each time. Throws
 * RESERVATION_NOT_FOUND or PARTICIPANT_NOT_FOUND.
 */
export async function showDocuments(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
): Promise<ParticipantDocuments> {
  const row = await findReservation(trx, reservationId);
  if (!row) throw new AppError('RESERVATION_NOT_FOUND');
  const people = await listParticipants(trx, [row.id], await readTimeZone(trx));
  const person = people.find(({ id }) => id === participantId.toLowerCase());
  if (!person) throw new AppError('PARTICIPANT_NOT_FOUND');
  const payer = (await findPerson(trx, row.user_id)) ?? { name: '' };
  await recordAudit(trx, actor, {
    action: 'reservation.documents_shown',
    subject: reservationSubject(row, payer, row),
    changes: { participant: [null, nameAmong(person, people)] },
  });
  return { cpf: person.cpf, documentNumber: person.document_number };
}
