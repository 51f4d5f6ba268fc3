export { startTellingOfDepartures } from './tell-guaranteed.ts';
