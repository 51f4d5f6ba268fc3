import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { parseCnpj } from '@brazilian-utils/brazilian-utils/parse-cnpj';
import { email, federativeUnits, line, optional, phone } from '../fields.ts';
import { pixKey, pixKeyLabel } from '../payments/pix-key.ts';
import { z } from '../zod.ts';
import { publicSettings } from './settings.ts';

const MAX_TEXT = 50_000;

/** Labels of the fields, in the form's order; also used in errors and in the audit log. */
export const operatorLabels = {
  name: 'Nome',
  legalName: 'Razão social',
  cnpj: 'CNPJ',
  cadastur: 'CADASTUR',
  address: 'Endereço',
  city: 'Cidade',
  state: 'Estado',
  email: 'E-mail',
  phone: 'Telefone',
  whatsapp: 'WhatsApp',
  socialUrl: 'Endereço da rede social',
  socialLabel: 'Nome na rede social',
  openingHours: 'Horário de atendimento',
  timeZone: 'Fuso horário',
  accentColor: 'Cor de destaque',
  pixKey: pixKeyLabel,
  tagline: 'Frase de abertura',
  heroText: 'Texto de abertura',
  contactHtml: 'Texto da página de contato',
  cancellationPolicyHtml: 'Política de cancelamento',
};

const optionalLine = (label: string, max: number) => optional(line(label, { max }));

/** Text in one line: breaks and double spaces become one space. */
const paragraph = (label: string, max: number) =>
  optional(z.preprocess((text) => String(text).replace(/\s+/g, ' '), line(label, { max })));

/** Masked or not, with digits only or with letters (since July 2026); becomes 14 characters in upper case. */
const cnpj = line(operatorLabels.cnpj, { max: 25 })
  .refine((value) => {
    // The library only refuses repeated digits of numeric CNPJs.
    return isValidCnpj(value, { version: /\p{L}/u.test(value) ? 2 : 1 });
  }, 'CNPJ inválido. Confira os caracteres digitados.')
  .transform((value) => parseCnpj(value, { version: 2 }));

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;

// People type "instagram.com/nome" without a scheme.
const withScheme = (address: string) => (HAS_SCHEME.test(address) ? address : `https://${address}`);

function isWebAddress(value: string): boolean {
  const url = URL.parse(withScheme(value));
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.hostname.includes('.') && url.username === '' && url.password === '';
}

/** A URL with or without "https://", normalised; only http and https. */
const webAddress = line(operatorLabels.socialUrl, { max: 300 })
  .refine(isWebAddress, 'Endereço inválido. Use um como https://www.instagram.com/nome.')
  .transform((value) => new URL(withScheme(value)).href);

const richText = (label: string) => z.string().max(MAX_TEXT, `${label}: o texto é longo demais.`);

/** The operator's settings. Unset values are empty; only the name is required. */
const operatorFields = z.strictObject({
  name: line(operatorLabels.name, { min: 2, max: 80 }),
  legalName: optionalLine(operatorLabels.legalName, 120),
  cnpj: optional(cnpj),
  cadastur: optionalLine(operatorLabels.cadastur, 30),
  address: optionalLine(operatorLabels.address, 200),
  city: optionalLine(operatorLabels.city, 80),
  state: z.enum(['', ...federativeUnits], 'Escolha o estado.'),
  email: optional(email),
  phone: optional(phone),
  whatsapp: optional(phone),
  socialUrl: optional(webAddress),
  socialLabel: optionalLine(operatorLabels.socialLabel, 60),
  openingHours: optionalLine(operatorLabels.openingHours, 120),
  timeZone: z.string().refine((name) => timeZoneNames().includes(name), 'Escolha um fuso horário da lista.'),
  accentColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Cor inválida. Use o formato #0b7285.'),
  pixKey: optional(pixKey),
  tagline: paragraph(operatorLabels.tagline, 120),
  heroText: paragraph(operatorLabels.heroText, 400),
  /** HTML; the server stores it sanitised. */
  contactHtml: richText(operatorLabels.contactHtml),
  /** HTML; the server stores it sanitised. */
  cancellationPolicyHtml: richText(operatorLabels.cancellationPolicyHtml),
});
export type OperatorFields = z.output<typeof operatorFields>;
export type OperatorField = keyof OperatorFields;

/** The rule of each field, for forms. */
export const operatorFieldRules = operatorFields.shape;

/** Body of PUT settings/operator: everything, with the `version` that was edited. */
export const operatorUpdate = operatorFields.extend({ version: z.int().min(1) });
export type OperatorUpdate = z.output<typeof operatorUpdate>;

/** The settings for administrators; `version` grows with every change of {@link operatorUpdate}. */
export const operatorSettings = publicSettings
  .omit({ terms: true, access: true, identity: true, demoBankUrl: true })
  .extend({ pixKey: z.string(), version: z.int() });
export type OperatorSettings = z.infer<typeof operatorSettings>;

/** Brazilian time zones, the most used first. Source: IANA tzdata, file "southamerica". */
export const brazilianTimeZones: readonly { name: string; label: string }[] = [
  { name: 'America/Sao_Paulo', label: 'Brasília (Sul, Sudeste, GO, DF)' },
  { name: 'America/Bahia', label: 'Bahia' },
  { name: 'America/Fortaleza', label: 'Ceará, Maranhão, Paraíba, Piauí, Rio Grande do Norte' },
  { name: 'America/Recife', label: 'Pernambuco' },
  { name: 'America/Maceio', label: 'Alagoas, Sergipe' },
  { name: 'America/Belem', label: 'Amapá, leste do Pará' },
  { name: 'America/Santarem', label: 'Oeste do Pará' },
  { name: 'America/Araguaina', label: 'Tocantins' },
  { name: 'America/Campo_Grande', label: 'Mato Grosso do Sul' },
  { name: 'America/Cuiaba', label: 'Mato Grosso' },
  { name: 'America/Manaus', label: 'Amazonas' },
  { name: 'America/Eirunepe', label: 'Oeste do Amazonas' },
  { name: 'America/Porto_Velho', label: 'Rondônia' },
  { name: 'America/Boa_Vista', label: 'Roraima' },
  { name: 'America/Rio_Branco', label: 'Acre' },
  { name: 'America/Noronha', label: 'Fernando de Noronha' },
];

/** All time zones of this runtime, the Brazilian ones first, then by name. */
export function timeZoneNames(): string[] {
  const home = brazilianTimeZones.map(({ name }) => name);
  return [...home, ...Intl.supportedValuesOf('timeZone').filter((name) => !home.includes(name))];
}
