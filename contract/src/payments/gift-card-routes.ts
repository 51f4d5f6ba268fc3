import { everyRole, route, staffWith } from '../route.ts';
import {
  boughtGiftCard,
  giftCard,
  giftCardCheck,
  giftCardDecision,
  giftCardDraft,
  giftCardFilters,
  giftCardLink,
  giftCardList,
  giftCardPayment,
  giftCardQuote,
  giftCardRefund,
  giftCardUse,
  staffGiftCard,
} from './gift-cards.ts';
import { chargebackCheck } from './statements.ts';

/** Gift cards: bought by anybody, used in a reservation, looked after by staff. */
export const giftCardRoutes = {
  buy: route('POST', '/gift-cards', {
    access: 'anyone',
    summary: 'Buy a gift card; it is active once its charge is paid',
    body: giftCardDraft,
    answer: boughtGiftCard,
    status: 201,
    once: true,
  }),
  read: route('POST', '/gift-cards/link/read', {
    access: 'anyone',
    summary: 'The gift card of a link, with its code and balance',
    body: giftCardLink,
    answer: giftCard,
  }),
  quote: route('POST', '/reservations/:reservationId/gift-cards/quote', {
    access: everyRole,
    summary: 'What a gift card would pay of a reservation',
    body: giftCardCheck,
    answer: giftCardQuote,
    byLink: { name: 'gift-cards/quote' },
  }),
  use: route('POST', '/reservations/:reservationId/gift-cards', {
    access: everyRole,
    summary: 'Pay for a reservation with a gift card, up to what is due and what the card has',
    body: giftCardUse,
    answer: giftCardQuote,
    once: true,
    byLink: { name: 'gift-cards' },
  }),
  list: route('GET', '/gift-cards', {
    access: staffWith('see_money'),
    summary: 'Gift cards with their entries, the newest first',
    query: giftCardFilters,
    answer: giftCardList,
  }),
  recordPayment: route('POST', '/gift-cards/:giftCardId/payment', {
    access: staffWith('confirm_money'),
    summary: 'Record that the value of a gift card came in, which activates it',
    body: giftCardPayment,
    answer: staffGiftCard,
    status: 201,
    once: true,
  }),
  revoke: route('POST', '/gift-cards/:giftCardId/revocation', {
    access: staffWith('confirm_money'),
    summary: 'Make a gift card worth nothing, with the reason',
    body: giftCardDecision,
    answer: staffGiftCard,
    once: true,
  }),
  refund: route('POST', '/gift-cards/:giftCardId/refund', {
    access: staffWith('refund'),
    summary: 'Record that value of a gift card went back to its buyer in money; the card has so much less',
    body: giftCardRefund,
    answer: staffGiftCard,
    status: 201,
    once: true,
  }),
  checkReturn: route('POST', '/gift-cards/:giftCardId/return/check', {
    access: staffWith('confirm_money'),
    summary: 'Staff has seen to a gift card whose payment went back',
    body: chargebackCheck.nullish(),
    answer: staffGiftCard,
    once: true,
  }),
  reissue: route('POST', '/gift-cards/:giftCardId/reissue', {
    access: staffWith('confirm_money'),
    summary: 'Give a gift card another code and link, with what the former code had; the former ones end',
    body: giftCardDecision,
    answer: staffGiftCard,
    once: true,
  }),
};
