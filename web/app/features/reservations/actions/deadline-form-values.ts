import { z } from '@passeio/contract/zod';
import { parseTime } from '~/lib/parse-time';
import { instantOf, localOf } from '~/lib/zoned-time';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/** A deadline as typed: the operator's usual one, a day and time in the operator's time zone, or none. */
export const deadlineFormValues = z.object({
  kind: z.enum(['usual', 'chosen', 'none']),
  day: z.string(),
  time: z.string(),
});
export type DeadlineFormValues = z.output<typeof deadlineFormValues>;

export function startDeadline(kind: DeadlineFormValues['kind']): DeadlineFormValues {
  return { kind, day: '', time: '18:00' };
}

/** A stored deadline as typed. */
export function deadlineOf(holdExpiresAt: string | null, timeZone: string): DeadlineFormValues {
  if (holdExpiresAt === null) return startDeadline('none');
  const local = localOf(holdExpiresAt, timeZone);
  return { kind: 'chosen', day: local.slice(0, 10), time: local.slice(11, 16) };
}

interface DeadlineLimits {
  timeZone: string;
  /** The departure, ISO 8601. */
  departsAt: string;
  now: Date;
}

/** The deadline for the API (undefined: the usual one, null: none), or what is wrong with it by field. */
export function parseDeadline(
  { kind, day, time }: DeadlineFormValues,
  { timeZone, departsAt, now }: DeadlineLimits,
): { holdExpiresAt: string | null | undefined } | { errors: FieldErrors } {
  if (kind === 'usual') return { holdExpiresAt: undefined };
  if (kind === 'none') return { holdExpiresAt: null };
  const hour = parseTime(time);
  if (!day) return { errors: { 'deadline.day': 'Informe o dia.' } };
  if (!hour) return { errors: { 'deadline.time': 'Informe a hora, como 18:00.' } };
  const holdExpiresAt = instantOf(`${day}T${hour}`, timeZone);
  if (Date.parse(holdExpiresAt) <= now.getTime()) return { errors: { 'deadline.day': 'Escolha um prazo no futuro.' } };
  if (holdExpiresAt >= departsAt) return { errors: { 'deadline.day': 'Escolha um prazo antes da saída.' } };
  return { holdExpiresAt };
}
