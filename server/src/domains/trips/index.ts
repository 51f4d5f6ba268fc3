// A trip has copies of its vehicles, whose seats limit its capacity. The departures of one trip share a `series_id`.

export { presentCosts, readCosts } from './costs/trip-costs.ts';
export { changeTrip } from './editing/change-trip.ts';
export { createTrip } from './editing/create-trip.ts';
export { readStoredDraft, removeTrip, type StoredDraft } from './editing/stored-draft.ts';
export { contractText } from './editing/trip-contract.ts';
export { removedImages, removeUnusedFiles, replacedImages, startedImages } from './images/clean-up-images.ts';
export { seriesMoments } from './series/series-changes.queries.ts';
export { finishSeriesChanges } from './series/series-changes.ts';
export { chooseCredit, endChoice, insertChoice, markDefault } from './trip/cancellation-choices.ts';
export { extraFields, findExtra, listExtras, presentExtra } from './trip/extras.ts';
export { type FareRow, fareFields, listFares, presentFare } from './trip/fares.ts';
export { listAskedQuestions, listQuestions, presentQuestion } from './trip/questions.ts';
export { listRoomTypes, presentRoomType, type RoomTypeRow } from './trip/room-types.ts';
export { labelOf, planOf } from './trip/trip-facts.ts';
export type { ChangedTrip, SwappedSeats, TripFollower } from './trip/trip-follower.ts';
export {
  listTripVehicles,
  readTripVehicles,
  type TripVehicleRow,
  writeTripVehicles,
} from './trip/trip-vehicles.queries.ts';
export { chosenVehicles, seatsIn, sizeWith, transportOf } from './trip/trip-vehicles.ts';
export { presentImage, situationOf } from './trip/trips.present.ts';
export {
  decisionDay,
  findTrip,
  isForWaiting,
  listImages,
  lockTrip,
  nextDeparture,
  openCancellations,
  placesLeft,
  type ShownImage,
  type TripRow,
  updateTrip,
} from './trip/trips.queries.ts';
export { overlapsOf, requireFreeVehicles } from './trip/vehicle-overlaps.ts';
export { findTrips } from './trips.ts';
