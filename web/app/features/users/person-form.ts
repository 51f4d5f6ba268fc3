import { type SignUpPayload, signUpPayload, type UserProfile } from '@passeio/contract/users';
import { formatCalendarDate, formatContact, formatDocumentCpf } from '~/lib/formats';

/** Fields of the form, by their names on the page, and what each is called in the API. */
const payloadNames = {
  fullname: 'name',
  rg: 'rg',
  emitter: 'emitter',
  cpf: 'cpf',
  birthdate: 'birthdate',
  contact: 'contact',
  email: 'email',
} as const satisfies Record<string, keyof SignUpPayload>;

export type PersonField = keyof typeof payloadNames;
const fieldNames = Object.keys(payloadNames) as PersonField[];

/** Sentence beside each field that has something wrong with it. */
export type FieldErrors = Record<string, string>;

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

/** A profile as the form shows it. */
export function typedPerson(profile: Omit<UserProfile, 'role' | 'createdAt' | 'id'>): Record<PersonField, string> {
  return {
    fullname: profile.name,
    rg: profile.rg,
    emitter: profile.emitter,
    cpf: formatDocumentCpf(profile.cpf),
    birthdate: formatCalendarDate(profile.birthdate),
    contact: formatContact(profile.contact),
    email: profile.email,
  };
}

function isPersonField(name: string): name is PersonField {
  return name in payloadNames;
}

/** Only the date is typed in another form than the API's. */
function toWire(name: PersonField, typed: string): string {
  if (name !== 'birthdate') return typed;
  const [day, month, year] = typed.trim().split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}
