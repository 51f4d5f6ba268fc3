import { createHash } from 'node:crypto';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

type AccountKind = Selectable<Schema['accounts']>['kind'];

/** A place where money can be, or to which it is owed. */
export interface Account {
  id: string;
  kind: AccountKind;
  /** That of a clearing, or the id of the person whose hand it is. */
  name?: string;
}

/** What the operator owes to a reservation. Its id is the reservation's. */
export const accountOfReservation = (id: string): Account => ({ id, kind: 'reservation' });

/** The credit of a person, or the value of a gift card. Its id is theirs. */
export const storedValueOf = (id: string): Account => ({ id, kind: 'stored_value' });

/** The cash in the hand of a guide, by the id of this account: for a guide's link, that of the link. */
export const handOf = (id: string): Account => ({ id, kind: 'hand' });

/** The cash in the hand of a person, whose own id is that of their credit. */
export const handOfPerson = (id: string): Account => own('hand', id);

/** What the operator owes to a seller, below zero where they were paid more. Its id is the seller's. */
export const accountOfSeller = (id: string): Account => ({ id, kind: 'seller' });

/** Cash in the office. */
const office = own('office');

/** Money that came from nobody whom we know. */
export const unknownPayer = own('unknown');

/** What the operator keeps: penalties, and what it took from gift cards. */
export const kept = own('kept');

/** Where money of a provider waits to be paid out: without one, of a means. */
export const clearingOf = (name: string): Account => own('clearing', name);

/** The other end of money that came by, or went back by, a means: of a provider, of the office, or of `storedValueId`. */
export function accountOfMeans(
  method: PaymentMethod,
  { provider, storedValueId }: { provider?: string | null | undefined; storedValueId?: string | undefined },
): Account {
  if (storedValueId) return storedValueOf(storedValueId);
  return method === 'cash' ? office : clearingOf(provider ?? method);
}

/** The balance is stored, so that no two transfers use the same money. */
export const keepsBalance = ({ kind }: Account): boolean => kind === 'stored_value' || kind === 'hand';

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

// As own_account() in the database.
function own(kind: AccountKind, name?: string): Account {
  const hash = createHash('md5')
    .update(`${kind} ${name ?? ''}`)
    .digest('hex');
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, kind, ...(name !== undefined && { name }) };
}
