import { readSellerCode } from '@passeio/contract/sellers/seller-code';
import type { SellerWay } from '@passeio/contract/sellers/sellers';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { CommissionRule } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { OfferedCoupon } from '../../discounts/index.ts';

/** Who sold a reservation, how it came to them, and what they earn by the rule of now. */
export interface Attribution {
  id: string;
  code: string;
  way: SellerWay;
  rule: CommissionRule | null;
  /** Places that are set aside for them and left, where the reservation takes none of its coupon's. */
  ownPlaces: number;
}

/** Who may have brought a reservation. A named seller counts, else that of the coupon, else that of the link. */
interface Trace {
  tripId: string;
  /** Named by staff, or the one who makes it. */
  named?: { id: string; way: 'staff' | 'seller' } | undefined;
  coupon?: OfferedCoupon | undefined;
  /** The code that the device remembers. */
  code?: string | null | undefined;
}

/** Who sold what is reserved now; a seller who is not active is nobody. Throws SELLER_NOT_FOUND for a named one. */
export async function attributionOf(
  db: Database,
  { tripId, named, coupon, code }: Trace,
): Promise<Attribution | undefined> {
  const linkCode = code ? (readSellerCode(code) ?? null) : null;
  const ofCoupon = coupon?.seller_id ?? null;
  if (!(named || ofCoupon || linkCode)) return undefined;
  const id = named?.id ?? ofCoupon;
  const { rows } = await sql<Omit<Attribution, 'way'>>`
    select id, code, commission_rule_of(id, ${tripId}::uuid, now()) as rule,
      left_of_seller(${tripId}::uuid, id, ${coupon?.id ?? null}::uuid) as "ownPlaces"
    from sellers where is_active and (id = ${id}::uuid or code = ${named ? null : linkCode}::text)
    order by id = ${id}::uuid desc nulls last limit 1`.execute(db);
  const [found] = rows;
  if (named && !found) throw new AppError('SELLER_NOT_FOUND');
  return found && { ...found, way: named?.way ?? (found.id === ofCoupon ? 'coupon' : 'link') };
}

/** What a reservation keeps of it. */
export const attributionColumns = (sold: Attribution | undefined) =>
  sold && { seller_id: sold.id, seller_way: sold.way, commission_rule: sold.rule };
