export { holdDeadline } from './hold.ts';
export { loadReservations, readDetails } from './load-reservations.ts';
export { ageOnDeparture, missingFields, type ParticipantRow, participantColumns } from './participants.queries.ts';
export { type NewParticipant, participantsOf, type Traveller } from './party.ts';
export { insertPayments } from './payments.queries.ts';
export { reservationLabel } from './reservation-label.ts';
export { mayCancel, openCancellationRequest } from './reservations.policy.ts';
export { presentParticipant, statusOfRow } from './reservations.present.ts';
export { stateOfNew } from './state-by-money.ts';
