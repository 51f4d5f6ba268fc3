// The inventory checks places and extras; the database counts them (docs/decisions/0035).

export { allotmentKeeper, allotmentMoments, endDueAllotments, ownPlaces, setAsideForSeller } from './allotments.ts';
export {
  claimInStatement,
  claimUnpaidPlaces,
  hasPlaces,
  requirePlaces,
  requireUnpaidPlaces,
  requireUnpaidPlacesOfGuests,
  stockInStatement,
  unpaidRefusals,
} from './claim.ts';
export {
  isOnSale,
  missing,
  requireAge,
  requiredExtras,
  requireExtras,
  requireOnSale,
  requireQuantity,
  requireStock,
  requireStockAgain,
} from './extras.ts';
export { letGoAt, pauseOver, requireNoPause, requireNoPauseOfGuests, requirePauseOver } from './pause.ts';
