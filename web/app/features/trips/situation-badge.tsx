import { type TripSituation, tripSituationLabels } from '@passeio/contract/trips/trips';
import { SituationMark } from './situation-mark';

/** Badge of a trip's situation, for pages that load the contract anyway. */
export function SituationBadge({ situation }: { situation: TripSituation }) {
  return <SituationMark situation={situation} label={tripSituationLabels[situation]} />;
}
