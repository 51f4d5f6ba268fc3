import { type TripSituation, tripSituationLabels } from '@passeio/contract/trips';
import { SituationMark } from './situation-mark';

/** Where a trip stands, for pages that have the contract at hand anyway. */
export function SituationBadge({ situation }: { situation: TripSituation }) {
  return <SituationMark situation={situation} label={tripSituationLabels[situation]} />;
}
