// Staff guarantees or cancels departures; the payers of a cancelled one choose (docs/decisions/0057).

export { applyOverdueChoices } from './apply-choices.ts';
export { choiceMoments } from './choices.queries.ts';
export { makeChoiceLink } from './choices.ts';
export { cancellationMoments, guaranteeMoments, notifyCancelled, notifyGuaranteed } from './notify-departures.ts';
