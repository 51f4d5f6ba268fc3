import type { GiftCardFilters } from '@passeio/contract/payments/gift-cards';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';

export type GiftCardRow = Selectable<Schema['gift_cards']>;

/** Stores a gift card; undefined if the same request has stored one. */
export function insertCard(
  trx: DatabaseTransaction,
  card: Insertable<Schema['gift_cards']>,
): Promise<GiftCardRow | undefined> {
  return trx
    .insertInto('gift_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findCard(db: Database, by: 'id' | 'code_hash' | 'link_hash' | 'request_key', value: string) {
  return db.selectFrom('gift_cards').selectAll().where(by, '=', value).executeTakeFirst();
}

export function lockCard(trx: DatabaseTransaction, id: string): Promise<GiftCardRow | undefined> {
  return trx.selectFrom('gift_cards').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function changeCard(
  trx: DatabaseTransaction,
  id: string,
  change: Updateable<Schema['gift_cards']>,
): Promise<void> {
  await trx.updateTable('gift_cards').set(change).where('id', '=', id).execute();
}

/** What revocations took from a card and no reissue gave back, in centavos. */
export async function revokedCentsOf(db: Database, id: string): Promise<number> {
  const { cents } = await db
    .selectFrom('gift_card_entries')
    .select(sql<number>`coalesce(-sum(amount_cents), 0)::integer`.as('cents'))
    .where('gift_card_id', '=', id)
    .where('kind', 'in', ['revoked', 'reissued'])
    .executeTakeFirstOrThrow();
  return cents;
}

/** A page of gift cards, the newest first. */
export async function pageOfCards(db: Database, { q, state, page, size }: GiftCardFilters) {
  let cards = db.selectFrom('gift_cards');
  if (state) cards = cards.where('state', '=', state);
  if (q) {
    const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    cards = cards.where(({ or, eb }) =>
      or([
        eb('last4', '=', q.replaceAll(/[\s-]/g, '').slice(-4).toUpperCase()),
        ...(['buyer_name', 'buyer_email', 'recipient_name', 'recipient_email'] as const).map((column) =>
          eb(column, 'ilike', like),
        ),
      ]),
    );
  }
  const [rows, count] = await Promise.all([
    cards
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, cards),
  ]);
  return { rows, ...count };
}

/** The entries of gift cards, oldest first, with the reservation of each. */
export function entriesOfCards(db: Database, ids: string[]) {
  return db
    .selectFrom('gift_card_entries as card')
    .leftJoin('ledger_entries as entry', 'entry.id', 'card.ledger_entry_id')
    .leftJoin('reservations as r', 'r.id', 'entry.reservation_id')
    .selectAll('card')
    .select('r.code')
    .where('card.gift_card_id', '=', sqlAny(ids, 'uuid'))
    .orderBy('card.created_at')
    .orderBy('card.id')
    .execute();
}
