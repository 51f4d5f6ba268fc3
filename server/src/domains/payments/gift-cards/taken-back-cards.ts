import type { GiftCardReturn, StaffGiftCard } from '@passeio/contract/payments/gift-cards';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readStaffCard } from './manage-gift-cards.ts';

const SHOWN = 50;

/** Gift cards whose payment went back, and to which staff has not seen since then, the oldest first. */
export async function listTakenBackCards(db: Database): Promise<GiftCardReturn[]> {
  const { rows } = await sql<{
    id: string;
    last4: string;
    buyer_name: string;
    value_cents: number;
    returned_cents: number;
    returned_at: Date;
    blocked_cents: number;
    reservations: { id: string; code: string; cents: number }[];
  }>`
    select card.id, card.last4, card.buyer_name, card.value_cents, card.returned_cents, card.returned_at,
      case card.state when 'revoked' then (
        select coalesce(sum(case kind when 'revocation' then amount_cents else -amount_cents end), 0)::integer
        from transfers where kind in ('revocation', 'reissue') and (from_account = card.id or to_account = card.id)
      ) else 0 end as blocked_cents,
      coalesce((select json_agg(used order by used.code) from (
        select r.id, r.code, sum(case t.from_account when card.id then t.amount_cents else -t.amount_cents end)::integer
          as cents
        from transfers t
        join reservations r on r.id = t.reservation_id
        where t.from_account = card.id or t.to_account = card.id
        group by r.id, r.code
        having sum(case t.from_account when card.id then t.amount_cents else -t.amount_cents end) > 0) used
      ), '[]') as reservations
    from gift_cards card
    where card.returned_at is not null and card.return_checked_at is null
    order by card.returned_at limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    giftCard: { id: row.id, last4: row.last4, valueCents: row.value_cents, buyer: row.buyer_name },
    returnedCents: row.returned_cents,
    blockedCents: row.blocked_cents,
    noticedAt: row.returned_at.toISOString(),
    reservations: row.reservations,
  }));
}

/** Staff has seen to a gift card whose payment went back. Throws GIFT_CARD_NOT_FOUND, also where somebody else has. */
export async function checkTakenBackCard(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  note = '',
): Promise<StaffGiftCard> {
  const paid = await trx
    .updateTable('gift_cards')
    .set({ return_checked_at: new Date(), return_checked_by: callerOfActor(actor).id })
    .where('id', '=', id)
    .where('returned_at', 'is not', null)
    .where('return_checked_at', 'is', null)
    .returning('returned_cents')
    .executeTakeFirst();
  if (!paid) throw new AppError('GIFT_CARD_NOT_FOUND');
  const card = await readStaffCard(trx, id);
  await recordAudit(trx, actor, {
    action: 'gift_card.return_checked',
    subject: { type: 'gift_card', id, label: `${card.last4}, ${card.buyer.name}` },
    changes: { amountCents: [null, paid.returned_cents], ...(note && { note: [null, note] }) },
  });
  return card;
}
