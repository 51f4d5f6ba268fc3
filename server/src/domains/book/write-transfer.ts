import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { type Insertable, sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { type Account, keepsBalance } from './accounts.ts';

/** A movement of money between two accounts, with its facts. `id`: one of its own by default. */
export type NewTransfer = Omit<Insertable<Schema['transfers']>, 'id' | 'from_account' | 'to_account'> & {
  id?: string;
  from: Account;
  to: Account;
};

/**
 * Writes a transfer, the only way in which money moves: its accounts are opened where they are not yet, and stored
 * balances follow. Returns its id; undefined, with nothing written, if its payment counts already, or its id is there.
 * Trip and reservation are locked before. Throws where more is taken than there is, or stored value that is closed
 * would get more.
 */
export async function writeTransfer(
  trx: DatabaseTransaction,
  { from, to, id = randomUUIDv7(), ...facts }: NewTransfer,
): Promise<string | undefined> {
  const refusals: Record<string, ErrorCode> = {
    accounts_closed_stored_value: 'GIFT_CARD_NOT_ACTIVE',
    transfers_stored_value_is_open: 'GIFT_CARD_NOT_ACTIVE',
    // Not for a guide's hand, which is short by a mistake of ours alone.
    ...(from.kind === 'stored_value' && {
      accounts_balance_not_negative: facts.method === 'credit' ? 'CREDIT_SHORT' : 'GIFT_CARD_SHORT',
    }),
  };
  return mapConstraintErrors(refusals, async () => {
    await openAccounts(trx, [from, to]);
    const written = await trx
      .insertInto('transfers')
      .values({ ...facts, id, from_account: from.id, to_account: to.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (written)
      await changeBalances(trx, [
        { ...from, cents: -facts.amount_cents },
        { ...to, cents: facts.amount_cents },
      ]);
    return written?.id;
  });
}

/** Opens accounts that are not yet: a reservation's with its first movement. */
export async function openAccounts(trx: DatabaseTransaction, accounts: readonly Account[]): Promise<void> {
  await trx
    .insertInto('accounts')
    .values(
      accounts.map((account) => ({
        id: account.id,
        kind: account.kind,
        name: account.name ?? null,
        balance_cents: keepsBalance(account) ? 0 : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// In the order of their ids, in which nobody waits for another one in a circle.
async function changeBalances(trx: DatabaseTransaction, ends: readonly (Account & { cents: number })[]): Promise<void> {
  const stored = ends.filter(keepsBalance).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, cents } of stored) {
    await trx
      .updateTable('accounts')
      .set((eb) => ({ balance_cents: eb('balance_cents', '+', cents) }))
      .where('id', '=', id)
      .execute();
  }
}

/** Closes stored value that has nothing any more, or opens it again. */
export async function closeStoredValue(trx: DatabaseTransaction, id: string, isClosed: boolean): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ closed_at: isClosed ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute();
}
