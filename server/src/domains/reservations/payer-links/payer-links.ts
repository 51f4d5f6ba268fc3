import { pagePaths } from '@passeio/contract/paths';
import type { LinkTwin } from '@passeio/contract/route';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { OpenPayerLink } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken, newToken } from '../../../platform/http/link-token.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation, lockReservation } from '../reservation/reservations.queries.ts';
import {
  changePayer,
  endPayerLinks,
  findByPayerLink,
  hasCreditOfGuest,
  type LinkedRow,
  lockAttempts,
  storePayerLink,
  writeAttempts,
} from './payer-links.queries.ts';

const MINUTE_MS = 60_000;
/** Wrong digits until they are refused for a while. */
const ATTEMPTS = 5;
const LOCK_MINUTES = 15;
const MAX_LOCK_MINUTES = 24 * 60;

/** The token of another link with which the payer of a reservation opens it. */
export async function makePayerLink(db: Database, reservationId: string): Promise<string> {
  const token = newToken();
  await storePayerLink(db, reservationId, hashToken(token));
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
  return publicUrl + pagePaths.payerLink(await makePayerLink(trx, reservationId));
}

/** Ends all links of a reservation; none is no error. Throws RESERVATION_NOT_FOUND. */
export async function revokePayerLinks(trx: DatabaseTransaction, actor: Actor, reservationId: string): Promise<void> {
  const trip = await openedBy(trx, actor, reservationId);
  if (!(await endPayerLinks(trx, reservationId))) return;
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, { action: 'reservation.payer_links_revoked' });
}

/**
 * Makes a person the payer, as whom they travel too. Throws RESERVATION_OF_ACCOUNT if another account is,
 * CREDIT_STAYS_BEHIND if the guest who paid has credit that the reservation would leave, and ALREADY_ENROLLED if the
 * person has a reservation of that departure.
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
  if (await hasCreditOfGuest(trx, reservationId)) throw new AppError('CREDIT_STAYS_BEHIND');
  const changed = await mapConstraintErrors({ reservations_one_active_per_payer: 'ALREADY_ENROLLED' }, () =>
    changePayer(trx, { reservationId, from: trip.user_id, to: id }),
  );
  if (!changed) throw new AppError('RESERVATION_OF_ACCOUNT');
  await recordReservationAudit(trx, actor, { reservation: trip, trip }, { action: 'reservation.adopted' });
  return { code: trip.code };
}

async function openedBy(trx: DatabaseTransaction, actor: Actor, reservationId: string) {
  const found = await findReservation(trx, reservationId);
  if (!found || !mayOpen(callerOfActor(actor), found)) throw new AppError('RESERVATION_NOT_FOUND');
  return found;
}

/** Opens a reservation by its payer's link, see {@link OpenPayerLink}. */
export function payerLinks(db: Database): OpenPayerLink {
  return async (token, { phoneDigits, isAsked }) => {
    const link = await findByPayerLink(db, hashToken(token), new Date());
    if (!link) throw new AppError('RESERVATION_LINK_OVER');
    if (needsDigits(link, isAsked)) await requireDigits(db, link, phoneDigits);
    const reservationId = link.reservation_id;
    const who = { id: link.user_id, role: 'CLIENT', name: `${link.name} (pelo link)` } as const;
    return { caller: { ...who, byLink: true, linkedReservationId: reservationId }, reservationId };
  };
}

function needsDigits({ received_cents }: LinkedRow, isAsked: LinkTwin['phoneDigits']): boolean {
  return isAsked === 'always' || (isAsked === 'withMoney' && received_cents > 0);
}

/** Attempts at once are counted one after the other, by reservation: another link of it is no other chance. */
async function requireDigits(db: Database, link: LinkedRow, digits: string | undefined): Promise<void> {
  if (digits === undefined) throw new AppError('PHONE_DIGITS_NEEDED');
  // Thrown after the transaction, which keeps the count of attempts.
  const refusal = await inTransaction(db, async (trx) => {
    const attempts = await lockAttempts(trx, link.reservation_id);
    if (!attempts) return new AppError('RESERVATION_LINK_OVER');
    const { failures, locked_until } = attempts;
    const now = new Date();
    if (locked_until && locked_until > now) return new AppError('PHONE_DIGITS_LOCKED');
    if (link.contact.endsWith(digits)) {
      await writeAttempts(trx, link.reservation_id, { failures: 0, locked_until: null });
      return undefined;
    }
    const count = failures + 1;
    const isLocked = count % ATTEMPTS === 0;
    // Four digits are few: each time they are locked for twice as long.
    const minutes = Math.min(LOCK_MINUTES * 2 ** (count / ATTEMPTS - 1), MAX_LOCK_MINUTES);
    const until = isLocked ? new Date(now.getTime() + minutes * MINUTE_MS) : null;
    await writeAttempts(trx, link.reservation_id, { failures: count, locked_until: until });
    return new AppError(isLocked ? 'PHONE_DIGITS_LOCKED' : 'PHONE_DIGITS_WRONG');
  });
  if (refusal) throw refusal;
}
