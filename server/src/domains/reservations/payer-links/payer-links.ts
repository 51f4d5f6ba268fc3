import { pagePaths } from '@passeio/contract/paths';
import { type Actor, byLinkLabel, callerOfActor, makerOf } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { type OpenPayerLink, requirePermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken, newToken } from '../../../platform/http/link-token.ts';
import { moveCreditOfReservation } from '../../book/index.ts';
import type { LinkOfReservation } from '../../users/index.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation, lockReservation } from '../reservation/reservations.queries.ts';
import { requireProof } from './link-proof.ts';
import { changePayer, endPayerLinks, findByPayerLink, findOfPayer, storePayerLink } from './payer-links.queries.ts';

/**
 * The token of another link with which the payer of a reservation opens it. `madeBy`: of staff; without it the link is
 * made for the payer.
 */
export async function makePayerLink(
  db: Database,
  reservationId: string,
  madeBy: string | null = null,
): Promise<string> {
  const token = newToken();
  await storePayerLink(db, { reservationId, tokenHash: hashToken(token), madeBy });
  return token;
}

/** The URL of one that staff makes. `renew`: earlier links end. Throws RESERVATION_NOT_FOUND. */
export async function createPayerLink(
  trx: DatabaseTransaction,
  actor: Actor,
  publicUrl: string,
  { reservationId, renew }: { reservationId: string; renew: boolean },
): Promise<string> {
  if (renew) await revokePayerLinks(trx, actor, reservationId);
  const trip = await openedBy(trx, actor, reservationId);
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, { action: 'reservation.payer_link_created' });
  return publicUrl + pagePaths.payerLink(await makePayerLink(trx, reservationId, callerOfActor(actor).id));
}

/** The link of one reservation of a guest who cannot be invited, by default of the latest. */
export function linkOfReservation(publicUrl: string): LinkOfReservation {
  return async (trx, actor, of) => {
    requirePermission(callerOfActor(actor), 'see_money');
    const found = await findOfPayer(trx, of);
    if (!found) throw new AppError('RESERVATION_NOT_FOUND');
    const link = await createPayerLink(trx, actor, publicUrl, { reservationId: found.id, renew: false });
    return { link, expiresAt: found.links_end };
  };
}

/** Ends all links of a reservation; none is no error. Throws RESERVATION_NOT_FOUND. */
export async function revokePayerLinks(trx: DatabaseTransaction, actor: Actor, reservationId: string): Promise<void> {
  const trip = await openedBy(trx, actor, reservationId);
  if (!(await endPayerLinks(trx, reservationId))) return;
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, { action: 'reservation.payer_links_revoked' });
}

/**
 * Makes a person the payer, as whom they travel too; what the guest has left of its credit goes with it, and the links
 * of the payer before end. Throws RESERVATION_OF_ACCOUNT if another account is, and ALREADY_ENROLLED if the person has
 * a reservation of that departure.
 */
export async function makePayer(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, personId: id }: { reservationId: string; personId: string },
): Promise<{ code: string }> {
  await lockReservation(trx, reservationId);
  const trip = await findReservation(trx, reservationId);
  if (!trip) throw new AppError('RESERVATION_NOT_FOUND');
  if (trip.user_id === id) return { code: trip.code };
  const changed = await mapConstraintErrors({ reservations_one_active_per_payer: 'ALREADY_ENROLLED' }, () =>
    changePayer(trx, { reservationId, from: trip.user_id, to: id }),
  );
  if (!changed) throw new AppError('RESERVATION_OF_ACCOUNT');
  await moveCreditOfReservation(trx, { reservationId, code: trip.code, from: trip.user_id, to: id });
  await endPayerLinks(trx, reservationId);
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, { action: 'reservation.adopted' });
  return { code: trip.code };
}

async function openedBy(trx: DatabaseTransaction, actor: Actor, reservationId: string) {
  const found = await findReservation(trx, reservationId);
  if (!found || !mayOpen(callerOfActor(actor), found)) throw new AppError('RESERVATION_NOT_FOUND');
  return found;
}

/** Opens a reservation by its payer's link, see {@link OpenPayerLink}. */
export function payerLinks(db: Database, emailCodeKey: Uint8Array): OpenPayerLink {
  return async (token, proof) => {
    const link = await findByPayerLink(db, hashToken(token), new Date());
    if (!link) throw new AppError('RESERVATION_LINK_OVER');
    const lacksProof = await requireProof(db, link, proof, emailCodeKey);
    const linkMadeBy = makerOf(link);
    const reservationId = link.reservation_id;
    const caller = {
      ...({ id: link.user_id, role: 'CLIENT', name: `${link.name} (${byLinkLabel(linkMadeBy)})` } as const),
      ...({ byLink: true, linkToken: token, linkedReservationId: reservationId, linkMadeBy, lacksProof } as const),
    };
    return { caller, reservationId };
  };
}
