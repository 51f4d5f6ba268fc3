export {
  claimInStatement,
  claimUnpaidPlaces,
  hasPlaces,
  requirePlaces,
  requireUnpaidPlaces,
  requireUnpaidPlacesOfGuests,
  unpaidRefusals,
} from './claim.ts';
export { requireExtras, requireOnSale, requireQuantity, requireStock, soldOut } from './extras.ts';
export { letGoAt, pauseOver, requireNoPause, requireNoPauseOfGuests, requirePauseOver } from './pause.ts';
