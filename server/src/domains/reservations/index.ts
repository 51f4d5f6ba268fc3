// New reservations of clients, staff and the waiting list are written by reserve/reserve.queries.ts;
// reservation/change-reservation.ts changes one with all that follows (docs/decisions/0058). Deadlines of holds and
// offers never fall into the night. Payers without an account act by links (docs/decisions/0059): the routes of one
// reservation that say `byLink` in the contract answer them too, with people masked.

export {
  deleteOldAuthorizations,
  openAuthorization,
  removeUnusedAuthorization,
  startedAuthorizations,
} from './authorization/authorization-files.ts';
export { cancelForPassenger } from './cancellation/cancel-reservation.ts';
export {
  readCancellationTerms,
  readPayerOfReservation,
} from './cancellation/cancellation.queries.ts';
export { cancelForDeparture, isOpenToChoice, offerChoice } from './cancellation/cancelled-departure.ts';
export { releaseMoments, releaseOverdue } from './cancellation/release-overdue.ts';
export { adjustReservation } from './changes/change-terms.ts';
export { makeSingle } from './changes/make-single.ts';
export { moveByChoice, placesOfMove, quoteMove } from './changes/move-reservation.ts';
export { applyMoney, type LockedForMoney, lockForMoney } from './holds/apply-money.ts';
export { holdMoments, leftToStaff } from './holds/expire-holds.queries.ts';
export { sweepHolds } from './holds/expire-holds.ts';
export { prolongHold } from './holds/prolong-hold.ts';
export { readHeldPeople } from './participants/held-people.ts';
export { findByLink as findByParticipantLink } from './participants/participant-links.queries.ts';
export { deleteEndedPayerLinks } from './payer-links/payer-links.queries.ts';
export { linkOfReservation, makePayer, makePayerLink, payerLinks } from './payer-links/payer-links.ts';
export { answersByPerson, listAnswers, listAnswersOfTrip } from './reservation/answers.ts';
export { addGuideCash, changeReservation, giveBackWhatIsDue } from './reservation/change-reservation.ts';
export { balanceDueHours, nextInstalmentAt, transferHours } from './reservation/deadlines.ts';
export { codeOf } from './reservation/email-codes.queries.ts';
export { commissionBase } from './reservation/keep-commissions.ts';
export { readDetails } from './reservation/load-reservations.ts';
export { lockWithTrip } from './reservation/lock-reservation.ts';
export { initialedName } from './reservation/masks.ts';
export {
  missingFields,
  participantColumns,
  participantNumber,
  readParticipantName,
  seatVehicle,
  travelAuthorization,
} from './reservation/participants.queries.ts';
export { isAdult } from './reservation/party.ts';
export { recordReservationAudit, reservationSubject } from './reservation/reservation-audit.ts';
export {
  isClockStopped,
  isPastDeadline,
  mayCancel,
  mayOpen,
  mayReinstate,
  ownsReservation,
} from './reservation/reservations.policy.ts';
export { boardingInstant, presentParticipant, presentSeat, statusOfRow } from './reservation/reservations.present.ts';
export {
  findReservation,
  findTripOf,
  lockReservation,
  lockReservationsOf,
  type ReservationRow,
  type ReservationWithTrip,
} from './reservation/reservations.queries.ts';
export { FREE_CANCELLATION_DAYS, readRoomOffer } from './reservation/rooms.ts';
export { readShares } from './reservation/shares.ts';
export { extrasByPerson, listSoldExtras, sumSoldExtras } from './reservation/sold-extras.ts';
export { nextDueOf } from './reservation/state-by-money.ts';
export { readQuote } from './reserve/quote.ts';
export { reserveForClient } from './reserve/reserve-as-guest.ts';
export { bookAsStaff } from './staff-booking/staff-booking.ts';
export { listTagsInUse } from './staff-page/tags.ts';
export { reservationsOfTrips } from './trip-notices/reservations-of-trips.ts';
export { reservationFiles } from './voucher/export-voucher.ts';
export { readVoucher } from './voucher/voucher.ts';
export { chatFactsOf } from './whatsapp/chat-facts.ts';
