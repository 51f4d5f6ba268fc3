export { depositOf } from './enrol.ts';
export { insertReservation } from './reservations.queries.ts';
