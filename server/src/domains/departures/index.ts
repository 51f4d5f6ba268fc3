export { makeChoiceLink } from './choices.ts';
export { startNotifyingOfDepartures } from './notify-departures.ts';
