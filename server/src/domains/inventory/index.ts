export { type Claimant, claim, claimInStatement, hasPlaces, requirePlaces } from './claim.ts';
