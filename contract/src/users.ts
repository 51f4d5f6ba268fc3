import { birthdate, cpf, email, id, instant, line, phone } from './fields.ts';
import { pageInfo, pageNumber, pageSize } from './pages.ts';
import { z } from './zod.ts';

export const roles = ['ADMIN', 'OPERATOR', 'CLIENT'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Role as people read it. */
export const roleLabels: Record<Role, string> = {
  ADMIN: 'Administrador',
  OPERATOR: 'Operador',
  CLIENT: 'Cliente',
};

const personalFields = {
  name: line('Nome completo', { min: 3, max: 120 }).refine(
    (value) => /\p{L}.*\s.*\p{L}/u.test(value),
    'Nome completo: informe nome e sobrenome.',
  ),
  rg: line('RG', { min: 3, max: 20 }).regex(/^[\dA-Za-z.\-/ ]+$/, 'RG: use apenas letras, números, ponto e hífen.'),
  emitter: line('Órgão emissor', { min: 2, max: 40 }),
  cpf,
  birthdate,
  contact: phone,
};

/** The sign-up payload. The password never comes here: it belongs to the identity provider. */
export const signUpPayload = z.strictObject({ ...personalFields, email });
export type SignUpPayload = z.infer<typeof signUpPayload>;

/** Change of the own profile; what is left out stays as it is. The e-mail belongs to the identity provider. */
export const profileChange = z
  .strictObject(personalFields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Informe ao menos um dado para alterar.');
export type ProfileChange = z.infer<typeof profileChange>;

/** A person as the API answers it. `contact` is E.164, `cpf` 11 digits, `birthdate` "YYYY-MM-DD". */
export const userProfile = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  cpf: z.string(),
  rg: z.string(),
  emitter: z.string(),
  birthdate: z.string(),
  contact: z.string(),
  createdAt: instant,
});
export type UserProfile = z.infer<typeof userProfile>;

/** The own profile: also whether the identity provider has seen proof that the e-mail is the person's. */
export const ownProfile = userProfile.extend({ emailConfirmed: z.boolean() });
export type OwnProfile = z.infer<typeof ownProfile>;

/** An open session: a browser in which the person is signed in. `device` as in "Chrome, Android". */
export const userSession = z.object({
  id,
  device: z.string(),
  address: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

/** Open sessions, the last seen first; null where the identity provider does not tell. */
export const userSessionList = z.object({ data: z.array(userSession).nullable() });

/** Issuers offered while typing; any other text is accepted. Source: domain facts, "Law and paper". */
export const issuerSuggestions = [
  'SSP',
  'PC',
  'DETRAN',
  'SESP',
  'SDS',
  'SEJUSP',
  'SJS',
  'SPTC',
  'DIC',
  'IFP',
  'IGP',
  'ITEP',
  'PF',
  'PM',
  'Marinha',
  'Exército',
  'Aeronáutica',
  'MTE',
  'OAB',
  'CRM',
  'COREN',
  'CREA',
  'Cartório',
] as const;

/** Filters of the list of people. `q` looks in name, e-mail and CPF, ignoring case, accents and masks. */
export const userFilters = z.strictObject({
  q: line('Busca', { max: 100 }).optional(),
  role: role.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(20),
});
export type UserFilters = z.output<typeof userFilters>;

export const userList = z.object({ data: z.array(userProfile), page: pageInfo });
export type UserList = z.infer<typeof userList>;
