export { makeChoiceLink } from './choices.ts';
export { startTellingOfDepartures } from './notify-guaranteed.ts';
