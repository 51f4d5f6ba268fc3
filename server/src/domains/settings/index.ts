export { openLogo } from './logo.ts';
export { readBrand, readReservationRules, readTimeZone, requiresConfirmedEmail } from './settings.ts';
