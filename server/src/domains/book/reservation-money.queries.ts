import type { RefundPart } from '@passeio/contract/payments/refund-parts';
import { type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { type GoingBack, refundPartsOf, sentVia } from './refund-parts.ts';

/** Instants as text, because they come as JSON. */
type FromJson<Row> = { [Key in keyof Row]: Row[Key] extends Date | null ? Row[Key] | string : Row[Key] };
type Picked<Table extends keyof Schema, Columns extends keyof Selectable<Schema[Table]>> = FromJson<
  Pick<Selectable<Schema[Table]>, Columns>
>;
export type ShownCharge = Picked<'charges', (typeof chargeColumns)[number]> & { card_review?: ShownReview | null };
type ShownReview = { paymentId: string; inReview: boolean };
type Unparted = Omit<ShownRefund, 'parts'> & { sent_via: string | null };
export type ShownReceipt = Picked<'receipts', (typeof receiptColumns)[number]>;
/** `as_credit`: it became credit of its payer. `parts`: how it goes back. */
export type ShownRefund = Picked<'refunds', (typeof refundColumns)[number]> & {
  as_credit: boolean;
  parts: RefundPart[];
};

/** What a reservation shows of its money. */
export interface ShownMoney {
  charge: ShownCharge | null;
  receipt: ShownReceipt | null;
  refund: ShownRefund | null;
  /** All credit of the payer. */
  credit_cents: number;
  /** Whether the credit is kept by an account, of which a link shows nothing. */
  is_of_account: boolean;
  /** What the holders of cards took back of its payments. */
  charged_back_cents: number;
  /** Whether a card's bank has not decided about a payment of the whole. */
  card_in_review: boolean;
}

/** So long the review of a card is waited for: for places, and before another payment. */
export const CARD_REVIEW_MS = 48 * 3_600_000;

// Whether a row of `card_reviews as review` is waited for.
const cardReviewCounts = sql<boolean>`(review.is_open
  and review.seen_at > now() - ${CARD_REVIEW_MS} * interval '1 millisecond')`;

const chargeColumns = [
  'id',
  'purpose',
  'amount_cents',
  'adjustment_cents',
  'kind',
  'reference',
  'payload',
  'address',
  'state',
  'provider_state',
  'expires_at',
  'due_on',
] as const;
const receiptColumns = [
  'id',
  'state',
  'reason',
  'content_type',
  'created_at',
  'reviewed_at',
  'file_deleted_at',
] as const;
const refundColumns = ['id', 'amount_cents', 'reason', 'promised_for', 'state', 'paid_at', 'pix_key'] as const;

/** Whether one of `refunds` was recorded as paid by mistake: its ledger entry was put right, and nothing went back. */
export const isRefundPutRight = sql<boolean>`exists (
  select from transfers reversal join transfers entry on entry.id = reversal.reverses
  where reversal.reverses is not null and entry.refund_id = refunds.id)`;

/** Whether one of `refunds` became credit of its payer. */
export const isRefundCredited = sql<boolean>`exists (
  select from transfers entry where entry.refund_id = refunds.id and entry.method = 'credit')`;

const lastReview = sql<ShownReview | null>`(
  select json_build_object('paymentId', review.reference, 'inReview', ${cardReviewCounts})
  from card_reviews review where review.charge_id = charges.id order by review.changed_at desc limit 1)`.as(
  'card_review',
);

function shownRefunds(db: Database) {
  return db
    .selectFrom('refunds')
    .select(refundColumns)
    .select([isRefundCredited.as('as_credit'), sentVia.as('sent_via')])
    .where(({ not }) => not(isRefundPutRight));
}

/** The refunds of a reservation but for those recorded by mistake, the latest first. */
export async function refundsOf(db: Database, reservationId: string): Promise<ShownRefund[]> {
  const refunds = shownRefunds(db).where('refunds.reservation_id', '=', reservationId);
  const rows = await refunds.orderBy('refunds.created_at', 'desc').orderBy('refunds.id').execute();
  const parts = await refundPartsOf(
    db,
    rows.map((row) => goingBack(reservationId, row)),
  );
  return rows.map((row, index) => ({ ...row, parts: parts[index] ?? [] }));
}

// Nothing of one that was paid.
function goingBack(reservationId: string, refund: Unparted | null): GoingBack {
  const amountCents = refund && refund.state !== 'paid' ? refund.amount_cents : 0;
  return { reservationId, amountCents, sentVia: refund?.sent_via ?? null };
}

/** The open charge of somebody's share. */
export async function shownChargeOfShare(db: Database, participantId: string): Promise<ShownCharge | null> {
  const open = db
    .selectFrom('charges')
    .select(chargeColumns)
    .select(lastReview)
    .where('participant_id', '=', participantId)
    .where('state', '=', sql.lit('open'));
  return (await open.executeTakeFirst()) ?? null;
}

/** Whether the payer of a reservation, or of somebody's share, waits for the bank of a card. */
export async function isCardInReview(
  db: Database,
  reservationId: string,
  participantId: string | null = null,
): Promise<boolean> {
  const found = db
    .selectFrom('card_reviews as review')
    .innerJoin('charges', 'charges.id', 'review.charge_id')
    .select('review.reference')
    .where('charges.reservation_id', '=', reservationId)
    .where('charges.participant_id', 'is not distinct from', participantId)
    .where(cardReviewCounts);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Each reservation's open charge of the whole, its latest receipt, and its open refund or else the latest. */
export async function shownMoneyOf(db: Database, reservationIds: string[]): Promise<Map<string, ShownMoney>> {
  if (reservationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reservations as r')
    .select((eb) => [
      'r.id',
      sql<number>`coalesce((select balance_cents from accounts where id = r.user_id), 0)`.as('credit_cents'),
      sql<boolean>`(select issuer is not null from users where id = r.user_id)`.as('is_of_account'),
      sql<number>`(select coalesce(sum(amount_cents), 0)::integer from transfers
        where reservation_id = r.id and kind = 'chargeback')`.as('charged_back_cents'),
      sql<boolean>`exists (select from card_reviews review join charges c on c.id = review.charge_id
        where c.reservation_id = r.id and c.participant_id is null and ${cardReviewCounts})`.as('card_in_review'),
      jsonObjectFrom(
        eb
          .selectFrom('charges')
          .select(chargeColumns)
          .select(lastReview)
          .whereRef('charges.reservation_id', '=', 'r.id')
          .where('charges.participant_id', 'is', null)
          .where('charges.state', '=', sql.lit('open')),
      ).as('charge'),
      jsonObjectFrom(
        eb
          .selectFrom('receipts')
          .select(receiptColumns)
          .whereRef('receipts.reservation_id', '=', 'r.id')
          .orderBy('receipts.created_at', 'desc')
          .limit(1),
      ).as('receipt'),
      jsonObjectFrom(
        shownRefunds(db)
          .where('refunds.reservation_id', '=', sql<string>`r.id`)
          .orderBy(sql`array_position(array['due', 'sent', 'paid'], refunds.state)`)
          .orderBy('refunds.created_at', 'desc')
          .limit(1),
      ).as('refund'),
    ])
    .where('r.id', '=', sqlAny(reservationIds, 'uuid'))
    .$castTo<Omit<ShownMoney, 'refund'> & { id: string; refund: Unparted | null }>()
    .execute();
  const parts = await refundPartsOf(
    db,
    rows.map(({ id, refund }) => goingBack(id, refund)),
  );
  return new Map(
    rows.map(({ id, refund, ...money }, index) => [
      id,
      { ...money, refund: refund && { ...refund, parts: parts[index] ?? [] } },
    ]),
  );
}
