import type { GiftCardFilters } from '@passeio/contract/payments/gift-cards';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';

export type GiftCardRow = Selectable<Schema['gift_cards']> & { balance_cents: number };

/** Stores a gift card; undefined if the same request has stored one. */
export function insertCard(
  trx: DatabaseTransaction,
  card: Insertable<Schema['gift_cards']>,
): Promise<Selectable<Schema['gift_cards']> | undefined> {
  return trx
    .insertInto('gift_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

const cardsWithBalance = (db: Database) =>
  db
    .selectFrom('gift_cards')
    .leftJoin('accounts', 'accounts.id', 'gift_cards.id')
    .selectAll('gift_cards')
    .select((eb) => eb.fn.coalesce('accounts.balance_cents', eb.lit(0)).as('balance_cents'));

export function findCard(
  db: Database,
  by: 'id' | 'code_hash' | 'link_hash' | 'request_key',
  value: string,
): Promise<GiftCardRow | undefined> {
  return cardsWithBalance(db).where(`gift_cards.${by}`, '=', value).executeTakeFirst();
}

/** Locks a gift card; its balance is that of now. */
export async function lockCard(trx: DatabaseTransaction, id: string): Promise<GiftCardRow | undefined> {
  await trx.selectFrom('gift_cards').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  await trx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return findCard(trx, 'id', id);
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
  const cents = sql<number>`coalesce(sum(case kind when 'revocation' then amount_cents else -amount_cents end), 0)::integer`;
  const { taken } = await db
    .selectFrom('transfers')
    .select(cents.as('taken'))
    .where(({ or, eb }) => or([eb('from_account', '=', id), eb('to_account', '=', id)]))
    .where('kind', 'in', ['revocation', 'reissue'])
    .executeTakeFirstOrThrow();
  return taken;
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
      .leftJoin('accounts', 'accounts.id', 'gift_cards.id')
      .selectAll('gift_cards')
      .select((eb) => eb.fn.coalesce('accounts.balance_cents', eb.lit(0)).as('balance_cents'))
      .orderBy('created_at', 'desc')
      .orderBy('gift_cards.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, cards),
  ]);
  return { rows, ...count };
}

/** What was given back of a card in money, in centavos. */
export async function refundedCentsOf(db: Database, id: string): Promise<number> {
  const { cents } = await db
    .selectFrom('transfers')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('from_account', '=', id)
    .where('kind', '=', 'sale_refund')
    .executeTakeFirstOrThrow();
  return cents;
}

/**
 * The transfers of gift cards, oldest first, with the reservation of each; negative for what left the card, and for
 * what a bank took back of its payment.
 */
export async function entriesOfCards(db: Database, ids: string[]) {
  const { rows } = await sql<{
    id: string;
    gift_card_id: string;
    kind: Selectable<Schema['transfers']>['kind'];
    cents: number;
    recorded_at: Date;
    note: string;
    code: string | null;
  }>`
    select t.id, leg.gift_card_id, t.kind, leg.cents, t.recorded_at, t.note, r.code
    from (
      select id, to_account as gift_card_id, amount_cents as cents from transfers where to_account = ${sqlAny(ids, 'uuid')}
      union all
      select id, from_account, -amount_cents from transfers where from_account = ${sqlAny(ids, 'uuid')}
      union all
      select back.id, charge.gift_card_id, -back.amount_cents
      from transfers back join charges charge on charge.id = back.charge_id
      where back.kind = 'sale_chargeback' and charge.gift_card_id = ${sqlAny(ids, 'uuid')}
    ) leg join transfers t on t.id = leg.id left join reservations r on r.id = t.reservation_id
    order by t.recorded_at, t.id`.execute(db);
  return rows;
}
