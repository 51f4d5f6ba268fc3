import { type SignUpPayload, signUpPayload } from '@passeio/contract/users';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/** Fields of the form, by their names on the page, and what each is called in the API. */
export const payloadNames = {
  fullname: 'name',
  rg: 'rg',
  emitter: 'emitter',
  cpf: 'cpf',
  birthdate: 'birthdate',
  contact: 'contact',
  email: 'email',
} as const satisfies Record<string, keyof SignUpPayload>;

export type PersonField = keyof typeof payloadNames;
export const fieldNames = Object.keys(payloadNames) as PersonField[];

/** The sentence for what is wrong with one field, by the contract's own rule; undefined if nothing is. */
export function checkPersonField(name: string, typed: string): string | undefined {
  if (!isPersonField(name)) return undefined;
  const result = signUpPayload.shape[payloadNames[name]].safeParse(toWire(name, typed));
  return result.success ? undefined : result.error.issues[0]?.message;
}

/** What was typed, ready for the API, or the sentences for the fields that are wrong. */
export function readPerson(typed: FormData): { payload: SignUpPayload } | { errors: FieldErrors } {
  const candidate = Object.fromEntries(
    fieldNames.map((name) => [payloadNames[name], toWire(name, String(typed.get(name) ?? ''))]),
  );
  const result = signUpPayload.safeParse(candidate);
  if (result.success) return { payload: result.data };
  const sentences: FieldErrors = {};
  for (const issue of result.error.issues) sentences[String(issue.path[0])] ??= issue.message;
  return { errors: errorsByField(sentences) };
}

/** The API's `fields` under the names of the form; what belongs to no field of it is left out. */
export function errorsByField(fields: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of fieldNames) {
    const sentence = fields[payloadNames[name]];
    if (sentence) errors[name] = sentence;
  }
  return errors;
}

/** Personal data; who has no account may have told little. */
type PersonalData = { name: string; contact: string } & Record<
  'rg' | 'emitter' | 'cpf' | 'birthdate' | 'email',
  string | null
>;

/** What stands in the fields of the form. */
export type TypedPerson = Record<PersonField, string>;

/** A person as the form shows them. */
export function typedPerson(person: PersonalData): TypedPerson {
  return {
    fullname: person.name,
    rg: person.rg ?? '',
    emitter: person.emitter ?? '',
    cpf: person.cpf ? formatDocumentCpf(person.cpf) : '',
    birthdate: person.birthdate ? formatCalendarDate(person.birthdate) : '',
    contact: formatContact(person.contact),
    email: person.email ?? '',
  };
}

function isPersonField(name: string): name is PersonField {
  return name in payloadNames;
}

/** Only the date is typed in another form than the API's. */
export function toWire(name: PersonField, typed: string): string {
  if (name !== 'birthdate' || typed.trim() === '') return typed;
  const [day, month, year] = typed.trim().split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}
