import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type {
  BoardingChange,
  PassengerFilters,
  PassengerList,
  StaffCancellation,
} from '@passeio/contract/boarding/passengers';
import { apiPaths } from '@passeio/contract/paths';
import { type Ledger, ledger, type PaymentDraft, type ReversalDraft } from '@passeio/contract/payments/payments';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { type ReservationDetails, reservationDetails } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { saveFile } from '~/lib/save-file';
import { answered, api, apiInPlace, apiOrOffline } from '../../session/api';
import { withRetry } from '../../session/with-retry';

export function loadPassengers(tripId: string, filters: PassengerFilters, signal: AbortSignal): Promise<PassengerList> {
  return answered(apiOrOffline.call(passengerRoutes.list, { params: { tripId }, query: filters, signal }));
}

/** The reservation of a passenger with all its people. Rejects with an ApiError, whose toast has been shown. */
export function loadReservation(reservationId: string, signal: AbortSignal): Promise<ReservationDetails> {
  return answered(api.call(reservationRoutes.read, { params: { reservationId }, signal }));
}

export function recordPayment(
  reservationId: string,
  body: PaymentDraft,
  idempotencyKey: string,
): Promise<ReservationDetails> {
  return answered(api.post(apiPaths.reservationPayments(reservationId), reservationDetails, { body, idempotencyKey }));
}

/** Puts right an entry that was recorded by mistake, by its opposite. */
export async function reverseEntry(
  reservationId: string,
  entryId: string,
  body: ReversalDraft,
  key: string,
): Promise<void> {
  const path = apiPaths.reservationPaymentReversal(reservationId, entryId);
  await answered(api.post(path, reservationDetails, { body, idempotencyKey: key }));
}

/** Saves the file of a receipt on this device. */
export async function saveReceipt(receiptId: string): Promise<void> {
  saveFile(await withRetry(() => answered(api.download(apiPaths.receiptFile(receiptId)))));
}

/** A reservation's ledger, oldest first, and its receipts, newest first. */
export function loadLedger(reservationId: string, signal: AbortSignal): Promise<Ledger> {
  return answered(api.get(apiPaths.reservationPayments(reservationId), ledger, { signal }));
}

export async function cancelForPassenger(reservationId: string, body: StaffCancellation): Promise<void> {
  await answered(apiInPlace.callUnchecked(staffReservationRoutes.cancel, { params: { reservationId }, body }));
}

/** Changes the boarding point of several people; null: to be agreed. */
export async function changeBoarding(tripId: string, body: BoardingChange): Promise<void> {
  await withRetry(() => answered(api.callUnchecked(passengerRoutes.changeBoarding, { params: { tripId }, body })));
}
