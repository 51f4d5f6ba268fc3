export { balanceDueHours } from './balance-due-hours.queries.ts';
export { boardingInstant } from './boarding-instant.ts';
export { isCancellationStillSo, readCancellationTerms, readCancellationToTell } from './cancellation.queries.ts';
export { cancelForDeparture, isOpenToChoice, offerChoice } from './cancelled-departure.ts';
export { placesOfReservation } from './changed-places.ts';
export { newReservationCode } from './code.ts';
export { isHoldStillSo } from './expire-holds.queries.ts';
export { startEndingHolds } from './expire-holds.ts';
export { followMoney, type LockedForMoney, lockForMoney } from './follow-money.ts';
export { isGuaranteeStillSo } from './guarantee.queries.ts';
export { readDetails } from './load-reservations.ts';
export { moveByChoice, quoteMove } from './move-reservation.ts';
export { dayAndTime } from './operator-time.ts';
export { missingFields, participantColumns, participantNumber, seatVehicle } from './participants.queries.ts';
export { isAdult, type NewParticipant, participantsOf, type Traveller } from './party.ts';
export { prolongHold } from './prolong-hold.ts';
export { recordReservationAudit, reservationSubject } from './reservation-audit.ts';
export { presentCharge, presentReceipt, presentRefund } from './reservation-money.present.ts';
export { isRefundPutRight, returnableRests } from './reservation-money.queries.ts';
export {
  isStaff,
  mayCancel,
  mayOpen,
  mayReinstate,
  openCancellationRequest,
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
export type { CancellationTelling } from './tell-payer-of-cancellation.ts';
export { isNoticeStillSo, isWaitingNoticeStillSo } from './trip-notices/notices.queries.ts';
export { reservationsOfTrips } from './trip-notices/reservations-of-trips.ts';
export { readVoucher } from './voucher/voucher.ts';
export { chatFactsOf, factsFor } from './whatsapp/chat-facts.ts';
