import { birthdate, cpf, email, growing, id, instant, line, phone } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { permissionKeys } from '../permissions.ts';
import { role } from '../roles.ts';
import { z } from '../zod.ts';
import { tidyName } from './names.ts';
import { userProfile } from './own-profile.ts';

// Letters of any script with marks, apostrophes, hyphens, dots, commas, brackets, spaces.
const NAME_CHARACTERS = /^[\p{L}\p{M}'’‘ʼ´`.,()\- ]+$/u;
const NAME_CHARACTERS_AND_DIGITS = /^[\p{L}\p{M}\d'’‘ʼ´`.,()\- ]+$/u;
// "evil.com", but neither "Jr." nor "J.R.R.".
const WEB_ADDRESS = /\.[\p{L}\d][\p{L}\d-]|https?|\bwww\b/iu;
const PILED_UP_MARKS = /\p{M}{4}/u;
const LONG_NUMBER = /\d{3}/;
const TWO_LETTERS = /^\P{L}*\p{L}.*\p{L}/u;

/**
 * A person's name, tidied: no URLs and symbols, because it appears in e-mails and lists. Some people have one name
 * only. With `digits`, staff may number people, as in "Acompanhante 2".
 */
function personName(label: string, { min, digits = false }: { min: number; digits?: boolean }) {
  const characters = digits ? NAME_CHARACTERS_AND_DIGITS : NAME_CHARACTERS;
  return line(label, { min, max: 120 })
    .overwrite(tidyName)
    .refine((name) => !WEB_ADDRESS.test(name), `${label}: escreva só o nome, sem endereço de site.`)
    .refine(
      (name) => characters.test(name) && !PILED_UP_MARKS.test(name) && !LONG_NUMBER.test(name),
      `${label}: use só letras, como no documento.`,
    )
    .refine((name) => TWO_LETTERS.test(name), `${label}: escreva o nome por extenso.`);
}

const personalFields = {
  name: personName('Nome completo', { min: 3 }),
  rg: line('RG', { min: 3, max: 20, whenEmpty: 'Informe o RG.' }).regex(
    /^[\dA-Za-z.\-/ ]+$/,
    'RG: use apenas letras, números, ponto e hífen.',
  ),
  emitter: line('Órgão emissor', { min: 2, max: 40 }),
  cpf,
  birthdate,
  contact: phone,
};

/** The sign-up payload. The password only goes to the identity provider. */
export const signUpPayload = z.strictObject({ ...personalFields, email });
export type SignUpPayload = z.infer<typeof signUpPayload>;

/** The name in a sign-up at the embedded identity provider, for its first e-mails. */
export const identityName = personName('Nome', { min: 2 });

/** A guest person, entered by staff: name and telephone are required, the rest may follow. */
export const guestPerson = z.strictObject({
  name: personName('Nome', { min: 2, digits: true }),
  contact: phone,
  email: email.nullish(),
  cpf: cpf.nullish(),
  rg: personalFields.rg.nullish(),
  emitter: personalFields.emitter.nullish(),
  birthdate: birthdate.nullish(),
});
export type GuestPerson = z.infer<typeof guestPerson>;

/** An edit by staff; omitted fields stay, null deletes. */
export const personCompletion = guestPerson
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Informe ao menos um dado para alterar.');
export type PersonCompletion = z.infer<typeof personCompletion>;

/** An edit of the own profile; omitted fields stay. The e-mail belongs to the identity provider. */
export const profileChange = z
  .strictObject(personalFields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Informe ao menos um dado para alterar.');
export type ProfileChange = z.infer<typeof profileChange>;

/** A person as staff sees them. Guests may lack data. */
const person = userProfile.extend({
  role,
  email: z.string().nullable(),
  cpf: z.string().nullable(),
  rg: z.string().nullable(),
  emitter: z.string().nullable(),
  birthdate: z.string().nullable(),
  hasAccount: z.boolean(),
  isDisabled: z.boolean(),
  /** When the access of staff for a day ends. */
  staffUntil: instant.nullable().optional(),
});
export type Person = z.infer<typeof person>;

/** A masked CPF, as in "•••.•••.247-25": enough to distinguish people. */
export const maskedCpf = z.string();

/** A person in a list, without documents. */
const personSummary = person
  .omit({ cpf: true, rg: true, emitter: true, birthdate: true })
  .extend({ maskedCpf: maskedCpf.nullable() });
export type PersonSummary = z.infer<typeof personSummary>;

/**
 * A person in detail. `version` grows with every change. `emailConfirmed` is null if the identity provider does not
 * say, and for guests. `invitedUntil` is null without a valid invitation. `permissions` are an operator's, null for all
 * of them; `refundLimitCents` is of one reservation, null for none.
 */
export const personDetails = person.extend({
  /** The last characters of documents, which are null then. */
  masked: z.object({ cpf: z.string().optional(), rg: z.string().optional() }).optional(),
  version: z.int(),
  emailConfirmed: z.boolean().nullable(),
  invitedUntil: instant.nullable(),
  permissions: z.array(growing(permissionKeys)).nullable(),
  refundLimitCents: z.int().nullable(),
});
export type PersonDetails = z.infer<typeof personDetails>;

/** What staff reads of one person at a time. */
export const personDocuments = person.pick({ cpf: true, rg: true });
export type PersonDocuments = z.infer<typeof personDocuments>;

const MAX_REFUND_LIMIT_CENTS = 10_000_000;

/** Data that administrators may correct; null deletes what guests may lack. */
const correction = z
  .strictObject({
    name: personalFields.name,
    email: email.nullable(),
    cpf: personalFields.cpf.nullable(),
    rg: personalFields.rg.nullable(),
    emitter: personalFields.emitter.nullable(),
    birthdate: personalFields.birthdate.nullable(),
    contact: personalFields.contact,
    role,
    isDisabled: z.boolean(),
    permissions: z.array(z.enum(permissionKeys)).max(permissionKeys.length).nullable(),
    refundLimitCents: z
      .int('Informe um valor, como 200,00.')
      .min(1, 'Informe um valor maior que zero.')
      .max(MAX_REFUND_LIMIT_CENTS, 'Use um valor de até R$ 100.000,00.')
      .nullable(),
  })
  .partial();

/** Body of PUT users; omitted fields stay. `version` protects changes made meanwhile. */
export const personChange = correction
  .extend({ id, version: z.int().min(1).optional() })
  .refine(
    ({ id: _id, version: _version, ...change }) => Object.keys(change).length > 0,
    'Informe ao menos um dado para alterar.',
  );
export type PersonChange = z.output<typeof personChange>;

/** An open session; `device` as in "Chrome, Android". */
const userSession = z.object({
  id,
  device: z.string(),
  address: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

/** Open sessions, the last seen first; null if the identity provider does not say. */
export const userSessionList = z.object({ data: z.array(userSession).nullable() });

/** Labels of a person's access. */
export const accessLabels = { active: 'Com acesso', disabled: 'Bloqueado', without_account: 'Sem conta' } as const;
export type PersonAccess = keyof typeof accessLabels;
const personAccess = z.enum(Object.keys(accessLabels) as [PersonAccess, ...PersonAccess[]]);

const personSorts = ['name', '-name', '-created'] as const;

/**
 * Filters of the list of people. `q` searches name, e-mail, CPF and telephone, ignoring case, accents and masks; every
 * word must match, one of one or two letters at the beginning of a word.
 */
export const userFilters = z.strictObject({
  q: line('Busca', { max: 100 }).optional(),
  role: role.optional(),
  access: personAccess.optional(),
  sort: z.enum(personSorts).default('name'),
  page: pageNumber.default(1),
  size: pageSize.default(20),
});
export type UserFilters = z.output<typeof userFilters>;

export const userList = z.object({ data: z.array(personSummary), page: pageInfo });
export type UserList = z.infer<typeof userList>;
