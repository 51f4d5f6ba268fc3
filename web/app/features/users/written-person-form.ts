import { type PersonCompletion, type WrittenPerson, writtenPerson } from '@passeio/contract/users';
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
} as const satisfies Record<string, keyof WrittenPerson>;

export type WrittenField = keyof typeof payloadNames;
const fieldNames = Object.keys(payloadNames) as WrittenField[];

/** What is known of somebody whom staff writes down; what is not told yet is null. */
export type KnownPerson = { [Name in keyof WrittenPerson]-?: string | null } & { name: string; contact: string };

/** The sentence for what is wrong with one field, by the contract's own rule; undefined if nothing is. */
export function checkWrittenField(name: string, typed: string): string | undefined {
  if (!(name in payloadNames)) return undefined;
  const field = name as WrittenField;
  const result = writtenPerson.shape[payloadNames[field]].safeParse(toWire(field, typed));
  return result.success ? undefined : result.error.issues[0]?.message;
}

/** What was typed, ready for the API, or the sentences for the fields that are wrong. */
export function readWrittenPerson(typed: FormData): { person: WrittenPerson } | { errors: FieldErrors } {
  const candidate = Object.fromEntries(
    fieldNames.map((name) => [payloadNames[name], toWire(name, String(typed.get(name) ?? ''))]),
  );
  const result = writtenPerson.safeParse(candidate);
  if (result.success) return { person: result.data };
  const sentences: Record<string, string> = {};
  for (const issue of result.error.issues) sentences[String(issue.path[0])] ??= issue.message;
  return { errors: writtenErrors(sentences) };
}

/** The API's `fields` under the names of the form, also where the person is a part of the body. */
export function writtenErrors(fields: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of fieldNames) {
    const sentence = fields[payloadNames[name]] ?? fields[`person.${payloadNames[name]}`];
    if (sentence) errors[name] = sentence;
  }
  return errors;
}

/** Somebody as the form shows them. */
export function typedWrittenPerson(known: KnownPerson): Record<WrittenField, string> {
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
export function completionOf(known: KnownPerson, typed: WrittenPerson): PersonCompletion {
  const changed = Object.entries(typed).filter(([name, value]) => known[name as keyof KnownPerson] !== value);
  return Object.fromEntries(changed);
}

/** An empty field that may be empty is nothing; only the date is typed in another form than the API's. */
function toWire(name: WrittenField, typed: string): string | null {
  const text = typed.trim();
  if (text === '' && name !== 'fullname' && name !== 'contact') return null;
  if (name !== 'birthdate') return text;
  const [day, month, year] = text.split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}
