// Proposals of seats are functions of the contract; a unique index decides between two people (docs/decisions/0050).

export { seatTravellers } from './seat-travellers.ts';
export { seatingMoments } from './seating.queries.ts';
