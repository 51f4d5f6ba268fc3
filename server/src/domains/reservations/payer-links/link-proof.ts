import type { ErrorCode } from '@passeio/contract/api/errors';
import { maskEmail } from '@passeio/contract/words';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { LinkProof } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/http/link-token.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueToStranger } from '../../messages/index.ts';
import { codeOf } from '../reservation/email-codes.queries.ts';
import {
  findByPayerLink,
  type LinkedRow,
  lockAttempts,
  lockProof,
  storeProof,
  writeAttempts,
  writeProofFailures,
} from './payer-links.queries.ts';

const MINUTE_MS = 60_000;
/** Wrong digits or codes until they are refused. */
const ATTEMPTS = 5;
const LOCK_MINUTES = 15;
const MAX_LOCK_MINUTES = 24 * 60;
const CODE_LIFETIME_MS = 30 * MINUTE_MS;

/**
 * Throws what {@link OpenPayerLink} says unless the holder of a link proves to be the payer, where that is asked, or
 * where they give a proof. Answers what they are still to be asked for.
 */
export async function requireProof(
  db: Database,
  link: LinkedRow,
  proof: LinkProof,
  emailCodeKey: Uint8Array,
): Promise<ErrorCode | undefined> {
  const isGiven = proof.phoneDigits !== undefined || proof.emailCode !== undefined;
  const isAsked = proof.asked === 'always' || (proof.asked === 'withMoney' && link.received_cents > 0);
  if (link.made_by === null) {
    if (!isAsked && !isGiven) return 'PHONE_DIGITS_NEEDED';
    await requireDigits(db, link, proof.phoneDigits);
  } else if (proof.signedIn?.id !== link.user_id) {
    if (!isAsked && !isGiven) return isUnprovable(link) ? 'LINK_UNPROVEN' : 'LINK_CODE_NEEDED';
    await requireCode(db, link, proof.emailCode, emailCodeKey);
  }
  return undefined;
}

/**
 * Sends the payer's e-mail a code, with which the holder of a link that staff made proves to be the payer; earlier
 * codes end. Throws LINK_UNPROVEN without an e-mail.
 */
export async function sendProofCode(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  token: string,
): Promise<{ sentTo: string }> {
  const link = await findByPayerLink(trx, hashToken(token), new Date());
  if (!link) throw new AppError('RESERVATION_LINK_OVER');
  const email = provingEmail(link);
  if (!email) throw new AppError('LINK_UNPROVEN');
  const { reservation_id: reservationId } = link;
  const about = { reservationId, email, proves: true } as const;
  if (!(await enqueueToStranger(jobs, { kind: 'emailCode', to: email, about }, trx)))
    throw new AppError('EMAIL_CODES_SENT');
  await storeProof(trx, { reservation_id: reservationId, email });
  return { sentTo: maskEmail(email) };
}

/** Whether the holder of a link that staff made can prove nothing. */
export function isUnprovable(link: LinkedRow): boolean {
  return link.made_by !== null && provingEmail(link) === null;
}

// One that staff wrote down to read the code themselves proves nothing.
function provingEmail({ email, email_written_by }: LinkedRow): string | null {
  return email_written_by === null ? email : null;
}

/** Attempts at once are counted one after the other. */
async function requireCode(db: Database, link: LinkedRow, code: string | undefined, key: Uint8Array): Promise<void> {
  if (isUnprovable(link)) throw new AppError('LINK_UNPROVEN');
  if (code === undefined) throw new AppError('LINK_CODE_NEEDED');
  // Thrown after the transaction, which keeps the count of attempts.
  const refusal = await inTransaction(db, async (trx) => {
    const sent = await lockProof(trx, link.reservation_id);
    const isOver = !sent || sent.failures >= ATTEMPTS || sent.created_at.getTime() + CODE_LIFETIME_MS <= Date.now();
    if (isOver || sent.email !== link.email) return new AppError('EMAIL_CODE_OVER');
    if (isSameSecret(codeOf(key, 'proves', sent), code)) return undefined;
    await writeProofFailures(trx, link.reservation_id, sent.failures + 1);
    return new AppError(sent.failures + 1 >= ATTEMPTS ? 'EMAIL_CODE_OVER' : 'EMAIL_CODE_WRONG');
  });
  if (refusal) throw refusal;
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
