import type { TripSituation } from '@passeio/contract/trips/trips';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const colors: Record<TripSituation, StatusColor> = {
  draft: 'quiet',
  open: 'news',
  guaranteed: 'good',
  last_places: 'waiting',
  sold_out: 'bad',
  closed: 'quiet',
  cancelled: 'bad',
};

interface SituationMarkProps {
  situation: TripSituation;
  /** The contract's label, rendered by the server on the portal, which does not load the contract. */
  label: string;
}

/** Badge of a trip's situation. */
export function SituationMark({ situation, label }: SituationMarkProps) {
  return <StatusBadge color={colors[situation]}>{label}</StatusBadge>;
}
