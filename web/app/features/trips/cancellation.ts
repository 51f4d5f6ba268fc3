interface Tier {
  minHoursBefore: number;
  penaltyPercent: number;
}

/** Below this many hours people count hours, from it on days. */
const DAYS_FROM_HOURS = 72;

const HOUR_MS = 3_600_000;

/**
 * What cancelling costs, one sentence per tier, as in "Até 24 h antes da saída: sem multa". The earliest comes first,
 * and the last one says what holds until departure. Neighbours of the same cost are one; with `departsAt` (ISO 8601),
 * tiers whose time is over by `now` are left out.
 */
export function cancellationSentences(tiers: readonly Tier[], departsAt?: string, now = Date.now()): string[] {
  const hoursLeft = departsAt === undefined ? Number.POSITIVE_INFINITY : (Date.parse(departsAt) - now) / HOUR_MS;
  const sorted = tiers
    .toSorted((one, other) => other.minHoursBefore - one.minHoursBefore)
    .filter((tier) => tier.minHoursBefore <= Math.max(hoursLeft, 0))
    .filter((tier, index, all) => tier.penaltyPercent !== all[index + 1]?.penaltyPercent);
  return sorted.map((tier, index) => `${whenInWords(tier.minHoursBefore, index > 0)}: ${costInWords(tier)}`);
}

function whenInWords(hours: number, isLater: boolean): string {
  if (hours === 0) return isLater ? 'Depois disso, até a saída' : 'A qualquer momento antes da saída';
  // "A day more than 30 days" is how rules say "over 30 days".
  if (hours > DAYS_FROM_HOURS && hours % 24 === 1) return `Com mais de ${(hours - 1) / 24} dias de antecedência`;
  return hours >= DAYS_FROM_HOURS && hours % 24 === 0
    ? `Até ${hours / 24} dias antes da saída`
    : `Até ${hours} h antes da saída`;
}

function costInWords({ penaltyPercent }: Tier): string {
  if (penaltyPercent === 0) return 'sem multa';
  return penaltyPercent === 100 ? 'sem devolução' : `multa de ${penaltyPercent}% do valor`;
}
