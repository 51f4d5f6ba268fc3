import { formatDay } from '@passeio/contract/format-moments';
import type { Database } from '../../platform/database/connect.ts';
import { kind, type Readers } from './facts.ts';

/** E-mails about gift cards, which stop where the card was revoked or got another code meanwhile. */
export const giftCardEmails: Readers<'giftCardBought' | 'giftCardArrived'> = {
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
};

function readCard(db: Database, { giftCardId }: { giftCardId: string }) {
  return db.selectFrom('gift_cards').selectAll().where('id', '=', giftCardId).executeTakeFirst();
}
