export { makeChoiceLink } from './cancellation/choices.ts';
export { startTellingOfDepartures } from './tell-guaranteed.ts';
