export { makeChoiceLink } from './choices.ts';
export { startTellingOfDepartures } from './notify-departures.ts';
