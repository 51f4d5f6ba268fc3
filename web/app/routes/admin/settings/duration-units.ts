/** Units of a duration, in minutes. */
export const durationUnits = { minutes: 1, hours: 60, days: 1440 } as const;
export type DurationUnit = keyof typeof durationUnits;

export const unitLabels: Record<DurationUnit, string> = { minutes: 'minutos', hours: 'horas', days: 'dias' };

/** A duration as it is typed: how many of a unit. */
export interface DurationFormValues {
  amount: string;
  unit: DurationUnit;
}

/**
 * Minutes in the largest unit without a rest, days from two on: "24 horas", but "2 dias". `smallest`: minutes of the
 * smallest unit to use.
 */
export function durationOf(minutes: number, smallest: number = durationUnits.minutes): DurationFormValues {
  const isDays = minutes % durationUnits.days === 0 && (minutes > durationUnits.days || smallest > durationUnits.hours);
  const unit = isDays ? 'days' : minutes % durationUnits.hours === 0 ? 'hours' : 'minutes';
  return { amount: String(minutes / durationUnits[unit]), unit };
}

/** Minutes of a typed duration; NaN if the amount is no whole number. */
export function minutesOf({ amount, unit }: DurationFormValues): number {
  const text = amount.trim();
  return /^\d+$/.test(text) ? Number(text) * durationUnits[unit] : Number.NaN;
}
