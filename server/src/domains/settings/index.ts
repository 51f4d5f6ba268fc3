export { openLogo } from './logo.ts';
export { hasContact, hasPolicy, savePaymentProvider, takesPix, withdrawalDays } from './settings.queries.ts';
export { nationalPhone, readBrand, readPixReceiver, readReservationRules, readTimeZone } from './settings.ts';
