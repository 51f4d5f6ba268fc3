export { openCancellations } from './cancelled-trips.queries.ts';
export { presentCosts } from './costs/trip-costs.present.ts';
export { readCosts } from './costs/trip-costs.ts';
export { copyTrip } from './editing/copy-trip.ts';
export { type FareRow, listFares } from './editing/fares.queries.ts';
export { presentFare } from './editing/fares.ts';
export { cleanUpImages } from './images/clean-up-images.ts';
export { type StoredImage, storeImage } from './images/images.ts';
export { labelOf } from './trip-facts.ts';
export type { ChangedTrip, SwappedSeats, TripFollower } from './trip-follower.ts';
export { presentImage } from './trips.present.ts';
export {
  decisionDay,
  findTrip,
  listImages,
  lockTrip,
  nextDeparture,
  type ShownImage,
  type TripRow,
  updateTrip,
} from './trips.queries.ts';
export {
  listTripVehicles,
  readTripVehicles,
  type TripVehicleRow,
  writeTripVehicles,
} from './vehicles/trip-vehicles.queries.ts';
export { chosenVehicles, seatsIn, sizeWith, transportOf } from './vehicles/trip-vehicles.ts';
export { overlapsOf, requireFreeVehicles } from './vehicles/vehicle-overlaps.ts';
