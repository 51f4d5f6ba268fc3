import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, type AuditEvent, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { readDetails } from './load-reservations.ts';
import { reservationSubject } from './reservation-audit.ts';

/** Ends a write of staff to a reservation: writes its audit entry and reads the reservation for the response. */
export async function respondToStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  event: Pick<AuditEvent, 'action' | 'changes'>,
): Promise<ReservationDetails> {
  const details = await readDetails(trx, reservationId, callerOfActor(actor));
  await recordAudit(trx, actor, {
    ...event,
    subject: reservationSubject(details, details.payer, details.trip),
  });
  return details;
}
