import { z } from '@passeio/contract/zod';
import { StartError } from './platform/process/start-error.ts';

/** An empty variable (`PORT=`) counts as unset. */
export const emptyAsUnset = (value: unknown) => (value === '' ? undefined : value);
/** A variable that may be unset. */
export const optional = <S extends z.ZodType>(schema: S) => z.preprocess(emptyAsUnset, schema.optional());

/** A whole number from 0 to `max`. */
export function wholeNumber(max: number) {
  const hint = `use a whole number from 0 to ${max}`;
  return z.coerce.number(hint).int(hint).min(0, hint).max(max, hint);
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names the allowed values of a variable whose rule has no message of its own. */
export const explainInvalid: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `use ${alternatives.format(issue.values.map(String))}` : undefined;

/** Invalid settings, each named in the message. */
export class ConfigError extends StartError {}
