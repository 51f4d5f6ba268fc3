export { openCancellations } from './cancelled-trips.queries.ts';
export { cleanUpImages } from './clean-up-images.ts';
export { type FareRow, listFares } from './fares.queries.ts';
export { presentFare } from './fares.ts';
export { type StoredImage, storeImage } from './images.ts';
export { presentCosts } from './trip-costs.present.ts';
export { readCosts } from './trip-costs.ts';
export { labelOf } from './trip-facts.ts';
export type { ChangedTrip, SwappedSeats, TripFollower } from './trip-follower.ts';
export { listTripVehicles, readTripVehicles, type TripVehicleRow, writeTripVehicles } from './trip-vehicles.queries.ts';
export { chosenVehicles, seatsIn, sizeWith, transportOf } from './trip-vehicles.ts';
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
export { overlapsOf, requireFreeVehicles } from './vehicle-overlaps.ts';
