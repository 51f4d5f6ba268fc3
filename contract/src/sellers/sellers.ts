import { cents, cpf, email, growing, id, instant, line, optional, phone, signedCents, text } from '../fields.ts';
import { cnpj } from '../operator/operator.ts';
import { pixKey } from '../operator/pix-key.ts';
import { z } from '../zod.ts';
import { commissionKindKeys } from './commission.ts';

export const SELLER_INVITATION_DAYS = 14;
export const SELLER_INVITATION_PAGE = '/portal/vender';
/** Places that a seller keeps for clients who have not paid, unless staff says another number. */
export const SELLER_UNPAID_PLACES = 20;

export const sellerKinds = { person: 'Pessoa', agency: 'Agência' } as const;
export type SellerKind = keyof typeof sellerKinds;
const kinds = Object.keys(sellerKinds) as [SellerKind, ...SellerKind[]];

/** How a reservation came to its seller, as staff reads it. */
export const sellerWays = {
  link: 'Pelo link',
  seller: 'Feita por quem vende',
  coupon: 'Pelo cupom',
  staff: 'Pela equipe',
} as const;
export type SellerWay = keyof typeof sellerWays;
export const sellerWayKeys = Object.keys(sellerWays) as [SellerWay, ...SellerWay[]];

/** A CPF or a CNPJ, masked or not; becomes its digits, or the 14 characters of a CNPJ. */
export const taxId = z
  .string()
  .max(30, { error: 'CPF ou CNPJ: confira os números.', abort: true })
  .transform((typed, context) => {
    const isCpf = typed.replaceAll(/[^\p{L}\d]/gu, '').length <= 11;
    const read = (isCpf ? cpf : cnpj).safeParse(typed);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue(message);
    return z.NEVER;
  });

const facts = {
  kind: z.enum(kinds, 'Escolha se é uma pessoa ou uma agência.'),
  name: line('Nome', { min: 2, max: 120 }),
  contact: optional(phone).default(''),
  email: optional(email).default(''),
  /** The agency's number at Cadastur. */
  cadastur: optional(line('Cadastur', { max: 20 })).default(''),
  pixKey: optional(pixKey).default(''),
  note: text('Anotação', { max: 1000 }).default(''),
  maxUnpaidPlaces: z.int('Informe quantas vagas.').min(0, 'Use 0 ou mais.').max(500).default(SELLER_UNPAID_PLACES),
};

/** Body of POST sellers: a name is enough to invite somebody. Empty texts: not known yet. */
export const sellerDraft = z.strictObject({ ...facts, taxId: optional(taxId).default('') });
export type SellerDraft = z.output<typeof sellerDraft>;

/** Body of PUT sellers/{id}, with the `version` that was edited. `taxId`: omitted, it stays. */
export const sellerChange = z.strictObject({
  ...facts,
  taxId: optional(taxId).optional(),
  isActive: z.boolean('Informe sim ou não.'),
  version: z.int().min(1),
});
export type SellerChange = z.output<typeof sellerChange>;

/**
 * What the book says of a seller. `pendingCents`: of trips that are not back; `payableCents`: of trips that are back,
 * in no statement yet; `openCents`: of closed statements that are not paid, what is carried over included; `paidCents`:
 * what was paid. `earnedCents`: all together.
 */
export const commissionBalance = z.object({
  earnedCents: signedCents,
  pendingCents: signedCents,
  payableCents: signedCents,
  openCents: signedCents,
  paidCents: cents,
});
export type CommissionBalance = z.infer<typeof commissionBalance>;

/**
 * A seller as staff sees them. `taxId`: masked for staff who may see no documents. `account`: of the person who
 * accepted the invitation; null until then, while `invitedUntil` says until when its link works. `linkPath`: what they
 * share.
 */
export const seller = z.object({
  id,
  kind: growing(kinds),
  name: z.string(),
  taxId: z.string(),
  cadastur: z.string(),
  contact: z.string(),
  email: z.string(),
  pixKey: z.string(),
  /** When the seller wrote the key themselves; null: staff did. */
  keyBySellerAt: instant.nullable(),
  note: z.string(),
  maxUnpaidPlaces: z.int(),
  unpaidPlaces: z.int(),
  code: z.string(),
  linkPath: z.string(),
  isActive: z.boolean(),
  account: z.object({ id, name: z.string() }).nullable(),
  invitedUntil: instant.nullable(),
  /** Reservations that go on. */
  reservations: z.int(),
  balance: commissionBalance,
  version: z.int(),
  createdAt: instant,
});
export type Seller = z.infer<typeof seller>;

/** Active ones first, by name. */
export const sellerList = z.object({ data: z.array(seller) });
export type SellerList = z.infer<typeof sellerList>;

/** `link`: of the invitation, shown once; the former one ends. */
export const sellerInvitationLink = z.object({ link: z.string(), expiresAt: instant });
export type SellerInvitationLink = z.infer<typeof sellerInvitationLink>;
export const invitedSeller = seller.extend({ link: z.string() });
export type InvitedSeller = z.infer<typeof invitedSeller>;

export const sellerInvitationToken = z.strictObject({
  token: z.string().regex(/^[\w-]{32}$/, 'Convite: use o link como ele chegou.'),
});
/** What the invitation's page shows. */
export const openedSellerInvitation = z.object({ name: z.string(), kind: growing(kinds), operatorName: z.string() });
export type OpenedSellerInvitation = z.infer<typeof openedSellerInvitation>;

/** Places of a departure that are set aside for a seller, of which `left` are not taken, until a moment. */
export const sellerAllotment = z.object({
  tripId: id,
  title: z.string(),
  date: instant,
  places: z.int(),
  left: z.int(),
  until: instant,
});
/** Body of PUT sellers/{id}/allotments/{tripId}. `places`: 0 ends it. `until`: null until the departure. */
export const allotmentChange = z.strictObject({
  places: z.int('Informe quantas vagas.').min(0, 'Use 0 ou mais.').max(1000, 'Use um número menor.'),
  until: instant.refine((at) => at >= '2000' && at < '2100', 'Use uma data entre 2000 e 2099.').nullable(),
});
export type AllotmentChange = z.output<typeof allotmentChange>;

/**
 * A reservation of a seller as staff sees it. `isOwn`: its payer is the seller. `commissionCents`: for what was
 * received; `fullCents`: for all of it.
 */
export const sellerSale = z.object({
  id,
  code: z.string(),
  payerName: z.string(),
  people: z.int(),
  trip: z.object({ id, title: z.string(), date: instant }),
  state: z.string(),
  way: growing(sellerWayKeys),
  isOwn: z.boolean(),
  rule: z.string(),
  receivedCents: cents,
  commissionCents: signedCents,
  fullCents: signedCents,
  createdAt: instant,
});

/** `sales`: the last 200. */
export const sellerDetails = seller.extend({
  allotments: z.array(sellerAllotment),
  sales: z.array(sellerSale),
});
export type SellerDetails = z.infer<typeof sellerDetails>;

/** How the seller of a reservation reads on staff's page. `rule`: as it was agreed; empty without one. */
export const reservationSeller = z.object({
  id,
  name: z.string(),
  code: z.string(),
  way: growing(sellerWayKeys),
  isOwn: z.boolean(),
  rule: z.string(),
  commissionCents: signedCents,
});
export type ReservationSeller = z.infer<typeof reservationSeller>;

/** Body of PUT reservations/{id}/seller: who sold it, null for nobody, and why that is put right. */
export const sellerCorrection = z.strictObject({
  sellerId: id.nullable(),
  reason: line('Motivo', { min: 3, max: 300 }),
});
export type SellerCorrection = z.output<typeof sellerCorrection>;
export const correctedSeller = z.object({ seller: reservationSeller.nullable() });
export type CorrectedSeller = z.infer<typeof correctedSeller>;

const scope = {
  sellerId: id.nullable(),
  /** Not with `seriesId`. */
  tripId: id.nullable(),
  seriesId: id.nullable(),
};

/**
 * Body of POST commission-rules. Null: for every seller, every trip. It stands from now on in the place of the rule of
 * the same scope; reservations keep the rule with which they were made. The narrowest rule counts: of trip, of series,
 * of seller, of all; among those of a trip or series that of the seller.
 */
export const commissionRuleDraft = z
  .strictObject({
    ...scope,
    kind: z.enum(commissionKindKeys, 'Escolha como a comissão é calculada.'),
    /** Hundredths of a percent, or centavos for each person. */
    value: z.int('Informe o valor.').min(0, 'Use 0 ou mais.').max(1_000_000, 'Use um valor menor.'),
  })
  .refine(({ kind, value }) => kind === 'amount_per_person' || value <= 10_000, {
    path: ['value'],
    error: 'Use até 100%.',
  })
  .refine(({ tripId, seriesId }) => tripId === null || seriesId === null, {
    path: ['seriesId'],
    error: 'Escolha o passeio ou a série.',
  });
export type CommissionRuleDraft = z.output<typeof commissionRuleDraft>;

/** A version of a rule; `endedAt`: another one came, or staff ended it. */
export const commissionRule = z.object({
  id,
  ...scope,
  sellerName: z.string().nullable(),
  tripTitle: z.string().nullable(),
  tripDate: instant.nullable(),
  kind: growing(commissionKindKeys),
  value: z.int(),
  text: z.string(),
  since: instant,
  endedAt: instant.nullable(),
});
export type CommissionRule = z.infer<typeof commissionRule>;
/** Rules in force first, then ended ones, the newest first; 200 at most. */
export const commissionRuleList = z.object({ data: z.array(commissionRule) });
export type CommissionRuleList = z.infer<typeof commissionRuleList>;
