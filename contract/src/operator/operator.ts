import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { parseCnpj } from '@brazilian-utils/brazilian-utils/parse-cnpj';
import { email, federativeUnits, line, optional, phone } from '../fields.ts';
import { keysOf, pluck } from '../table.ts';
import { z } from '../zod.ts';
import { pixKey, pixKeyLabel } from './pix-key.ts';
import { operatorProfile } from './settings.ts';

const MAX_TEXT = 50_000;

/** Masked or not, with digits only or with letters (since July 2026); becomes 14 characters in upper case. */
export const cnpj = line('CNPJ', { max: 25 })
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

const MAX_ADDRESS = 300;

/** A URL with or without "https://", normalised; only http and https. */
const webAddress = line('Endereço da rede social', { max: MAX_ADDRESS })
  .refine(isWebAddress, 'Endereço inválido. Use um como https://www.instagram.com/nome.')
  .transform((value) => new URL(withScheme(value)).href);

/** A setting with how the form asks for it; `own`: by a component of its own. */
export interface OperatorSetting<Schema extends z.ZodType<string> = z.ZodType<string>> {
  label: string;
  schema: Schema;
  /** The value in a new installation. */
  default: string;
  /** The page of the settings on which it is. */
  section: 'marca' | 'empresa' | 'contato' | 'pagamento' | 'textos';
  input: 'line' | 'text' | 'html' | 'cnpj' | 'phone' | 'own';
  /** In characters. */
  max?: number;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: 'email' | 'tel' | 'url';
  /** In a row of its own. */
  wide?: boolean;
  /** Audit entries show its last characters only. */
  masked?: boolean;
}

type Rest<Given extends keyof OperatorSetting> = Omit<OperatorSetting, Given | 'default'> & { default?: string };

function setting<Schema extends z.ZodType<string>>(label: string, schema: Schema, rest: Rest<'label' | 'schema'>) {
  return { label, schema, default: '', ...rest } satisfies OperatorSetting<Schema> as OperatorSetting<Schema>;
}

/** A line that may be empty. */
function lineSetting(label: string, max: number, rest: Rest<'label' | 'schema' | 'input' | 'max'>) {
  return setting(label, optional(line(label, { max })), { input: 'line', max, ...rest });
}

/** Text in one paragraph: breaks and double spaces become one space. */
function paragraphSetting(label: string, max: number, rest: Rest<'label' | 'schema' | 'max'>) {
  const oneLine = z.preprocess((text) => String(text).replace(/\s+/g, ' '), line(label, { max }));
  return setting(label, optional(oneLine), { max, ...rest });
}

/** HTML; the server stores it sanitised. */
function htmlSetting(label: string, rest: Rest<'label' | 'schema' | 'input'>) {
  return setting(label, z.string().max(MAX_TEXT, `${label}: o texto é longo demais.`), { input: 'html', ...rest });
}

/**
 * What the operator says about itself, in the form's order. Unset values are empty; only the name is required. The
 * column of `operator` is the key in snake case.
 */
export const operatorTable = {
  name: setting('Nome', line('Nome', { min: 2, max: 80 }), {
    section: 'marca',
    input: 'line',
    hint: 'Como o público conhece vocês',
    max: 80,
    autoComplete: 'organization',
    default: 'Passeio',
  }),
  accentColor: setting(
    'Cor de destaque',
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'Cor inválida. Use o formato #0b7285.'),
    {
      section: 'marca',
      input: 'own',
      hint: 'Dos botões e links. Onde ela não se lê bem, o site a escurece ou clareia sozinho',
      default: '#0b7285',
    },
  ),
  legalName: lineSetting('Razão social', 120, { section: 'empresa', autoComplete: 'organization', wide: true }),
  cnpj: setting('CNPJ', optional(cnpj), {
    section: 'empresa',
    input: 'cnpj',
    hint: 'Da empresa',
    placeholder: '00.000.000/0000-00',
    masked: true,
  }),
  cadastur: lineSetting('CADASTUR', 30, { section: 'empresa', hint: 'No Ministério do Turismo' }),
  address: lineSetting('Endereço', 200, {
    section: 'empresa',
    hint: 'Rua, número, bairro e CEP',
    autoComplete: 'street-address',
    wide: true,
  }),
  city: lineSetting('Cidade', 80, { section: 'empresa', autoComplete: 'address-level2' }),
  state: setting('Estado', z.enum(['', ...federativeUnits], 'Escolha o estado.'), { section: 'empresa', input: 'own' }),
  timeZone: setting(
    'Fuso horário',
    z.string().refine((name) => timeZoneNames().includes(name), 'Escolha um fuso horário da lista.'),
    {
      section: 'empresa',
      input: 'own',
      hint: 'Todas as datas e horários são mostrados neste fuso. Mudar depois muda os horários mostrados dos passeios',
      default: 'America/Sao_Paulo',
    },
  ),
  whatsapp: setting('WhatsApp', optional(phone), {
    section: 'contato',
    input: 'phone',
    hint: 'Para conversas',
    placeholder: '(00) 00000-0000',
  }),
  phone: setting('Telefone', optional(phone), {
    section: 'contato',
    input: 'phone',
    hint: 'Para ligações',
    placeholder: '(00) 0000-0000',
  }),
  email: setting('E-mail', optional(email), {
    section: 'contato',
    input: 'line',
    inputMode: 'email',
    max: 254,
    wide: true,
  }),
  socialUrl: setting('Endereço da rede social', optional(webAddress), {
    section: 'contato',
    input: 'line',
    hint: 'Página no Instagram, Facebook ou outra',
    placeholder: 'instagram.com/nome',
    inputMode: 'url',
    max: MAX_ADDRESS,
  }),
  socialLabel: lineSetting('Nome na rede social', 60, {
    section: 'contato',
    hint: 'Como o endereço aparece no site',
    placeholder: '@nome',
  }),
  openingHours: lineSetting('Horário de atendimento', 120, {
    section: 'contato',
    placeholder: 'Segunda à sexta de 09h às 18h',
    wide: true,
    default: 'Segunda à sexta de 09h às 18h',
  }),
  pixKey: setting(pixKeyLabel, optional(pixKey), {
    section: 'pagamento',
    input: 'own',
    hint: 'CPF, CNPJ, e-mail, celular com DDD ou chave aleatória',
    max: 77,
    masked: true,
  }),
  tagline: paragraphSetting('Frase de abertura', 120, {
    section: 'textos',
    input: 'line',
    hint: 'A frase grande da página inicial',
  }),
  heroText: paragraphSetting('Texto de abertura', 400, {
    section: 'textos',
    input: 'text',
    hint: 'Logo abaixo da frase de abertura',
  }),
  contactHtml: htmlSetting('Texto da página de contato', {
    section: 'textos',
    hint: 'Ao lado dos contatos, na página Contato',
  }),
  cancellationPolicyHtml: htmlSetting('Política de cancelamento', {
    section: 'textos',
    hint: 'Página Política de cancelamento. Quem já reservou fica com as regras que aceitou',
  }),
};

const operatorFields = z.strictObject(pluck(operatorTable, 'schema'));
export type OperatorFields = z.output<typeof operatorFields>;
export type OperatorField = keyof OperatorFields;

export const operatorFieldKeys = keysOf(operatorTable);
export const operatorLabels = pluck(operatorTable, 'label');

/** Body of PUT settings/operator: everything, with the `version` that was edited. */
export const operatorUpdate = operatorFields.extend({ version: z.int().min(1) });
export type OperatorUpdate = z.output<typeof operatorUpdate>;

/** The settings for administrators; `version` grows with every change of {@link operatorUpdate}. */
export const operatorSettings = operatorProfile.extend({ pixKey: z.string(), version: z.int() });
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
