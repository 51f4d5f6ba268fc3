import type { TripOccupants } from '@passeio/contract/trips/trip-affected';
import type { TripNotice } from '@passeio/contract/trips/trip-draft';
import type { Actor, Changes } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { TripRow } from './trips.queries.ts';

/** What a change of vehicles is to reservations whose seats change: their seats before and after in words, by id. */
export interface SwappedSeats {
  seats: Map<string, { old: string; new: string }>;
  /** Whether passengers who keep their seats are notified of the vehicle too. */
  notifiesEverybody: boolean;
}

/** A changed trip, locked and written. `notice`: the message to its people, if staff decided. */
export interface ChangedTrip {
  before: TripRow;
  after: TripRow;
  notice: TripNotice | undefined;
  timeZone: string;
  swapped?: SwappedSeats;
  /** The change of many dates that it is part of: payers are notified once, when all of them are changed. */
  seriesChangeId?: string | undefined;
}

/** What depends on a trip and follows its changes, within their transaction: its reservations. */
export interface TripFollower {
  /** Who takes the places of a locked trip. */
  occupantsOf(trx: DatabaseTransaction, trip: TripRow): Promise<TripOccupants>;
  /**
   * Notifies whom the change concerns. Returns what the trip's audit entry says of it. Throws
   * TRIP_CHANGE_AFFECTS_PEOPLE without a notice.
   */
  follow(trx: DatabaseTransaction, actor: Actor, change: ChangedTrip): Promise<Changes>;
  /** Notifies the payers of a change of many dates, each once. Returns how many. */
  notifyOfSeries(trx: DatabaseTransaction, seriesChangeId: string): Promise<number>;
  /** How many payers with an address these reservations have. */
  countPayers(trx: DatabaseTransaction, reservationIds: string[]): Promise<number>;
}
