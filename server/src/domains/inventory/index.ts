export { beginOffering, claimInStatement, endOffering, hasPlaces, requirePlaces } from './claim.ts';
