import type { LinkRequest, LinkRequestList, LinkRequestName } from '@passeio/contract/reservations/link-requests';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { type Caller, hasPermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { RequestableWrite } from '../../../platform/http/requestable-write.ts';
import { findReservation, lockReservation, makePayer, recordReservationAudit } from '../../reservations/index.ts';
import { findPerson } from '../../users/index.ts';
import { requireMayRefund } from '../refunds/give-money-back.ts';
import { listWaiting, lockRequest, markDecided, type WaitingRequest } from './link-requests.queries.ts';

/** What waits for a colleague of who made the link, the oldest first. */
export async function listLinkRequests(db: Database, caller: Caller): Promise<LinkRequestList> {
  return { data: (await listWaiting(db)).map((row) => present(row, caller)) };
}

/**
 * Does what was asked for by a link, in the name of the payer. Throws LINK_REQUEST_OWN for the maker of the link, and
 * what the act throws.
 */
export async function confirmLinkRequest(
  trx: DatabaseTransaction,
  actor: Actor,
  requestable: ReadonlyMap<string, RequestableWrite>,
  id: string,
): Promise<LinkRequestList> {
  const colleague = callerOfActor(actor);
  const request = await lockOpen(trx, id);
  if (!isElse(colleague, request)) throw new AppError('LINK_REQUEST_OWN');
  const { reservation_id: reservationId, name, input, person_id: personId } = request;
  await lockReservation(trx, reservationId);
  const trip = await findReservation(trx, reservationId);
  const payer = trip && (await findPerson(trx, personId ?? trip.user_id));
  if (!payer) throw new AppError('LINK_REQUEST_NOT_FOUND');
  await requireMayRefund(trx, actor, reservationId, trip.received_cents);
  await markDecided(trx, id, { by: colleague.id, isConfirmed: true });
  const linkMadeBy = { id: request.made_by, name: request.maker_name };
  const asked = `${payer.name} (pelo link feito por ${linkMadeBy.name}, confirmado por ${colleague.name})`;
  const caller = { id: payer.id, role: payer.role, name: asked, linkMadeBy };
  if (personId) await makePayer(trx, { ...actor, caller }, { reservationId, personId });
  else if (input) {
    const byLink = { ...caller, role: 'CLIENT', byLink: true, linkedReservationId: reservationId } as const;
    const route = requestable.get(name);
    if (!route) throw new AppError('LINK_REQUEST_NOT_FOUND');
    await route.write({ ...input, caller: byLink, actor: { ...actor, caller: byLink }, trx });
  }
  const event = { action: 'reservation.link_request_confirmed' as const };
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, event);
  return listLinkRequests(trx, colleague);
}

/** Throws LINK_REQUEST_NOT_FOUND or LINK_REQUEST_DECIDED. */
export async function refuseLinkRequest(trx: DatabaseTransaction, actor: Actor, id: string): Promise<LinkRequestList> {
  const colleague = callerOfActor(actor);
  const { reservation_id } = await lockOpen(trx, id);
  const trip = await findReservation(trx, reservation_id);
  if (!trip) throw new AppError('LINK_REQUEST_NOT_FOUND');
  await markDecided(trx, id, { by: colleague.id, isConfirmed: false });
  const event = { action: 'reservation.link_request_refused' as const };
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, event);
  return listLinkRequests(trx, colleague);
}

async function lockOpen(trx: DatabaseTransaction, id: string) {
  const request = await lockRequest(trx, id);
  if (!request) throw new AppError('LINK_REQUEST_NOT_FOUND');
  if (request.decided_at) throw new AppError('LINK_REQUEST_DECIDED');
  return request;
}

/** Whether the caller is neither the maker of the link nor the person who would get the reservation. */
function isElse({ id }: Caller, { made_by, person_id }: { made_by: string; person_id: string | null }): boolean {
  return id !== made_by && id !== person_id;
}

function present(row: WaitingRequest, caller: Caller): LinkRequest {
  const { pixKey = null, refundCents = null } = (row.input?.body ?? {}) as Partial<LinkRequest>;
  return {
    id: row.id,
    name: row.name as LinkRequestName,
    askedAt: row.asked_at.toISOString(),
    madeBy: row.made_by_name,
    mayConfirm: hasPermission(caller, 'refund') && isElse(caller, row),
    pixKey,
    refundCents,
    person: row.person_name === null ? null : { name: row.person_name, email: row.person_email },
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
