export { type StoredImage, storeImage } from './images.ts';
export { presentImage } from './trips.present.ts';
export { listImages, lockTrip, type TripRow } from './trips.queries.ts';
