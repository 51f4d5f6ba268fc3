import { calendarDate, growing, line, optional, text, timeOfDay } from '../fields.ts';
import type { TripMeans } from '../means.ts';
import { keysOf, pluck } from '../table.ts';
import { z } from '../zod.ts';

/** The means that a trip can have, as staff reads them. */
const tripMeans: Record<TripMeans, string> = { both: 'Pix e cartão', pix: 'Só Pix', card: 'Só cartão' };
const tripMeansKeys = keysOf(tripMeans);

/** Sections of the editor. */
export type TripSection =
  | 'basico'
  | 'quando'
  | 'preco'
  | 'adicionais'
  | 'quartos'
  | 'a-quem-viaja'
  | 'vagas'
  | 'embarque'
  | 'roteiro'
  | 'listas'
  | 'riscos'
  | 'perguntas'
  | 'cancelamento'
  | 'fotos';

/** The entry of a field with schemas, columns and inputs of its own, as the fares. */
interface OwnEntry {
  /** In what somebody else changed, and in audit entries. */
  label: string;
  /** In audit entries, instead of `label`. */
  auditLabel?: string;
  section: TripSection;
}

/** The entry of a field that is one value in one column, its key in snake case. */
export interface TripEntry extends OwnEntry {
  /** In requests; a new one is optional, because older programs do not send it. Absent: as before. */
  schema: z.ZodType;
  /** In answers; a new one has a default, because an older server does not send it. */
  answer: z.ZodType;
  /** What a new trip has of which nothing is said. */
  usual: unknown;
  input: {
    kind: 'line' | 'text' | 'html' | 'lines' | 'number' | 'day' | 'switch' | 'choice';
    /** Instead of the entry's. */
    label?: string;
    hint?: string;
    /** In characters; a `text` says how many are too many. */
    max?: number;
    unit?: string;
    /** What a number is that is left empty; without it one has to be written. */
    whenEmpty?: number | null;
    choices?: Record<string, string>;
    /** Drawn by its section, beside what belongs to it. */
    apart?: true;
  };
}

/** Maximum letters of what is said of the transport. */
export const MAX_VEHICLE = 80;
const MAX_HOTEL = 120;
const MAX_CAPACITY = 1_000;
const MAX_DESCRIPTION = 50_000;
const MAX_LIST = 60;
const MAX_NICKNAMES = 20;
const MAX_RISKS = 2_000;
const MAX_SUMMARY = 240;

const words = { answer: z.string(), usual: '' };
const flag = { schema: z.boolean(), answer: z.boolean(), usual: false };
const newFlag = { ...flag, schema: z.boolean('Informe sim ou não.').optional() };

function lines(label: string) {
  const limit = `${label}: use no máximo ${MAX_LIST} itens.`;
  return {
    label,
    section: 'listas' as const,
    schema: z.array(line(label, { max: 200 })).max(MAX_LIST, limit),
    answer: z.array(z.string()),
    usual: [] as string[],
    input: { kind: 'lines' as const, apart: true as const },
  };
}

/**
 * The fields of a trip, in the editor's order. Of a {@link TripEntry} requests and answers, columns, inputs and audit
 * follow; of the others labels and sections.
 */
export const tripTable = {
  title: {
    label: 'Título',
    section: 'basico',
    schema: line('Título', { min: 3, max: 120 }),
    ...words,
    input: { kind: 'line', max: 120 },
  },
  summary: {
    label: 'Resumo',
    section: 'basico',
    schema: text('Resumo', { max: MAX_SUMMARY }),
    ...words,
    input: {
      kind: 'text',
      hint: `Uma ou duas frases para os cartões do portal, com até ${MAX_SUMMARY} caracteres`,
      max: MAX_SUMMARY,
    },
  },
  /** HTML; the server stores it sanitised. */
  description: {
    label: 'Descrição',
    section: 'basico',
    schema: z.string().max(MAX_DESCRIPTION, 'Descrição: o texto é longo demais.'),
    ...words,
    input: { kind: 'html', hint: 'Pode colar do Word ou do WhatsApp: o texto fica limpo' },
  },
  showDescription: {
    label: 'Descrição na janela do passeio',
    auditLabel: 'Descrição em duas colunas',
    section: 'basico',
    ...flag,
    input: {
      kind: 'switch',
      label: 'Mostrar a descrição na janela do passeio',
      hint: 'A página do passeio mostra sempre',
    },
  },
  /** How people call it, as in "Capi"; read where what they ask by WhatsApp is answered without a person. */
  nicknames: {
    label: 'Apelidos',
    section: 'basico',
    schema: z
      .array(line('Apelido', { max: 60 }))
      .max(MAX_NICKNAMES, `Apelidos: use no máximo ${MAX_NICKNAMES}.`)
      .optional(),
    answer: z.array(z.string()).default([]),
    usual: [] as string[],
    input: { kind: 'lines', hint: 'Como as pessoas chamam este passeio quando perguntam no WhatsApp. Um por linha' },
  },
  date: { label: 'Saída', section: 'quando' },
  returnDate: { label: 'Volta', section: 'quando' },
  fares: { label: 'Tarifas', section: 'preco' },
  depositPercent: {
    label: 'Sinal',
    auditLabel: 'Sinal (%)',
    section: 'preco',
    schema: z.int('Informe o sinal.').min(0, 'Use de 0 a 100%.').max(100, 'Use de 0 a 100%.'),
    answer: z.int(),
    usual: 30,
    input: { kind: 'number', unit: '%', max: 3, apart: true },
  },
  /** Hours before departure; null: the operator's setting. */
  balanceDueHours: {
    label: 'Prazo do restante',
    section: 'preco',
    schema: z
      .int('Informe as horas, ou deixe vazio para o padrão.')
      .min(1, 'Use 1 hora ou mais.')
      .max(8_760, 'Use no máximo um ano.')
      .nullable()
      .default(null),
    answer: z.int().nullable(),
    usual: null as number | null,
    input: {
      kind: 'number',
      label: 'Restante até quantas horas antes da saída',
      hint: 'Vazio: o padrão das configurações',
      unit: 'h',
      max: 4,
      whenEmpty: null,
      apart: true,
    },
  },
  paymentPlan: { label: 'Parcelas', section: 'preco' },
  /** Means by which it may be paid. */
  paymentMeans: {
    label: 'Formas de pagamento',
    section: 'preco',
    schema: z.enum(tripMeansKeys, 'Escolha como o passeio pode ser pago.').optional(),
    answer: growing(tripMeansKeys).default('both'),
    usual: 'both' as TripMeans,
    input: { kind: 'choice', choices: tripMeans, apart: true },
  },
  extras: { label: 'Adicionais', section: 'adicionais' },
  roomTypes: { label: 'Quartos', section: 'quartos' },
  /** Where the people of a trip with nights sleep; empty: not known yet. */
  hotel: {
    label: 'Hotel',
    section: 'quartos',
    schema: optional(line('Hotel', { max: MAX_HOTEL })).optional(),
    answer: z.string().default(''),
    usual: '',
    input: {
      kind: 'line',
      hint: 'Nome e cidade. Aparece na página do passeio, no voucher e na lista de quartos',
      max: MAX_HOTEL,
      apart: true,
    },
  },
  /** From when on, as "14:30": the first such time after the departure. */
  hotelArrival: {
    label: 'Chegada ao hotel',
    section: 'quartos',
    schema: optional(timeOfDay).optional(),
    answer: z.string().default(''),
    usual: '',
    input: { kind: 'line', hint: 'Horário, como 14:30. Vazio: ainda não se sabe', max: 5, apart: true },
  },
  /** Days before the departure on which a person who shares with nobody yet gets a single; null: never. */
  shareDecisionDays: {
    label: 'Prazo para achar com quem dividir',
    section: 'quartos',
    schema: z
      .int('Informe os dias, ou deixe vazio.')
      .min(0, 'Use de 0 a 365 dias.')
      .max(365, 'Use de 0 a 365 dias.')
      .nullable()
      .optional(),
    answer: z.int().nullable().default(null),
    usual: null as number | null,
    input: {
      kind: 'number',
      label: 'Quem divide e ainda não tem par vira single quantos dias antes da saída',
      hint: 'Vazio: a equipe resolve. O cliente lê o prazo ao reservar e recebe um aviso uma semana antes',
      unit: 'dias',
      max: 3,
      whenEmpty: null,
      apart: true,
    },
  },
  questions: {
    label: 'Perguntas aos participantes',
    auditLabel: 'Perguntas a quem viaja',
    section: 'a-quem-viaja',
  },
  vehicleIds: { label: 'Veículos com poltronas', section: 'vagas' },
  /** Whether clients choose the seats of their party; needs vehicles. */
  seatChoice: {
    label: 'Cliente escolhe a poltrona',
    section: 'vagas',
    ...newFlag,
    input: { kind: 'switch', hint: 'Na página da reserva, até a saída, entre as que estão livres', apart: true },
  },
  /** Whether the system seats people without a seat when the departure is near (`SEATING_HOURS`). */
  autoSeating: {
    label: 'Distribuir poltronas sozinho',
    section: 'vagas',
    ...newFlag,
    usual: true,
    input: { kind: 'switch', apart: true },
  },
  /** What is said of the transport; of a trip with vehicles the server writes their names. */
  vehicle: {
    label: 'Veículo',
    section: 'vagas',
    schema: text('Veículo', { max: MAX_VEHICLE }),
    ...words,
    input: { kind: 'line', hint: 'Escolha ou escreva', max: MAX_VEHICLE, apart: true },
  },
  capacity: {
    label: 'Vagas',
    auditLabel: 'Lotação',
    section: 'vagas',
    schema: z
      .int('Informe o número de vagas.')
      .min(1, 'Informe pelo menos 1 vaga.')
      .max(MAX_CAPACITY, 'Use no máximo 1.000 vagas.'),
    answer: z.int(),
    usual: 1,
    input: { kind: 'number', max: 4, apart: true },
  },
  minParticipants: {
    label: 'Lotação mínima',
    section: 'vagas',
    schema: z.int('Informe o mínimo.').min(0, 'Use 0 para não haver mínimo.').max(MAX_CAPACITY),
    answer: z.int(),
    usual: 0,
    input: {
      kind: 'number',
      hint: '0: o passeio sai com qualquer número',
      max: 4,
      whenEmpty: 0,
      apart: true,
    },
  },
  decisionDate: {
    label: 'Confirmação até',
    section: 'vagas',
    schema: calendarDate.refine((day) => day >= '2000', 'Data inválida. Confira o dia, o mês e o ano.').nullable(),
    answer: calendarDate.nullable(),
    usual: null as string | null,
    input: { kind: 'day', hint: 'Dia em que se decide se o passeio sai', apart: true },
  },
  interstate: {
    label: 'Viagem interestadual',
    section: 'vagas',
    ...flag,
    input: { kind: 'switch', hint: 'Pede documento com foto e lista de passageiros' },
  },
  /** Whether clients ask, and the operator accepts or refuses, before places are theirs. */
  onRequest: {
    label: 'Reserva sob consulta',
    section: 'vagas',
    ...flag,
    schema: z.boolean('Informe sim ou não.').default(false),
    input: {
      kind: 'switch',
      hint: 'O cliente faz um pedido, com as vagas guardadas, e só paga depois que a equipe aceitar',
    },
  },
  boardingPoints: { label: 'Pontos de embarque', section: 'embarque' },
  itinerary: { label: 'Roteiro', section: 'roteiro' },
  included: lines('O que está incluso'),
  excluded: lines('O que não está incluso'),
  bring: lines('O que levar'),
  risks: {
    label: 'Riscos e cuidados',
    auditLabel: 'Riscos',
    section: 'riscos',
    schema: text('Riscos', { max: MAX_RISKS }),
    ...words,
    input: { kind: 'text', max: MAX_RISKS },
  },
  faq: { label: 'Perguntas e respostas', section: 'perguntas' },
  cancellationTiers: { label: 'Cancelamento', auditLabel: 'Multas de cancelamento', section: 'cancelamento' },
} satisfies Record<string, TripEntry | OwnEntry>;
type Table = typeof tripTable;

/** The fields that are one value in one column. */
export type TripField = { [Key in keyof Table]: Table[Key] extends TripEntry ? Key : never }[keyof Table];
export const tripFields = keysOf(tripTable).filter((field): field is TripField => 'input' in tripTable[field]);
export const tripEntries = Object.fromEntries(tripFields.map((field) => [field, tripTable[field]])) as Pick<
  Table,
  TripField
>;

/** The entry of a field, for code that reads any. */
export function tripEntryOf(field: TripField): TripEntry {
  return tripEntries[field];
}

/** The values of these fields in a trip or a draft. */
export function pickTripFields<Values extends Partial<Record<TripField, unknown>>>(values: Values) {
  return Object.fromEntries(tripFields.map((field) => [field, values[field]])) as Pick<Values, TripField>;
}

/** The values of a new trip of which nothing is said. */
export const usualTrip = pluck(tripEntries, 'usual');
