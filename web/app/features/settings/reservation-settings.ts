import { type ReservationSettings, reservationSettings } from '@passeio/contract/operator/settings';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../session/api';
import { type DurationUnit, durationUnits, minutesOf } from './duration-units';

export function loadReservationSettings(signal?: AbortSignal): Promise<ReservationSettings> {
  return answered(api.get(apiPaths.reservationSettings, reservationSettings, { signal }));
}

export function saveReservationSettings(settings: ReservationSettings): Promise<ReservationSettings> {
  return answered(api.put(apiPaths.reservationSettings, reservationSettings, { body: settings }));
}

/** The durations that staff edits, each with the minutes of the unit in which it is stored. */
export const storedUnits = {
  holdMinutes: durationUnits.minutes,
  shortestHoldMinutes: durationUnits.minutes,
  lastMomentMinutes: durationUnits.minutes,
  offerMinutes: durationUnits.minutes,
  requestMinutes: durationUnits.minutes,
  balanceDueHours: durationUnits.hours,
  transferHours: durationUnits.hours,
  receiptDays: durationUnits.days,
  listDays: durationUnits.days,
  withdrawalDays: durationUnits.days,
  refundDays: durationUnits.days,
} as const satisfies Partial<Record<keyof ReservationSettings, number>>;
export type DurationSetting = keyof typeof storedUnits;
const names = Object.keys(storedUnits) as DurationSetting[];

/** Name of the input of a duration's unit. */
export const unitName = (name: DurationSetting) => `${name}.unit`;

/**
 * What the form holds (an unchecked switch is absent from it) with the rest of `stored`, ready for the API, or the
 * sentences for the fields that are wrong.
 */
export function readReservationForm(
  typed: FormData,
  stored: ReservationSettings,
): { settings: ReservationSettings } | { errors: Record<string, string> } {
  const durations = names.map((name) => {
    const unit = String(typed.get(unitName(name))) as DurationUnit;
    const minutes = minutesOf({ amount: String(typed.get(name) ?? ''), unit });
    return [name, minutes / storedUnits[name]] as const;
  });
  const result = reservationSettings.safeParse({
    ...stored,
    ...Object.fromEntries(durations),
    withdrawalRight: typed.has('withdrawalRight'),
  });
  if (result.success) return { settings: result.data };
  const errors: Record<string, string> = {};
  for (const { path, code } of result.error.issues) errors[String(path[0])] ??= sentenceFor(code);
  return { errors };
}

/** The sentence for what is wrong with one amount; undefined if nothing is. */
export function checkReservationField(name: string, typed: string): string | undefined {
  if (!names.some((one) => one === name)) return undefined;
  return minutesOf({ amount: typed, unit: 'minutes' }) >= 1 ? undefined : WRONG_AMOUNT;
}

const WRONG_AMOUNT = 'Use um número inteiro, de 1 em diante.';

function sentenceFor(code: string): string {
  return code === 'too_big' ? 'Use no máximo um ano.' : WRONG_AMOUNT;
}
