export { boardingInstant } from './boarding-instant.ts';
export {
  isCancellationStillSo,
  readCancellationTerms,
  readCancellationToTell,
} from './cancellation/cancellation.queries.ts';
export { cancelForDeparture, isOpenToChoice, offerChoice } from './cancellation/cancelled-departure.ts';
export type { CancellationTelling } from './cancellation/tell-payer-of-cancellation.ts';
export { placesOfReservation } from './changed-places.ts';
export { moveByChoice, quoteMove } from './changes/move-reservation.ts';
export { balanceDueHours, transferHours } from './deadlines.queries.ts';
export { isGuaranteeStillSo } from './guarantee.queries.ts';
export { isHoldStillSo, leftToStaff } from './holds/expire-holds.queries.ts';
export { startEndingHolds } from './holds/expire-holds.ts';
export { followMoney, type LockedForMoney, lockForMoney } from './holds/follow-money.ts';
export { prolongHold } from './holds/prolong-hold.ts';
export { reservedAt } from './holds/state-by-money.ts';
export { readDetails } from './load-reservations.ts';
export { readHeldPeople } from './participants/held-people.ts';
export {
  missingFields,
  participantColumns,
  participantNumber,
  seatVehicle,
} from './participants/participants.queries.ts';
export { isAdult, type NewParticipant, participantsOf, type Traveller } from './participants/party.ts';
export { recordReservationAudit, reservationSubject } from './reservation-audit.ts';
export { presentCharge, presentReceipt, presentRefund } from './reservation-money.present.ts';
export { isRefundCredited, isRefundPutRight, returnableRests } from './reservation-money.queries.ts';
export {
  isClockStopped,
  isPastDeadline,
  isStaff,
  mayCancel,
  mayOpen,
  mayReinstate,
  ownsReservation,
} from './reservations.policy.ts';
export { presentParticipant, presentSeat, statusOfRow } from './reservations.present.ts';
export {
  findReservation,
  findTripOf,
  lockReservation,
  lockReservationsOf,
  type ReservationRow,
  type ReservationWithTrip,
} from './reservations.queries.ts';
export { lockWithTrip } from './reservations.ts';
export { newReservationCode } from './reserve/code.ts';
export { isNoticeStillSo, isWaitingNoticeStillSo } from './trip-notices/notices.queries.ts';
export { reservationsOfTrips } from './trip-notices/reservations-of-trips.ts';
export { voucherFiles } from './voucher/export-voucher.ts';
export { readVoucher } from './voucher/voucher.ts';
export { chatFactsOf, factsFor } from './whatsapp/chat-facts.ts';
