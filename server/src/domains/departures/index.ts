// Staff guarantees or cancels departures; the payers of a cancelled one choose (docs/decisions/0057).

export { applyOverdueChoices } from './apply-choices.ts';
export { makeChoiceLink } from './choices.ts';
export { notifyCancelled, notifyGuaranteed } from './notify-departures.ts';
