export { depositOf } from './enrol.ts';
export { statusByMoney } from './money-status.ts';
export { insertPayments } from './payments.queries.ts';
export { insertReservation } from './reservations.queries.ts';
