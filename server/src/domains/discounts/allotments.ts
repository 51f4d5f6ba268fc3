import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';

/** How many places of a trip are set aside for a coupon and not taken. */
export function ownPlacesOf(tripId: unknown, couponId: unknown): RawBuilder<number> {
  return sql<number>`left_of_allotments(${tripId}, ${couponId})`;
}

/** Places of each of these trips, until a moment, or until it departs. */
export interface Allotment {
  tripIds: readonly string[];
  places: number;
  until: Date | null;
}

/** Who keeps places of trips for coupons, within the transaction that changes the coupon. */
export interface AllotmentKeeper {
  /** Locks the trips of which a coupon has places or shall have some: every path locks trips before coupons. */
  lockTrips(trx: DatabaseTransaction, couponId: string, tripIds: readonly string[]): Promise<void>;
  /**
   * Sets places of locked trips aside for a coupon, of each so many, those that its reservations have taken included;
   * of other trips none any more. Throws TRIP_NOT_FOUND, or ALLOTMENT_SHORT, which names the trip.
   */
  setAside(trx: DatabaseTransaction, couponId: string, allotment: Allotment | null): Promise<void>;
}
