import type { Actor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueToStranger } from '../../messages/index.ts';
import { findOrCreateConfirmedGuest, findPerson, ownConfirmedEmail } from '../../users/index.ts';
import {
  codeOf,
  deleteEmailCode,
  findEmailToConfirm,
  lockEmailCode,
  storeEmailCode,
  writeFailures,
} from '../reservation/email-codes.queries.ts';
import { findReservation, lockReservation } from '../reservation/reservations.queries.ts';
import { countOfPayer } from './payer-links.queries.ts';
import { makePayer, makePayerLink } from './payer-links.ts';

/** Wrong codes until another has to be sent. */
export const ATTEMPTS = 5;
export const LIFETIME_MS = 30 * 60_000;

/**
 * Sends a code to an address, by default that which waits for one, with which who has the reservation's link confirms
 * it; earlier codes end. `isFirst`: not if one was sent before. Throws EMAIL_CODES_SENT where the address got enough of
 * them; the first one is only not sent then.
 */
export async function sendEmailCode(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  {
    reservationId,
    email: other,
    isFirst = false,
  }: { reservationId: string; email?: string | undefined; isFirst?: boolean },
): Promise<void> {
  const reservation = await findReservation(trx, reservationId);
  const payer = reservation && (await findPerson(trx, reservation.user_id));
  if (!payer || payer.subject !== null) throw new AppError('RESERVATION_OF_ACCOUNT');
  const waiting = await findEmailToConfirm(trx, reservationId);
  if (isFirst && waiting) return;
  const email = other ?? waiting;
  if (!email) throw new AppError('EMAIL_CODE_OVER');
  const isQueued = await enqueueToStranger(
    jobs,
    { kind: 'emailCode', to: email, about: { reservationId, email } },
    trx,
  );
  if (!isQueued && !isFirst) throw new AppError('EMAIL_CODES_SENT');
  await storeEmailCode(trx, { reservation_id: reservationId, email });
}

/**
 * Confirms the address to which the code was sent: it becomes the payer's, or its owner, in an account or as a
 * guest who confirmed it, becomes the payer; the links that there were end, and the answer is their token. Throws
 * ALREADY_ENROLLED if that person has a reservation of the departure.
 */
export async function confirmEmail(
  db: Database,
  actor: Actor,
  { reservationId, code, key }: { reservationId: string; code: string; key: Uint8Array },
): Promise<string | undefined> {
  // Thrown after the transaction, which keeps the count of attempts.
  const outcome = await inTransaction(db, async (trx) => {
    const sent = await lockEmailCode(trx, reservationId);
    if (!sent || sent.failures >= ATTEMPTS || sent.created_at.getTime() + LIFETIME_MS <= Date.now())
      return new AppError('EMAIL_CODE_OVER');
    if (!isSameSecret(codeOf(key, 'confirms', sent), code)) {
      await writeFailures(trx, reservationId, sent.failures + 1);
      return new AppError(sent.failures + 1 >= ATTEMPTS ? 'EMAIL_CODE_OVER' : 'EMAIL_CODE_WRONG');
    }
    await lockReservation(trx, reservationId);
    const reservation = await findReservation(trx, reservationId);
    if (!reservation) return new AppError('RESERVATION_NOT_FOUND');
    const owner = await ownerOf(trx, actor, reservation, sent.email);
    await deleteEmailCode(trx, reservationId);
    if (owner === reservation.user_id) return undefined;
    await makePayer(trx, actor, { reservationId, personId: owner });
    return makePayerLink(trx, reservationId);
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/**
 * The payer of a reservation once an address is confirmed by its link. An address that is new to the payer counts for
 * this reservation alone: a name and a telephone open a guest's other reservations to nobody.
 */
async function ownerOf(
  trx: DatabaseTransaction,
  actor: Actor,
  { user_id: personId }: { user_id: string },
  email: string,
): Promise<string> {
  const payer = await findPerson(trx, personId);
  const isNew = payer && payer.subject === null && payer.email?.toLowerCase() !== email.toLowerCase();
  if (isNew && (await countOfPayer(trx, personId)) > 1) {
    const { name, contact } = payer;
    return (await findOrCreateConfirmedGuest(trx, actor, { name, contact, email })).id;
  }
  return ownConfirmedEmail(trx, actor, { personId, email });
}
