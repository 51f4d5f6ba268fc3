export { cleanUpImages } from './clean-up-images.ts';
export { type FareRow, findPlacePrice, listFares } from './fares.queries.ts';
export { type StoredImage, storeImage } from './images.ts';
export { presentImage } from './trips.present.ts';
export {
  findOffer,
  findTrip,
  listImages,
  lockTrip,
  nextDeparture,
  type ShownImage,
  type TripRow,
  type TripTerms,
} from './trips.queries.ts';
