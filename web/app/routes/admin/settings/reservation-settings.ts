import { type ReservationSettings, reservationSettings } from '@passeio/contract/operator/settings';
import { type DurationUnit, durationUnits, minutesOf } from './duration-units';

/** The durations that staff edits, each with the minutes of the unit in which it is stored. */
export const storedUnits = {
  holdMinutes: durationUnits.minutes,
  shortestHoldMinutes: durationUnits.minutes,
  lastMomentMinutes: durationUnits.minutes,
  offerMinutes: durationUnits.minutes,
  requestMinutes: durationUnits.minutes,
  bankCheckMinutes: durationUnits.minutes,
  balanceDueHours: durationUnits.hours,
  transferHours: durationUnits.hours,
  receiptDays: durationUnits.days,
  listDays: durationUnits.days,
  pauseMinutes: durationUnits.minutes,
  withdrawalDays: durationUnits.days,
  refundDays: durationUnits.days,
} as const satisfies Partial<Record<keyof ReservationSettings, number>>;
export type DurationSetting = keyof typeof storedUnits;
const names = Object.keys(storedUnits) as DurationSetting[];

/** Name of the input of a duration's unit. */
export const unitName = (name: DurationSetting) => `${name}.unit`;

/** What the form promises to clients who withdraw; NaN days while they are no number. */
export function readWithdrawal(typed: FormData): Pick<ReservationSettings, 'withdrawalRight' | 'withdrawalDays'> {
  return { withdrawalRight: typed.has('withdrawalRight'), withdrawalDays: readDuration(typed, 'withdrawalDays') };
}

/** A duration in the unit in which it is stored. */
function readDuration(typed: FormData, name: DurationSetting): number {
  const unit = String(typed.get(unitName(name))) as DurationUnit;
  return minutesOf({ amount: String(typed.get(name) ?? ''), unit }) / storedUnits[name];
}

/**
 * What the form holds (an unchecked switch is absent from it) with the rest of `stored`, ready for the API, or the
 * sentences for the fields that are wrong.
 */
export function readReservationForm(
  typed: FormData,
  stored: ReservationSettings,
): { settings: ReservationSettings } | { errors: Record<string, string> } {
  const durations = names.map((name) => [name, readDuration(typed, name)] as const);
  const result = reservationSettings.safeParse({
    ...stored,
    ...Object.fromEntries(durations),
    unpaidPlaces: wholeNumber(String(typed.get('unpaidPlaces') ?? '')),
    ...readWithdrawal(typed),
  });
  if (result.success) return { settings: result.data };
  const errors: Record<string, string> = {};
  for (const { path, code, message } of result.error.issues) {
    errors[String(path[0])] ??= path[0] === 'unpaidPlaces' ? message : sentenceFor(code);
  }
  return { errors };
}

/** The sentence for what is wrong with one amount; undefined if nothing is. */
export function checkReservationField(name: string, typed: string): string | undefined {
  if (name === 'unpaidPlaces') {
    return reservationSettings.shape.unpaidPlaces.safeParse(wholeNumber(typed)).error?.issues[0]?.message;
  }
  if (!names.some((one) => one === name)) return undefined;
  return wholeNumber(typed) >= 1 ? undefined : WRONG_AMOUNT;
}

/** What was typed as a number; NaN if it is no whole one. */
const wholeNumber = (typed: string) => minutesOf({ amount: typed, unit: 'minutes' });

const WRONG_AMOUNT = 'Use um número inteiro, de 1 em diante.';

function sentenceFor(code: string): string {
  return code === 'too_big' ? 'Use no máximo um ano.' : WRONG_AMOUNT;
}
