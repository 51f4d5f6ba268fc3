import type { Database } from '../../platform/database/connect.ts';
import type { Account } from './accounts.ts';

/** The account at the other end of a transfer than `accountId`. */
export async function otherEndOf(db: Database, transferId: string, accountId: string): Promise<Account> {
  const { name, ...account } = await db
    .selectFrom('transfers as t')
    .innerJoin('accounts as a', (join) =>
      join.on(({ eb, or }) => or([eb('a.id', '=', eb.ref('t.from_account')), eb('a.id', '=', eb.ref('t.to_account'))])),
    )
    .select(['a.id', 'a.kind', 'a.name'])
    .where('t.id', '=', transferId)
    .where('a.id', '<>', accountId)
    .executeTakeFirstOrThrow();
  return { ...account, ...(name !== null && { name }) };
}

/** The balance of stored value or of a guide's hand in centavos; 0 for one that was never opened. */
export async function balanceOf(db: Database, accountId: string): Promise<number> {
  const account = db.selectFrom('accounts').select('balance_cents').where('id', '=', accountId);
  return (await account.executeTakeFirst())?.balance_cents ?? 0;
}
