import { calendarDate, id, instant } from '../fields.ts';
import { dayAndTime, formatDay } from '../format-moments.ts';
import { z } from '../zod.ts';

/** Hours between the return of one departure and the next (CLT, article 66). */
export const MIN_REST_HOURS = 11;

const otherDeparture = { tripId: id, title: z.string(), date: instant };

/**
 * Why somebody should not work on a departure: another one at the same time, too little rest before or after it, or
 * days on which they do not work. It warns, and may be accepted.
 */
export const crewConflict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('overlap'), ...otherDeparture }),
  z.object({ kind: z.literal('rest'), ...otherDeparture, restMinutes: z.int() }),
  z.object({ kind: z.literal('dayOff'), days: z.array(calendarDate) }),
]);
export type CrewConflict = z.infer<typeof crewConflict>;

/** A conflict as the end of a sentence that begins with the person's name. */
export function crewConflictText(conflict: CrewConflict, timeZone: string): string {
  if (conflict.kind === 'dayOff') return `não trabalha em ${conflict.days.map(formatDay).join(', ')}`;
  const other = `“${conflict.title}”, que sai em ${dayAndTime(new Date(conflict.date), timeZone)}`;
  if (conflict.kind === 'overlap') return `já está em ${other}`;
  return `${restText(conflict.restMinutes)} entre esta saída e ${other}`;
}

function restText(minutes: number): string {
  if (minutes === 0) return 'não descansa';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `só descansa ${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')}`;
}
