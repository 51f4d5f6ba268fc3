export {
  claimInStatement,
  claimUnpaidPlaces,
  hasPlaces,
  requirePlaces,
  requireUnpaidPlaces,
  requireUnpaidPlacesOfGuests,
  unpaidRefusals,
} from './claim.ts';
export { letGoAt, pauseOver, requireNoPause, requirePauseOver } from './pause.ts';
