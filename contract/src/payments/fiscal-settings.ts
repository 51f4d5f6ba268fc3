import { growing, instant, line, optional } from '../fields.ts';
import { admin, route } from '../route.ts';
import { z } from '../zod.ts';

const digits = (length: number, sentence: string) =>
  z
    .string(sentence)
    .trim()
    .max(30, { error: sentence, abort: true })
    .regex(new RegExp(`^\\d{${length}}$`), sentence);
const hundredths = (max: number, sentence: string) => z.int(sentence).min(0, sentence).max(max, sentence).nullable();

/** How the operator stands to the Simples Nacional (opSimpNac). */
export const simplesOptions = {
  '1': 'Não optante',
  '2': 'Microempreendedor individual (MEI)',
  '3': 'Microempresa ou empresa de pequeno porte (ME/EPP)',
} as const;

/** The regime by which a micro or small company computes its taxes (regApTribSN). */
export const simplesRegimes = {
  '1': 'Tributos federais e municipal pelo Simples Nacional',
  '2': 'Federais pelo Simples Nacional, ISSQN por fora',
  '3': 'Federais e municipal por fora do Simples Nacional',
} as const;

/** Special regimes of the municipal tax (regEspTrib). */
export const specialRegimes = {
  '0': 'Nenhum',
  '1': 'Ato cooperado',
  '2': 'Estimativa',
  '3': 'Microempresa municipal',
  '4': 'Notário ou registrador',
  '5': 'Profissional autônomo',
  '6': 'Sociedade de profissionais',
} as const;

/** When notes are issued. */
export const issueRules = {
  by_hand: 'Só quando alguém emite',
  all_paid: 'Quando tudo está pago',
  departure: 'Na saída do passeio',
  monthly: 'Todo dia 1º, dos passeios do mês anterior',
} as const;
export type IssueRule = keyof typeof issueRules;

/** Whether clients consume the service themselves (indFinal). */
export const personalUses = { '1': 'Sim', '0': 'Não' } as const;

const choice = <Key extends string>(table: Readonly<Record<Key, string>>, sentence: string) =>
  z.enum(Object.keys(table) as [Key, ...Key[]], sentence);

/** The largest series of applications of one's own. */
export const MAX_SERIES = 49_999;

/**
 * What the operator and its accountant decided about notes, in the codes of the national layout. `rate` and
 * `approximateTaxes` in hundredths of a percent. `ownPercent`: how much of what is received is the operator's own.
 */
export const fiscalSettings = z
  .strictObject({
    municipality: digits(7, 'Use os 7 números do código do município no IBGE.'),
    municipalRegistration: optional(line('Inscrição municipal', { max: 15 })),
    simplesOption: choice(simplesOptions, 'Escolha a situação no Simples Nacional.'),
    simplesRegime: z.union([choice(simplesRegimes, 'Escolha o regime.'), z.literal('')], 'Escolha o regime.'),
    specialRegime: choice(specialRegimes, 'Escolha o regime especial.'),
    serviceCode: digits(6, 'Use os 6 números do código de tributação nacional.'),
    municipalCode: optional(digits(3, 'Use os 3 números do código do município, ou deixe vazio.')),
    nbsCode: digits(9, 'Use os 9 números da NBS.'),
    rate: hundredths(500, 'Use de 0 a 5%, ou deixe vazio.'),
    approximateTaxes: hundredths(9_999, 'Use de 0 a 99,99%.'),
    ownPercent: z.int('Use de 1 a 100.').min(1, 'Use de 1 a 100.').max(100, 'Use de 1 a 100.'),
    series: z
      .int(`Use de 1 a ${MAX_SERIES}.`)
      .min(1, `Use de 1 a ${MAX_SERIES}.`)
      .max(MAX_SERIES, `Use de 1 a ${MAX_SERIES}.`),
    allowsUnnamed: z.boolean('Informe sim ou não.'),
    // Older programs do not send what follows; absent: as before.
    issueRule: choice(issueRules, 'Escolha quando as notas saem.').optional(),
    personalUse: z.union([choice(personalUses, 'Escolha.'), z.literal('')], 'Escolha.').optional(),
    operationIndicator: optional(digits(6, 'Use os 6 números do indicador, ou deixe vazio.')).optional(),
    taxSituation: optional(digits(3, 'Use os 3 números do CST, ou deixe vazio.')).optional(),
    taxClass: optional(digits(6, 'Use os 6 números da classificação, ou deixe vazio.')).optional(),
  })
  .superRefine((settings, context) => {
    const { simplesOption, simplesRegime, specialRegime, approximateTaxes } = settings;
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const isSmallCompany = simplesOption === '3';
    if (isSmallCompany && simplesRegime === '') refuse('simplesRegime', 'Escolha o regime.');
    if (!isSmallCompany && simplesRegime !== '') refuse('simplesRegime', 'Só ME/EPP tem este regime: deixe vazio.');
    if (isSmallCompany && approximateTaxes === null)
      refuse('approximateTaxes', 'Informe a carga tributária aproximada.');
    if (!isSmallCompany && approximateTaxes !== null) refuse('approximateTaxes', 'Só ME/EPP informa: deixe vazio.');
    // Rules E0174 and E0175 of the government.
    const hasNoSpecialRegime = simplesOption === '2' || (isSmallCompany && simplesRegime === '1');
    const { personalUse = '', operationIndicator = '', taxSituation = '', taxClass = '' } = settings;
    const ofConsumption = Object.entries({ personalUse, operationIndicator, taxSituation, taxClass });
    if (ofConsumption.some(([, value]) => value !== '')) {
      for (const [field, value] of ofConsumption)
        if (value === '') refuse(field, 'IBS e CBS: preencha os quatro, ou nenhum.');
    }
    if (hasNoSpecialRegime && specialRegime !== '0') refuse('specialRegime', 'Neste caso, escolha “Nenhum”.');
  });
export type FiscalSettingsDraft = z.output<typeof fiscalSettings>;
export type FiscalSettings = Required<FiscalSettingsDraft>;

const asSettings = 'Vazio, vale o das configurações.';

/** What of the settings is otherwise for a trip; null: as there. */
export const tripFiscalSettings = z.strictObject({
  serviceCode: digits(6, `Use 6 números. ${asSettings}`).nullable(),
  municipalCode: digits(3, `Use 3 números. ${asSettings}`).nullable(),
  nbsCode: digits(9, `Use 9 números. ${asSettings}`).nullable(),
  rate: hundredths(500, `Use de 0 a 5%. ${asSettings}`),
  ownPercent: z.int(`Use de 1 a 100. ${asSettings}`).min(1, 'Use de 1 a 100.').max(100, 'Use de 1 a 100.').nullable(),
});
export type TripFiscalSettings = z.output<typeof tripFiscalSettings>;

/** What a trip has of its own, beside the settings; `settings`: null until they were saved. */
export const tripFiscalState = z.object({
  own: z.object({
    serviceCode: z.string().nullable(),
    municipalCode: z.string().nullable(),
    nbsCode: z.string().nullable(),
    rate: z.int().nullable(),
    ownPercent: z.int().nullable(),
  }),
  usual: z
    .object({
      serviceCode: z.string(),
      municipalCode: z.string(),
      nbsCode: z.string(),
      rate: z.int().nullable(),
      ownPercent: z.int(),
    })
    .nullable(),
});
export type TripFiscalState = z.infer<typeof tripFiscalState>;

/**
 * The settings of notes. `settings`: null until they were saved. `certificate`: which signs; null: this installation
 * issues no notes.
 */
export const fiscalState = z.object({
  settings: z
    .object({
      municipality: z.string(),
      municipalRegistration: z.string(),
      simplesOption: growing(Object.keys(simplesOptions) as FiscalSettings['simplesOption'][]),
      simplesRegime: growing(['', ...Object.keys(simplesRegimes)] as FiscalSettings['simplesRegime'][]),
      specialRegime: growing(Object.keys(specialRegimes) as FiscalSettings['specialRegime'][]),
      serviceCode: z.string(),
      municipalCode: z.string(),
      nbsCode: z.string(),
      rate: z.int().nullable(),
      approximateTaxes: z.int().nullable(),
      ownPercent: z.int(),
      series: z.int(),
      allowsUnnamed: z.boolean(),
      issueRule: growing(Object.keys(issueRules) as IssueRule[]).default('by_hand'),
      personalUse: growing(['', ...Object.keys(personalUses)] as FiscalSettings['personalUse'][]).default(''),
      operationIndicator: z.string().default(''),
      taxSituation: z.string().default(''),
      taxClass: z.string().default(''),
    })
    .nullable(),
  certificate: z
    .object({ name: z.string(), taxId: z.string(), expiresAt: instant, isProduction: z.boolean() })
    .nullable(),
});
export type FiscalState = z.infer<typeof fiscalState>;

/** Labels of what changed, in audit entries. */
export const fiscalLabels: Record<keyof FiscalSettings, string> = {
  municipality: 'Município (IBGE)',
  municipalRegistration: 'Inscrição municipal',
  simplesOption: 'Simples Nacional',
  simplesRegime: 'Regime do Simples Nacional',
  specialRegime: 'Regime especial',
  serviceCode: 'Código de tributação nacional',
  municipalCode: 'Código de tributação municipal',
  nbsCode: 'NBS',
  rate: 'Alíquota do ISSQN (centésimos de %)',
  approximateTaxes: 'Carga tributária aproximada (centésimos de %)',
  ownPercent: 'Parte do preço que é da operadora (%)',
  series: 'Série das notas',
  allowsUnnamed: 'Nota sem CPF ou CNPJ',
  issueRule: 'Quando as notas saem',
  personalUse: 'IBS e CBS: uso pessoal',
  operationIndicator: 'IBS e CBS: indicador da operação',
  taxSituation: 'IBS e CBS: CST',
  taxClass: 'IBS e CBS: classificação',
};

export const fiscalRoutes = {
  readFiscal: route('GET', '/settings/fiscal', {
    access: admin,
    summary: 'What was decided about notes of service, and the certificate that signs them',
    answer: fiscalState,
  }),
  changeFiscal: route('PUT', '/settings/fiscal', {
    access: admin,
    summary: 'Decide about notes of service; notes that were sent stay as they are',
    body: fiscalSettings,
    answer: fiscalState,
  }),
  readTripFiscal: route('GET', '/trips/:tripId/fiscal', {
    access: admin,
    summary: 'What of the settings of notes is otherwise for a trip',
    answer: tripFiscalState,
  }),
  changeTripFiscal: route('PUT', '/trips/:tripId/fiscal', {
    access: admin,
    summary: 'Decide about the notes of a trip; notes that were sent stay as they are',
    body: tripFiscalSettings,
    answer: tripFiscalState,
  }),
};
