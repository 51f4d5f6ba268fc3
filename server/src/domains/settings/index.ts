export { openLogo } from './logo.ts';
export { readBrand, readTimeZone, requiresConfirmedEmail } from './settings.ts';
