import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { parseCpf } from '@brazilian-utils/brazilian-utils/parse-cpf';
import { type MeansPermille, meansKeys } from './means.ts';
import { isInternational, readPhone } from './phone.ts';
import { z } from './zod.ts';

/** Brazilian states (UF), in alphabetical order. */
export const federativeUnits = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(
  ' ',
);

/**
 * A value of an answer that may gain values: pages that are older than the server keep what they do not know, and ask
 * to be reloaded where it would be shown. Typed, and described by OpenAPI, as one of `values`.
 */
export function growing<const Value extends string>(values: readonly Value[]) {
  return z.string().meta({ enum: [...values] }) as z.ZodType<string> as z.ZodType<Value>;
}

// Control characters and lone surrogates: invalid in names, and PostgreSQL refuses NUL in text and lone surrogates in
// JSON.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\u0085\u2028\u2029\p{Surrogate}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL_CHARACTERS_BUT_BREAKS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u;

/**
 * A line of text, trimmed, between `min` and `max` characters, without control characters.
 * `label` starts the Portuguese sentence, as in "Nome completo: …"; `whenEmpty` replaces that for an empty field.
 */
export function line(
  label: string,
  { min = 1, max, whenEmpty = `${label}: preencha este campo.` }: { min?: number; max: number; whenEmpty?: string },
) {
  return z
    .string(whenEmpty)
    .trim()
    .max(max, { error: `${label}: use no máximo ${max} caracteres.`, abort: true })
    .refine((text) => !CONTROL_CHARACTERS.test(text), `${label}: há caracteres que não são aceitos.`)
    .min(1, whenEmpty)
    .min(min, `${label}: use pelo menos ${min} caracteres.`);
}

/** Text that may be empty and may have line breaks, trimmed, of at most `max` characters. */
export function text(label: string, { max }: { max: number }) {
  return z
    .string(`${label}: preencha este campo.`)
    .trim()
    .max(max, { error: `${label}: use no máximo ${max.toLocaleString('pt-BR')} caracteres.`, abort: true })
    .refine((value) => !CONTROL_CHARACTERS_BUT_BREAKS.test(value), `${label}: há caracteres que não são aceitos.`);
}

/** A local time, as in "05:30". */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o horário no formato HH:MM.');

/** The same rule, for a field that may be left empty. */
export function optional(schema: z.ZodType<string>) {
  return z.string().transform((value, context) => {
    if (value.trim() === '') return '';
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    for (const { message } of checked.error.issues) context.addIssue(message);
    return z.NEVER;
  });
}

/** CPF, masked or not; becomes its 11 digits. Check digits by Receita Federal's rule; repeated digits are refused. */
export const cpf = line('CPF', { max: 20 })
  .refine((value) => /^[\d.\-\s]+$/.test(value) && isValidCpf(value), 'CPF inválido. Confira os números digitados.')
  .transform(parseCpf);

const WRONG_PHONE = 'Telefone inválido. Informe o DDD e o número; se for de outro país, comece com + e o código dele.';
const WRONG_FOREIGN_PHONE = 'Telefone inválido. Confira o código do país e o número.';

/** A telephone of any country, however it is written, see phone.ts; becomes E.164, as in "+5535999990000". */
export const phone = line('Telefone', { max: 60 }).transform((value, context) => {
  const number = readPhone(value);
  if (number) return number;
  context.addIssue(isInternational(value) ? WRONG_FOREIGN_PHONE : WRONG_PHONE);
  return z.NEVER;
});

/** E-mail address in lower case. */
export const email = line('E-mail', { max: 254 })
  .toLowerCase()
  .pipe(z.email('E-mail inválido. Confira o endereço digitado.'));

const WRONG_DATE = 'Data inválida. Use o formato AAAA-MM-DD.';

/** A calendar date that exists, as "YYYY-MM-DD". PostgreSQL knows no year 0000. */
export const calendarDate = z.iso.date(WRONG_DATE).refine((day) => day >= '0001', WRONG_DATE);

/** A month of the calendar, as "YYYY-MM". */
export const calendarMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use o mês no formato AAAA-MM.')
  .refine((month) => month >= '0001', 'Use o mês no formato AAAA-MM.');

const OLDEST_BIRTHDATE = '1900-01-01';

const WRONG_BIRTHDATE = 'Data de nascimento inválida. Confira o dia, o mês e o ano.';

/** A person's birth date: a calendar date from 1900 up to today. */
export const birthdate = z.iso
  .date({ error: ({ input }) => (input ? WRONG_BIRTHDATE : 'Data de nascimento: preencha este campo.') })
  .refine((value) => value >= OLDEST_BIRTHDATE && value <= new Date().toISOString().slice(0, 10), WRONG_BIRTHDATE);

/** Id of anything we store: a UUID. */
export const id = z.uuid('Identificador inválido.');

/**
 * Amounts of money in answers, in centavos. Staff who may not see money get null, which becomes NaN: neither more nor
 * less than any amount, and shown as `HIDDEN_MONEY`.
 */
export const cents = z.int().nonnegative().catch(Number.NaN);
export const signedCents = z.int().catch(Number.NaN);

/** An amount that somebody has seen, as bodies name it, in centavos. */
export const seenCents = z.int().nonnegative();

const MAX_AMOUNT_CENTS = 10_000_000;

/** An amount that somebody pays, in centavos. */
export const amountCents = z
  .int('Informe o valor.')
  .min(1, 'Informe um valor maior que zero.')
  .max(MAX_AMOUNT_CENTS, 'Use um valor de até R$ 100.000,00.');

/** Unambiguous letters and digits (without 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V). */
export const RESERVATION_CODE_ALPHABET = '34679ACDEFGHJKMNPQRTVWXY';
export const RESERVATION_CODE_LENGTH = 6;
export const reservationCode = z.string().regex(/^[0-9A-Z]{6}$/);

/** Means of payment that are offered. */
export const offeredMeans = z.array(growing(meansKeys));
/** See {@link MeansPermille}. */
export const meansPermille: z.ZodType<MeansPermille> = z.object({ pix: z.int(), card: z.int() });

/** An instant as ISO 8601 in UTC, as in "2026-12-05T07:30:00.000Z". */
export const instant = z.iso.datetime();

/** "true" or "false" in a query string. */
export const queryFlag = z.enum(['true', 'false'], 'Use "true" ou "false".').transform((value) => value === 'true');

/** Somebody's seat. `vehicle`: which of the trip's, null where it has only one. */
export const placedSeat = z.object({ vehicle: z.string().nullable(), number: z.string() });
