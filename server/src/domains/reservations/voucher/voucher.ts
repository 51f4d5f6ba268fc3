import type { ErrorCode } from '@passeio/contract/errors';
import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import type { Voucher } from '@passeio/contract/reservations/voucher';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { findTrip } from '../../trips/index.ts';
import { listParticipants } from '../participants/participants.queries.ts';
import { mayOpen } from '../reservations.policy.ts';
import { findReservation, type ReservationWithTrip } from '../reservations.queries.ts';
import { presentVoucher } from './voucher.present.ts';

const refusals: Record<Exclude<ReservationState, 'booked'>, ErrorCode> = {
  requested: 'VOUCHER_NOT_READY',
  held: 'VOUCHER_NOT_READY',
  expired: 'VOUCHER_OVER',
  cancelled: 'VOUCHER_OVER',
};

/** A voucher with the facts of its files that are no words. */
export interface ReadVoucher {
  voucher: Voucher;
  reservationId: string;
  timeZone: string;
  /** When something in it changed last. */
  changedAt: Date;
}

/**
 * The voucher of a reservation by id or code, for its payer and staff. Throws RESERVATION_NOT_FOUND, also for anybody
 * else, VOUCHER_NOT_READY before the reservation is confirmed, or VOUCHER_OVER once it has ended.
 */
export async function openVoucher(
  db: Database,
  caller: Caller,
  idOrCode: string,
  publicUrl: string,
): Promise<ReadVoucher> {
  const row = await findReservation(db, idOrCode, idOrCode.length === 36 ? 'id' : 'code');
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  return voucherOf(db, row, publicUrl);
}

/** The voucher of a reservation by id, for its e-mail. Throws as {@link openVoucher}. */
export async function readVoucher(db: Database, reservationId: string, publicUrl: string): Promise<ReadVoucher> {
  const row = await findReservation(db, reservationId);
  if (!row) throw new AppError('RESERVATION_NOT_FOUND');
  return voucherOf(db, row, publicUrl);
}

async function voucherOf(db: Database, row: ReservationWithTrip, publicUrl: string): Promise<ReadVoucher> {
  if (row.state !== 'booked') throw new AppError(refusals[row.state]);
  if (row.trip_cancelled_at) throw new AppError('VOUCHER_OVER');
  const timeZone = await readTimeZone(db);
  const [trip, brand, people] = await Promise.all([
    findTrip(db, 'id', row.trip_id),
    readBrand(db),
    listParticipants(db, [row.id], timeZone),
  ]);
  if (!trip) throw new AppError('RESERVATION_NOT_FOUND');
  // Not of people who were added and whose deposit is not paid.
  const participants = people.filter((one) => one.held_until === null);
  const changes = [trip, row, ...people].map(({ updated_at }) => updated_at.getTime());
  return {
    voucher: presentVoucher(row, { bring: trip.bring, brand, participants, timeZone, publicUrl, now: new Date() }),
    reservationId: row.id,
    timeZone,
    changedAt: new Date(Math.max(...changes)),
  };
}
