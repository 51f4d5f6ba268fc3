export { newReservationCode } from './code.ts';
export { isStillSo } from './expire-holds.queries.ts';
export { startEndingHolds } from './expire-holds.ts';
export { missingFields, participantColumns, participantNumber } from './participants.queries.ts';
export { type NewParticipant, participantsOf, type Traveller } from './party.ts';
export { insertPayments } from './payments.queries.ts';
export { mayCancel, mayReinstate, openCancellationRequest } from './reservations.policy.ts';
export { presentParticipant, statusOfRow } from './reservations.present.ts';
