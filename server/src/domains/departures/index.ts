export { applyOverdueChoices } from './apply-choices.ts';
export { makeChoiceLink } from './choices.ts';
export { notifyCancelled, notifyGuaranteed } from './notify-departures.ts';
