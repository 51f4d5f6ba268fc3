import { type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';

/** Instants as text, because they come as JSON. */
type FromJson<Row> = { [Key in keyof Row]: Row[Key] extends Date | null ? Row[Key] | string : Row[Key] };
type Picked<Table extends keyof Schema, Columns extends keyof Selectable<Schema[Table]>> = FromJson<
  Pick<Selectable<Schema[Table]>, Columns>
>;
export type ShownCharge = Picked<'charges', (typeof chargeColumns)[number]>;
export type ShownReceipt = Picked<'receipts', (typeof receiptColumns)[number]>;
export type ShownRefund = Picked<'refunds', (typeof refundColumns)[number]>;

/** What a reservation shows of payments, which belong to another domain and are only read here. */
export interface ShownMoney {
  charge: ShownCharge | null;
  receipt: ShownReceipt | null;
  refund: ShownRefund | null;
}

const chargeColumns = ['id', 'purpose', 'amount_cents', 'txid', 'payload', 'method', 'state', 'expires_at'] as const;
const receiptColumns = [
  'id',
  'state',
  'reason',
  'content_type',
  'created_at',
  'reviewed_at',
  'file_deleted_at',
] as const;
const refundColumns = ['id', 'amount_cents', 'reason', 'promised_for', 'state', 'paid_at'] as const;

/** Of each reservation the open charge, the latest receipt, and the open refund or else the latest. */
export async function shownMoneyOf(db: Database, reservationIds: string[]): Promise<Map<string, ShownMoney>> {
  if (reservationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reservations as r')
    .select((eb) => [
      'r.id',
      jsonObjectFrom(
        eb
          .selectFrom('charges')
          .select(chargeColumns)
          .whereRef('charges.reservation_id', '=', 'r.id')
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
        eb
          .selectFrom('refunds')
          .select(refundColumns)
          .whereRef('refunds.reservation_id', '=', 'r.id')
          .orderBy(sql`array_position(array['due', 'sent', 'paid'], refunds.state)`)
          .orderBy('refunds.created_at', 'desc')
          .limit(1),
      ).as('refund'),
    ])
    .where('r.id', '=', sqlAny(reservationIds, 'uuid'))
    .$castTo<ShownMoney & { id: string }>()
    .execute();
  return new Map(rows.map(({ id, ...money }) => [id, money]));
}
