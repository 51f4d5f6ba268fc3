import { type Actor, type AuditEvent, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { findPerson } from '../users/index.ts';
import type { ReservationRow } from './reservations.queries.ts';

/** A reservation as the subject of audit entries. */
export function reservationSubject(
  { id, code }: Pick<ReservationRow, 'id' | 'code'>,
  payer: { name: string },
  trip: { title: string },
) {
  return { type: 'reservation' as const, id, label: `${code} – ${payer.name} (${trip.title})` };
}

/** Writes an audit entry about a reservation whose payer's name is still to be read. */
export async function recordReservationAudit(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservation, trip }: { reservation: Pick<ReservationRow, 'id' | 'code' | 'user_id'>; trip: { title: string } },
  event: Omit<AuditEvent, 'subject'>,
): Promise<void> {
  const payer = (await findPerson(trx, reservation.user_id)) ?? { name: '' };
  await recordAudit(trx, actor, { ...event, subject: reservationSubject(reservation, payer, trip) });
}
