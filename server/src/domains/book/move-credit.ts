import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { type Account, storedValueOf } from './accounts.ts';
import { writeTransfer } from './write-transfer.ts';

interface CreditMove {
  from: string;
  to: string;
  cents: number;
  /** The code of the reservation whose credit it is. */
  code: string;
}

/** Moves credit of one person to another. Throws CREDIT_SHORT where it is not there any more. */
export async function moveCredit(trx: DatabaseTransaction, { from, to, cents, code }: CreditMove): Promise<void> {
  await writeTransfer(trx, {
    from: storedValueOf(from),
    to: storedValueOf(to),
    kind: 'credit_move',
    method: 'credit',
    amount_cents: cents,
    note: code,
    recorded_via: 'system',
  });
}

/**
 * Moves the credit that a guest got from a reservation to the account that has it by now, as far as they have not spent
 * it; with their last reservation all that they have. The reservation is locked.
 */
export async function moveCreditOfReservation(
  trx: DatabaseTransaction,
  { reservationId, ...move }: Omit<CreditMove, 'cents'> & { reservationId: string },
): Promise<void> {
  const balance = trx.selectFrom('accounts').select('balance_cents').where('id', '=', move.from).forNoKeyUpdate();
  const leftCents = (await balance.executeTakeFirst())?.balance_cents ?? 0;
  if (leftCents === 0) return;
  const { given } = await trx
    .selectFrom('entries')
    .select(
      sql<number>`coalesce(sum(case to_account when ${move.from} then amount_cents else -amount_cents end), 0)::integer`.as(
        'given',
      ),
    )
    .where('reservation_id', '=', reservationId)
    .where(({ or, eb }) => or([eb('to_account', '=', move.from), eb('from_account', '=', move.from)]))
    .executeTakeFirstOrThrow();
  const others = trx.selectFrom('reservations').select('id').where('user_id', '=', move.from).limit(1);
  const isLast = (await others.executeTakeFirst()) === undefined;
  const cents = isLast ? leftCents : Math.min(leftCents, given);
  if (cents > 0) await moveCredit(trx, { ...move, cents });
}

/** Whether credit at the other end of an entry is that of a guest whose reservation an account has by now. */
export async function isLeftBehind(trx: DatabaseTransaction, { id }: Account, payerId: string): Promise<boolean> {
  if (id === payerId) return false;
  const guest = trx.selectFrom('users').select('id').where('id', '=', id).where('issuer', 'is', null);
  return (await guest.executeTakeFirst()) !== undefined;
}
