import type { MinorStatementDraft, StatementMeans } from '@passeio/contract/reservations/minor-statement';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { openDetails, readDetails } from '../reservation/load-reservations.ts';
import { writeMinorStatement } from '../reservation/minor-statement.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { ownsReservation } from '../reservation/reservations.policy.ts';
import { type OpenParty, openParty } from './open-party.ts';

/** Records what the responsible adult says of the minors of a reservation; a second time changes nothing. */
export async function stateForMinors(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  draft: MinorStatementDraft,
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  const caller = callerOfActor(actor);
  const origin = { means: meansOfCaller(caller, party), by: caller.id };
  const isNew = await recordStatement(trx, actor, party, { draft, ...origin });
  return isNew ? readDetails(trx, reservationId, caller) : openDetails(trx, actor, reservationId);
}

/** Writes a statement of a locked party, with its audit entry. */
export async function recordStatement(
  trx: DatabaseTransaction,
  actor: Actor,
  party: OpenParty,
  { draft, ...origin }: { draft: MinorStatementDraft; means: StatementMeans; by: string | null },
): Promise<boolean> {
  if (!(await writeMinorStatement(trx, party.reservation.id, draft, origin))) return false;
  const changes = { responsible: [null, draft.name] as [null, string] };
  await recordReservationAudit(trx, actor, party, { action: 'reservation.minors_stated', changes });
  return true;
}

function meansOfCaller(caller: Caller, { reservation }: OpenParty): StatementMeans {
  if (caller.byLink) return 'payer_link';
  return ownsReservation(caller, reservation) ? 'account' : 'phone';
}
