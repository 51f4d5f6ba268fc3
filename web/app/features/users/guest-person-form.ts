import { type GuestPerson, guestPerson, type PersonCompletion } from '@passeio/contract/users';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/** Fields of the form, by their names on the page, and what each is called in the API. */
const payloadNames = {
  fullname: 'name',
  contact: 'contact',
  cpf: 'cpf',
  rg: 'rg',
  emitter: 'emitter',
  birthdate: 'birthdate',
  email: 'email',
} as const satisfies Record<string, keyof GuestPerson>;

export type GuestField = keyof typeof payloadNames;
const fieldNames = Object.keys(payloadNames) as GuestField[];

/** What is known of a guest person; missing data is null. */
export type KnownPerson = { [Name in keyof GuestPerson]-?: string | null } & { name: string; contact: string };

/** Error message of one field, by the contract's rule; undefined if it is valid. */
export function checkGuestField(name: string, typed: string): string | undefined {
  if (!(name in payloadNames)) return undefined;
  const field = name as GuestField;
  const result = guestPerson.shape[payloadNames[field]].safeParse(toWire(field, typed));
  return result.success ? undefined : result.error.issues[0]?.message;
}

/** Parses the form for the API; or returns the error messages by field. */
export function parseGuestPerson(typed: FormData): { person: GuestPerson } | { errors: FieldErrors } {
  const candidate = Object.fromEntries(
    fieldNames.map((name) => [payloadNames[name], toWire(name, String(typed.get(name) ?? ''))]),
  );
  const result = guestPerson.safeParse(candidate);
  if (result.success) return { person: result.data };
  const sentences: Record<string, string> = {};
  for (const issue of result.error.issues) sentences[String(issue.path[0])] ??= issue.message;
  return { errors: guestFieldErrors(sentences) };
}

/** The API's `fields` under the names of the form, also where the person is a part of the body. */
export function guestFieldErrors(fields: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of fieldNames) {
    const sentence = fields[payloadNames[name]] ?? fields[`person.${payloadNames[name]}`];
    if (sentence) errors[name] = sentence;
  }
  return errors;
}

/** A guest person as form values. */
export function guestFormValues(known: KnownPerson): Record<GuestField, string> {
  return {
    fullname: known.name,
    contact: formatContact(known.contact),
    cpf: known.cpf ? formatDocumentCpf(known.cpf) : '',
    rg: known.rg ?? '',
    emitter: known.emitter ?? '',
    birthdate: known.birthdate ? formatCalendarDate(known.birthdate) : '',
    email: known.email ?? '',
  };
}

/** What differs between what is known and what was typed. */
export function completionOf(known: KnownPerson, typed: GuestPerson): PersonCompletion {
  const changed = Object.entries(typed).filter(([name, value]) => known[name as keyof KnownPerson] !== value);
  return Object.fromEntries(changed);
}

/** An empty field that may be empty is nothing; only the date is typed in another form than the API's. */
function toWire(name: GuestField, typed: string): string | null {
  const text = typed.trim();
  if (text === '' && name !== 'fullname' && name !== 'contact') return null;
  if (name !== 'birthdate') return text;
  const [day, month, year] = text.split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}
