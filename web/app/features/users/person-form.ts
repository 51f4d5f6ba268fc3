import type { PasswordOwner } from '@passeio/contract/users/passwords';
import { type SignUpPayload, signUpPayload } from '@passeio/contract/users/users';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/** Names of the form's inputs, and of the API's fields. */
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

/** What a guest person may leave empty. */
export const optionalFields: readonly PersonField[] = ['rg', 'emitter', 'cpf', 'birthdate', 'email'];

/** Error message of one input, by the contract's rule; undefined if it is valid. */
export function checkPersonField(name: string, typed: string): string | undefined {
  if (!isPersonField(name)) return undefined;
  return signUpPayload.shape[payloadNames[name]].safeParse(toWire(name, typed)).error?.issues[0]?.message;
}

/** Parses the form for the API; or returns the error messages by input. */
export function parsePerson(typed: FormData): { payload: SignUpPayload } | { errors: FieldErrors } {
  const values = Object.fromEntries(fieldNames.map((name) => [name, String(typed.get(name) ?? '')]));
  const result = signUpPayload.safeParse(toPayload(values as PersonFormValues));
  if (result.success) return { payload: result.data };
  const messages: FieldErrors = {};
  for (const issue of result.error.issues) messages[String(issue.path[0])] ??= issue.message;
  return { errors: errorsByField(messages) };
}

/** Name and e-mail typed so far: the password must not contain them. */
export function typedOwner(form: HTMLFormElement | null): PasswordOwner {
  const typed = form ? new FormData(form) : new FormData();
  return { name: String(typed.get('fullname') ?? ''), email: String(typed.get('email') ?? '') };
}

/** The form's values under the names of the API. */
export function toPayload(values: PersonFormValues): Record<keyof SignUpPayload, string> {
  const entries = fieldNames.map((name) => [payloadNames[name], toWire(name, values[name])]);
  return Object.fromEntries(entries) as Record<keyof SignUpPayload, string>;
}

/** The API's `fields` by input; others are left out. */
export function errorsByField(fields: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of fieldNames) {
    const message = fields[payloadNames[name]];
    if (message) errors[name] = message;
  }
  return errors;
}

/** Personal data; a guest person may lack some. */
export type PersonalData = { name: string; contact: string } & Record<
  'rg' | 'emitter' | 'cpf' | 'birthdate' | 'email',
  string | null
>;

/** Values of the form's inputs. */
export type PersonFormValues = Record<PersonField, string>;

/** A person as form values. */
export function personFormValues(person: PersonalData): PersonFormValues {
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

/** Only the date has another format in the API. */
export function toWire(name: PersonField, typed: string): string {
  if (name !== 'birthdate' || typed.trim() === '') return typed;
  const [day, month, year] = typed.trim().split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}
