import {
  type BoardingChange,
  type PassengerFilters,
  type PassengerList,
  passengerList,
  type StaffCancellation,
} from '@passeio/contract/boarding/passengers';
import { apiPaths } from '@passeio/contract/paths';
import {
  type Ledger,
  ledger as ledgerSchema,
  type PaymentDraft,
  type ReversalDraft,
} from '@passeio/contract/payments/payments';
import {
  type ReservationDetails,
  type ReservationDetails as ReservationDetailsData,
  reservationDetails,
  reservationDetails as reservationDetailsSchema,
} from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import { saveFile } from '~/lib/save-file';
import { answered, api, apiInPlace, apiOrOffline } from '../../session/api';
import { withRetry } from '../../session/with-retry';

export function loadPassengers(tripId: string, filters: PassengerFilters, signal: AbortSignal): Promise<PassengerList> {
  return answered(apiOrOffline.get(apiPaths.passengers(tripId), passengerList, { query: { ...filters }, signal }));
}

/** The reservation of a passenger with all its people. Rejects with an ApiError, whose toast has been shown. */
export function loadReservation(reservationId: string, signal: AbortSignal): Promise<ReservationDetailsData> {
  return answered(api.get(apiPaths.reservation(reservationId), reservationDetailsSchema, { signal }));
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
  return answered(api.get(apiPaths.reservationPayments(reservationId), ledgerSchema, { signal }));
}

export async function cancelForPassenger(
  reservationId: string,
  body: StaffCancellation,
  idempotencyKey: string,
): Promise<void> {
  const path = apiPaths.reservationCancellation(reservationId);
  await answered(apiInPlace.post(path, z.unknown(), { body, idempotencyKey }));
}

/** Changes the boarding point of several people; null: to be agreed. */
export async function changeBoarding(tripId: string, body: BoardingChange): Promise<void> {
  await withRetry(() => answered(api.put(apiPaths.passengerBoarding(tripId), z.unknown(), { body })));
}
