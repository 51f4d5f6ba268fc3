export { openLogo } from './logo.ts';
export { keepPaymentProvider, takesPix } from './settings.queries.ts';
export { readBrand, readPixReceiver, readReservationRules, readTimeZone } from './settings.ts';
