export { claimInStatement, hasPlaces, requirePlaces } from './claim.ts';
