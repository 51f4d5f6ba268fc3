import { commissionText } from '@passeio/contract/sellers/commission';
import type { CorrectedSeller, SellerCorrection } from '@passeio/contract/sellers/sellers';
import { sql } from 'kysely';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import type { CommissionRule } from '../../platform/database/schema/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { changeReservation, findReservation, lockWithTrip, recordReservationAudit } from '../reservations/index.ts';
import { readSale } from './sales.queries.ts';

/** Who sold a reservation. Throws RESERVATION_NOT_FOUND. */
export async function readSellerOf(db: Database, reservationId: string): Promise<CorrectedSeller> {
  if (!(await findReservation(db, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const sale = await readSale(db, reservationId);
  if (!sale) return { seller: null };
  return {
    seller: {
      id: sale.seller_id,
      name: sale.seller_name,
      code: sale.seller_code,
      way: sale.seller_way,
      isOwn: sale.is_own,
      rule: sale.rule ? commissionText(sale.rule) : '',
      commissionCents: sale.commission_cents,
    },
  };
}

/**
 * Corrects who sold a reservation, by the rule of when it was made, else of now: its commission moves by transfers.
 * Throws RESERVATION_NOT_FOUND or SELLER_NOT_FOUND, and ALLOTMENT_SHORT where places of the former one would come back
 * that are taken.
 */
export async function correctSeller(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { sellerId, reason }: SellerCorrection,
): Promise<CorrectedSeller> {
  const { reservation, trip } = await lockWithTrip(trx, reservationId);
  const codeOf = async (id: string | null) =>
    id === null
      ? null
      : ((await trx.selectFrom('sellers').select('code').where('id', '=', id).executeTakeFirst())?.code ?? null);
  const [before, after] = [await codeOf(reservation.seller_id), await codeOf(sellerId)];
  if (sellerId !== null && after === null) throw new AppError('SELLER_NOT_FOUND');
  if (before === after) return readSellerOf(trx, reservationId);
  const { rows } = await sql<{ rule: CommissionRule | null }>`select coalesce(
    commission_rule_of(${sellerId}::uuid, ${trip.id}::uuid, ${reservation.created_at}::timestamptz),
    commission_rule_of(${sellerId}::uuid, ${trip.id}::uuid, now())) as rule`.execute(trx);
  const rule = sellerId === null ? null : (rows[0]?.rule ?? null);
  await mapConstraintErrors({ trips_places_within_capacity: 'ALLOTMENT_SHORT' }, () =>
    changeReservation(trx, reservationId, {
      seller_id: sellerId,
      seller_way: sellerId === null ? null : 'staff',
      commission_rule: rule && JSON.stringify(rule),
    }),
  );
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip },
    { action: 'reservation.seller_changed', changes: { seller: [before, after], reason: [null, reason] } },
  );
  return readSellerOf(trx, reservationId);
}
