export { readBrand, readTimeZone, requiresConfirmedEmail } from './settings.ts';
