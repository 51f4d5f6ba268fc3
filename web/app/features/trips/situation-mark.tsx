import type { TripSituation } from '@passeio/contract/trips';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const colors: Record<TripSituation, StatusColor> = {
  draft: 'quiet',
  open: 'news',
  guaranteed: 'good',
  last_places: 'waiting',
  sold_out: 'bad',
  closed: 'quiet',
};

interface SituationMarkProps {
  situation: TripSituation;
  /** The contract's word for it. On visitors' pages the server writes it: the contract stays out of their scripts. */
  label: string;
}

/** Where a trip stands, in a word and a colour. */
export function SituationMark({ situation, label }: SituationMarkProps) {
  return <StatusBadge color={colors[situation]}>{label}</StatusBadge>;
}
