export { type StoredImage, storeImage } from './images.ts';
export { tidyImages } from './tidy-images.ts';
export { presentImage } from './trips.present.ts';
export {
  findTrip,
  listImages,
  listOffers,
  lockTrip,
  nextDeparture,
  type ShownImage,
  type TripOffer,
  type TripRow,
  type TripTerms,
} from './trips.queries.ts';
