import { type PersonChange, signUpPayload } from '@passeio/contract/users/users';
import {
  fieldNames,
  optionalFields,
  type PersonField,
  type PersonFormValues,
  payloadNames,
  toWire,
} from '~/features/users/person-form';
import { mergeFields } from '~/lib/merge-fields';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

type Correction = Omit<PersonChange, 'id' | 'version'>;

/** What stands in the fields of the form now. */
export function readTyped(form: FormData): PersonFormValues {
  return Object.fromEntries(fieldNames.map((name) => [name, String(form.get(name) ?? '')])) as PersonFormValues;
}

/** What was typed over what the form showed, ready for the API, or the sentences for the fields that are wrong. */
export function readCorrection(
  shown: PersonFormValues,
  typed: PersonFormValues,
  hasAccount: boolean,
): { correction: Correction } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const correction: Record<string, string | null> = {};
  for (const name of fieldNames) {
    // What was not touched is not judged: it may be older than today's rules.
    if (typed[name].trim() === shown[name].trim()) continue;
    const read = readField(name, typed[name], hasAccount);
    if ('error' in read) errors[name] = read.error;
    else correction[payloadNames[name]] = read.value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { correction };
}

/** The sentence for what is wrong with one field; undefined if nothing is. */
export function checkCorrection(
  shown: PersonFormValues,
  hasAccount: boolean,
  name: string,
  typed: string,
): string | undefined {
  const field = fieldNames.find((known) => known === name);
  if (!field || typed.trim() === shown[field].trim()) return undefined;
  const read = readField(field, typed, hasAccount);
  return 'error' in read ? read.error : undefined;
}

function readField(
  name: PersonField,
  typed: string,
  hasAccount: boolean,
): { value: string | null } | { error: string } {
  if (typed.trim() === '' && !hasAccount && optionalFields.includes(name)) return { value: null };
  const result = signUpPayload.shape[payloadNames[name]].safeParse(toWire(name, typed));
  return result.success ? { value: result.data } : { error: result.error.issues[0]?.message ?? '' };
}

/** A field that somebody else has changed meanwhile: what is saved now, and what stands in the form. */
export interface ChangedField {
  name: PersonField;
  saved: string;
  typed: string;
}

/** Three-way merge in which `typed` wins; `changed` tells which fields the other person has changed. */
export function mergeTyped(
  shown: PersonFormValues,
  saved: PersonFormValues,
  typed: PersonFormValues,
): { typed: PersonFormValues; changed: ChangedField[] } {
  const { fields } = mergeFields({ base: shown, mine: typed, theirs: saved });
  const changed = fieldNames
    .filter((name) => saved[name] !== shown[name])
    .map((name) => ({ name, saved: saved[name], typed: fields[name] }));
  return { typed: fields, changed };
}
