export { missingData } from './missing-data.ts';
export { depositOf, statusByMoney } from './money-status.ts';
export { insertPayments } from './payments.queries.ts';
export { insertReservation } from './reservations.queries.ts';
