import { formatDay } from '@passeio/contract/format-moments';
import { moneyMethods } from '@passeio/contract/payments/payments';
import type { Database } from '../../platform/database/connect.ts';
import { kind, type Readers } from './facts.ts';

/** E-mails about gift cards. Those with a code stop where the card was revoked or got another code meanwhile. */
export const giftCardEmails: Readers<'giftCardBought' | 'giftCardArrived' | 'giftCardRefunded'> = {
  giftCardBought: kind({
    read: readCard,
    applies: ({ state }) => state === 'active',
    data: ({ id, buyer_name, recipient_name, recipient_email, value_cents, send_on, sent_at }) => ({
      name: buyer_name,
      valueCents: value_cents,
      to: recipient_email && recipient_name,
      day: send_on && !sent_at ? formatDay(send_on) : null,
      link: { does: 'giftCard', giftCardId: id },
    }),
  }),
  giftCardArrived: kind({
    read: readCard,
    applies: ({ state, sent_at }) => state === 'active' && sent_at !== null,
    data: ({ id, buyer_name, recipient_name, recipient_email, value_cents, message }) => ({
      name: recipient_email ? recipient_name : buyer_name,
      from: recipient_email ? buyer_name : '',
      valueCents: value_cents,
      message,
      link: { does: 'giftCard', giftCardId: id },
    }),
  }),
  giftCardRefunded: kind({
    read: (db, { transferId }) =>
      db
        .selectFrom('transfers')
        .innerJoin('gift_cards', 'gift_cards.id', 'transfers.from_account')
        .select(['buyer_name', 'amount_cents', 'method'])
        .where('transfers.id', '=', transferId)
        .executeTakeFirst(),
    data: ({ buyer_name, amount_cents, method }, _, { leftCents }) => ({
      name: buyer_name,
      amountCents: amount_cents,
      method: moneyMethods.find((one) => one === method) ?? 'pix',
      leftCents,
    }),
  }),
};

function readCard(db: Database, { giftCardId }: { giftCardId: string }) {
  return db.selectFrom('gift_cards').selectAll().where('id', '=', giftCardId).executeTakeFirst();
}
