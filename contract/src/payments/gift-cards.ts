import {
  amountCents,
  calendarDate,
  cents,
  email,
  id,
  instant,
  line,
  RESERVATION_CODE_ALPHABET,
  signedCents,
  text,
} from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { charge, endToEndId, moneyMethods, paymentDraft } from './payments.ts';

/** Smallest and largest value of a gift card, in centavos. */
export const GIFT_CARD_CENTS = { min: 2_000, max: 500_000 } as const;
/** Hours in which one is to be paid. */
export const GIFT_CARD_UNPAID_HOURS = 24;
/** The hour of the operator's clock at which it goes out on its day. */
export const GIFT_CARD_HOUR = 9;
export const MAX_GIFT_MESSAGE = 300;
const CODE_LENGTH = 16;
const MAX_DAYS_AHEAD = 366;

/** Kinds of entries of a gift card, as people read them. */
export const giftCardEntryKinds = {
  issued: 'Comprado',
  used: 'Usado',
  returned: 'Devolvido ao vale',
  refunded: 'Devolvido a quem comprou',
  charged_back: 'Devolvido pelo banco',
  revoked: 'Cancelado',
  reissued: 'Emitido de novo',
} as const;
export type GiftCardEntryKind = keyof typeof giftCardEntryKinds;

/** States of a gift card, as people read them. */
export const giftCardStates = {
  awaiting_payment: 'Aguardando pagamento',
  active: 'Valendo',
  expired: 'Não foi pago',
  revoked: 'Cancelado',
} as const;
export type GiftCardState = keyof typeof giftCardStates;
const giftCardState = z.enum(Object.keys(giftCardStates) as [GiftCardState, ...GiftCardState[]]);

/** A code as people type it, in groups, lower case or not; becomes its 16 characters. */
export const giftCardCode = z
  .string('Informe o código do vale-presente.')
  .max(40, { error: 'O código tem 16 letras e números.', abort: true })
  .transform((typed) => typed.replaceAll(/[\s.–-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .length(CODE_LENGTH, { error: 'O código tem 16 letras e números.', abort: true })
      .refine(
        (code) => [...code].every((character) => RESERVATION_CODE_ALPHABET.includes(character)),
        'Há letras ou números que um código não tem. Confira o código.',
      ),
  );

/** As it is shown: XXXX-XXXX-XXXX-XXXX. */
export const formatGiftCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

const today = () => new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
const lastDay = () => new Date(Date.now() + MAX_DAYS_AHEAD * 24 * 3_600_000).toISOString().slice(0, 10);

/**
 * Body of POST gift-cards. `recipient`: who gets it; its buyer, without one. `sendOn`: the day on which it goes out, in
 * the operator's time zone; at once, without one.
 */
export const giftCardDraft = z.strictObject({
  valueCents: z
    .int('Informe o valor do vale-presente.')
    .min(GIFT_CARD_CENTS.min, 'O valor mínimo é R$ 20,00.')
    .max(GIFT_CARD_CENTS.max, 'O valor máximo é R$ 5.000,00.'),
  buyer: z.strictObject({ name: line('Seu nome', { min: 2, max: 120 }), email }),
  recipient: z
    .strictObject({ name: line('Nome de quem ganha', { min: 2, max: 120 }), email: email.optional() })
    .optional(),
  message: text('Mensagem', { max: MAX_GIFT_MESSAGE }).default(''),
  sendOn: calendarDate
    .refine((day) => day >= today() && day <= lastDay(), 'Escolha um dia de hoje até um ano.')
    .optional(),
});
export type GiftCardDraft = z.output<typeof giftCardDraft>;

/** A gift card as its link shows it. `code` is null unless it is active; `charge` is there while it is to be paid. */
export const giftCard = z.object({
  state: giftCardState,
  valueCents: cents,
  balanceCents: cents,
  code: z.string().nullable(),
  buyerName: z.string(),
  recipientName: z.string(),
  message: z.string(),
  sendOn: calendarDate.nullable(),
  charge: charge.nullable(),
});
export type GiftCard = z.infer<typeof giftCard>;
/** `token`: of the link by which the buyer sees it and shares it. */
export const boughtGiftCard = giftCard.extend({ token: z.string() });
export type BoughtGiftCard = z.infer<typeof boughtGiftCard>;

export const giftCardLink = z.strictObject({ token: z.string().max(100) });

/** Body of POST reservations/{id}/gift-cards/quote. */
export const giftCardCheck = z.strictObject({ code: giftCardCode });
/** What a gift card would pay of a reservation, and what it would have left. */
export const giftCardQuote = z.object({ amountCents: cents, leftCents: cents });
export type GiftCardQuote = z.infer<typeof giftCardQuote>;
/** Body of POST reservations/{id}/gift-cards. `amountCents`: as its quote said; by default all that it can pay. */
export const giftCardUse = z.strictObject({ code: giftCardCode, amountCents: amountCents.optional() });
export type GiftCardUse = z.output<typeof giftCardUse>;

/** A gift card as staff sees it, without its code. What the bank took back of its payment is no part of its balance. */
export const staffGiftCard = z.object({
  id,
  state: giftCardState,
  last4: z.string(),
  valueCents: cents,
  balanceCents: cents,
  buyer: z.object({ name: z.string(), email: z.string() }),
  recipient: z.object({ name: z.string(), email: z.string() }),
  sendOn: calendarDate.nullable(),
  sentAt: instant.nullable(),
  createdAt: instant,
  entries: z.array(
    z.object({
      id,
      kind: z.enum(Object.keys(giftCardEntryKinds) as [GiftCardEntryKind, ...GiftCardEntryKind[]]),
      amountCents: signedCents,
      at: instant,
      reason: z.string(),
      /** The reservation that it paid, or that gave back; null for other kinds. */
      reservationCode: z.string().nullable(),
    }),
  ),
});
export type StaffGiftCard = z.infer<typeof staffGiftCard>;

/** Query of GET gift-cards. `q`: the last four characters of a code, a name or an e-mail. */
export const giftCardFilters = z.strictObject({
  q: line('Busca', { max: 100 }).optional(),
  state: giftCardState.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(20),
});
export type GiftCardFilters = z.output<typeof giftCardFilters>;
export const giftCardList = z.object({ data: z.array(staffGiftCard), page: pageInfo });
export type GiftCardList = z.infer<typeof giftCardList>;

/**
 * A gift card of whose payment `returnedCents` went back, until staff has seen to it. `blockedCents`: what the card
 * had; `reservations`: those that it paid.
 */
export const giftCardReturn = z.object({
  giftCard: z.object({ id, last4: z.string(), valueCents: cents, buyer: z.string() }),
  returnedCents: cents,
  blockedCents: cents,
  noticedAt: instant,
  reservations: z.array(z.object({ id, code: z.string(), cents })),
});
export type GiftCardReturn = z.infer<typeof giftCardReturn>;

/** Body of POST gift-cards/{id}/payment: that its value came in, by the bank's statement. */
export const giftCardPayment = z.strictObject({ endToEndId: endToEndId.optional() });
export type GiftCardPayment = z.output<typeof giftCardPayment>;
/** Body of POST gift-cards/{id}/revocation and /reissue. */
export const giftCardDecision = z.strictObject({ reason: line('Motivo', { min: 3, max: 200 }) });
export type GiftCardDecision = z.output<typeof giftCardDecision>;

/** Body of POST gift-cards/{id}/refund: money that went back to its buyer, of what the card has. */
export const giftCardRefund = paymentDraft
  .pick({ amountCents: true, note: true, endToEndId: true })
  .extend({ method: z.enum(moneyMethods, 'Escolha como o valor foi devolvido.') });
export type GiftCardRefund = z.output<typeof giftCardRefund>;
