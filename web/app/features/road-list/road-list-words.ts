import { ROAD_CHANGE_LIMIT_PERCENT, type RoadListChangeCounts } from '@passeio/contract/boarding/road-list-changes';

const percentage = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** How much of a list has changed, as in "3 de 40 mudaram (7,5%); o limite é 20%." */
export function changesSentence({ changed, people, percent, isOverLimit }: RoadListChangeCounts): string {
  if (changed === 0) return 'Ninguém mudou desde então.';
  const who = `${changed} de ${people} ${changed === 1 ? 'mudou' : 'mudaram'} (${percentage.format(percent)}%)`;
  return isOverLimit
    ? `${who}: passou do limite de ${ROAD_CHANGE_LIMIT_PERCENT}%.`
    : `${who}; o limite é ${ROAD_CHANGE_LIMIT_PERCENT}%.`;
}
