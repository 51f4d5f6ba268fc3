export { openLogo } from './logo.ts';
export { readBrand, readReservationRules, readTimeZone } from './settings.ts';
