export { openLogo } from './logo.ts';
export { keepPaymentProvider, takesPix, withdrawalDays } from './settings.queries.ts';
export { nationalPhone, readBrand, readPixReceiver, readReservationRules, readTimeZone } from './settings.ts';
