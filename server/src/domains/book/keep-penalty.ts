import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { accountOfReservation, kept } from './accounts.ts';
import { writeTransfer } from './write-transfer.ts';

/**
 * Writes what the operator keeps of a locked reservation, so that the book says `keptCents`: more of it as a penalty of
 * now; less as the end of the latest ones, with what remains of them written anew.
 */
export async function keepPenalty(
  trx: DatabaseTransaction,
  { reservationId, keptCents }: { reservationId: string; keptCents: number },
): Promise<void> {
  const reservation = accountOfReservation(reservationId);
  const facts = { occurred_at: new Date(), recorded_via: 'system' } as const;
  const penalties = await trx
    .selectFrom('transfers as penalty')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'penalty.id')
    .select(['penalty.id', 'penalty.amount_cents'])
    .where('penalty.from_account', '=', reservationId)
    .where('penalty.kind', '=', 'penalty')
    .where('reversal.id', 'is', null)
    .orderBy('penalty.recorded_at')
    .orderBy('penalty.id')
    .execute();
  let cents = penalties.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  for (let last = penalties.pop(); last && cents > keptCents; last = penalties.pop()) {
    const end = { from: kept, to: reservation, kind: 'penalty_end', reverses: last.id } as const;
    await writeTransfer(trx, { ...facts, ...end, amount_cents: last.amount_cents });
    cents -= last.amount_cents;
  }
  if (cents === keptCents) return;
  const penalty = { from: reservation, to: kept, kind: 'penalty', amount_cents: keptCents - cents } as const;
  await writeTransfer(trx, { ...facts, ...penalty });
}
