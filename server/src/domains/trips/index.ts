export { type StoredImage, storeImage } from './images.ts';
export { tidyImages } from './tidy-images.ts';
export { presentImage } from './trips.present.ts';
export { findTrip, listImages, lockTrip, nextDeparture, type TripRow } from './trips.queries.ts';
