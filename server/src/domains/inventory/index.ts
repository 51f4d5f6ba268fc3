export { type Claimant, claim, claimInStatement, requirePlaces } from './claim.ts';
