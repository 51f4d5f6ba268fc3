import { plural } from '../words.ts';

interface Tier {
  minHoursBefore: number;
  penaltyPercent: number;
}

const HOUR_MS = 3_600_000;

/**
 * One sentence per cancellation tier, as in "Até 1 dia antes da saída: sem multa", earliest first. Merges adjacent
 * tiers of the same penalty; with `departsAt` (ISO 8601) drops tiers that are over at `now`.
 */
export function cancellationTexts(tiers: readonly Tier[], departsAt?: string, now = Date.now()): string[] {
  const hoursLeft = departsAt === undefined ? Number.POSITIVE_INFINITY : (Date.parse(departsAt) - now) / HOUR_MS;
  const sorted = tiers
    .toSorted((one, other) => other.minHoursBefore - one.minHoursBefore)
    .filter((tier) => tier.minHoursBefore <= Math.max(hoursLeft, 0))
    .filter((tier, index, all) => tier.penaltyPercent !== all[index + 1]?.penaltyPercent);
  return sorted.map((tier, index) => `${whenText(tier.minHoursBefore, index > 0)}: ${costText(tier)}`);
}

function whenText(hours: number, isLater: boolean): string {
  if (hours === 0) return isLater ? 'Depois disso, até a saída' : 'A qualquer momento antes da saída';
  // Rules express "over 30 days" as 30 days and one hour.
  if (hours > 24 && hours % 24 === 1) return `Com mais de ${leadText(hours - 1)} de antecedência`;
  return `Até ${leadText(hours)} antes da saída`;
}

/** As in "2 dias", or "36 h" where it is no whole days. */
export function leadText(hours: number): string {
  return hours % 24 === 0 ? plural(hours / 24, 'dia') : `${hours} h`;
}

function costText({ penaltyPercent }: Tier): string {
  if (penaltyPercent === 0) return 'sem multa';
  return penaltyPercent === 100 ? 'sem devolução' : `multa de ${penaltyPercent}% do valor`;
}
