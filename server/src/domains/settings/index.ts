export { readTimeZone } from './settings.ts';
