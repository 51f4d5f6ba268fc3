import { calendarDate, growing, id, instant } from '../fields.ts';
import { z } from '../zod.ts';

/**
 * How the numbers of a column read: centavos, a count, or tenths of a percent. Of a balance at the beginning the first
 * row counts in the total, of one at the end the last. `each`: the column before by the places of the second one, in
 * centavos, rounded half up; nothing without places.
 */
export const columnKinds = ['cents', 'count', 'permille', 'opening', 'closing', 'each'] as const;
export type ColumnKind = (typeof columnKinds)[number];

interface ColumnOf {
  label: string;
  kind: ColumnKind;
}
interface ReportText {
  /** In the page's address. */
  slug: string;
  title: string;
  /** What is counted, and by which day. */
  about: string;
  /** What its rows are. */
  row: string;
  columns: readonly ColumnOf[];
  /** The column that is drawn. */
  plot: number;
  /** The report that stands beside it, on its page. */
  beside?: string;
}

const cents = (label: string): ColumnOf => ({ label, kind: 'cents' });
const count = (label: string): ColumnOf => ({ label, kind: 'count' });
const sold = [count('Reservas'), count('Vagas'), cents('Valor')];
const soldOf = [...sold, cents('Recebido')];
const MADE = 'Reservas feitas no período que continuam valendo';

/** The reports, in the order of their menu; the values of a row have the order of the columns. */
export const reports = {
  revenue_by_month: {
    slug: 'receita',
    title: 'Receita por mês',
    about:
      'Dinheiro que entrou e que voltou, pelo dia do pagamento. Lançamentos estornados não contam. Créditos e vales usados foram recebidos antes.',
    row: 'Mês',
    columns: [
      ...[cents('Recebido'), cents('Devolvido'), cents('Saldo'), cents('Taxas')],
      ...[cents('Créditos e vales usados'), cents('Vales vendidos')],
    ],
    plot: 2,
  },
  revenue_by_method: {
    slug: 'formas-de-pagamento',
    title: 'Receita por forma de pagamento',
    about:
      'O mesmo dinheiro da receita por mês, por forma de pagamento. Créditos e vales usados foram recebidos antes: estão na última coluna.',
    row: 'Forma',
    columns: [
      count('Lançamentos'),
      ...[cents('Recebido'), cents('Devolvido'), cents('Saldo'), cents('Taxas')],
      cents('Créditos e vales usados'),
    ],
    plot: 3,
  },
  occupancy: {
    slug: 'ocupacao',
    title: 'Ocupação',
    about: 'Saídas do período, pelo dia da partida.',
    row: 'Saída',
    columns: [count('Lotação'), count('Ocupadas'), count('Livres'), { label: 'Ocupação', kind: 'permille' }],
    plot: 3,
  },
  lead_time: {
    slug: 'antecedencia',
    title: 'Antecedência',
    about: `${MADE}, pelos dias entre a reserva e a partida.`,
    row: 'Dias antes',
    columns: sold,
    plot: 0,
  },
  by_channel: { slug: 'canais', title: 'Por canal', about: `${MADE}.`, row: 'Canal', columns: sold, plot: 2 },
  by_source: {
    slug: 'origens',
    title: 'De onde vêm as vendas',
    about:
      'Reservas que valem das saídas do período, pelo último link, anúncio ou site que trouxe o cliente nos 30 dias antes. Os anúncios são os informados no financeiro de cada passeio.',
    row: 'Origem',
    columns: [...soldOf, cents('Anúncios'), { label: 'Anúncios por vaga', kind: 'each' }],
    plot: 1,
    beside: 'by_seller',
  },
  by_seller: {
    slug: 'vendedores',
    title: 'Por vendedor',
    about: 'As mesmas reservas, por quem vendeu, com a comissão do que já se recebeu.',
    row: 'Vendedor',
    columns: [...soldOf, cents('Comissão'), { label: 'Comissão por vaga', kind: 'each' }],
    plot: 1,
  },
  by_boarding_point: {
    slug: 'embarques',
    title: 'Por ponto de embarque',
    about: `${MADE}, pelo ponto de cada pessoa.`,
    row: 'Ponto',
    columns: [count('Pessoas'), cents('Valor')],
    plot: 0,
  },
  by_fare: {
    slug: 'tarifas',
    title: 'Por tarifa',
    about: `${MADE}: preço das tarifas, sem descontos e adicionais.`,
    row: 'Tarifa',
    columns: [count('Pessoas'), cents('Valor')],
    plot: 1,
  },
  by_extra: {
    slug: 'adicionais',
    title: 'Por adicional',
    about: `${MADE}: adicionais e quartos que os passeios vendem.`,
    row: 'Adicional',
    columns: [count('Quantidade'), cents('Valor')],
    plot: 1,
  },
  cancellations: {
    slug: 'cancelamentos',
    title: 'Cancelamentos',
    about: 'Reservas canceladas no período, pelo dia do cancelamento, com o que já se devolveu delas.',
    row: 'Mês',
    columns: [...sold, cents('Multa retida'), cents('Devolvido'), cents('A devolver')],
    plot: 0,
  },
  refunds: {
    slug: 'devolucoes',
    title: 'Devoluções',
    about: 'Devoluções pagas no período, também como crédito ou para vale-presente, pelo motivo.',
    row: 'Motivo',
    columns: [count('Devoluções'), cents('Valor')],
    plot: 1,
  },
  returning_clients: {
    slug: 'clientes-que-voltam',
    title: 'Clientes que voltam',
    about: `${MADE}, por quantas reservas o cliente fez até o fim do período.`,
    row: 'Cliente',
    columns: [count('Clientes'), count('Reservas'), cents('Valor')],
    plot: 0,
  },
  cash_flow: {
    slug: 'fluxo-de-caixa',
    title: 'Fluxo de caixa',
    about: 'O que entrou menos o que voltou, e o que as reservas ainda devem, pelo vencimento de cada parcela.',
    row: 'Mês',
    columns: [cents('Recebido'), cents('A receber'), cents('Total')],
    plot: 2,
  },
  cash_book: {
    slug: 'livro-caixa',
    title: 'Livro-caixa',
    about:
      'Por dia: saldo anterior, o que entrou, o que saiu e o saldo, com os vales vendidos e as comissões pagas. Estornos aparecem no dia em que foram lançados. Sem créditos e vales usados, e antes das taxas.',
    row: 'Dia',
    columns: [
      ...[{ label: 'Saldo anterior', kind: 'opening' as const }, cents('Entradas'), cents('Saídas')],
      { label: 'Saldo', kind: 'closing' as const },
    ],
    plot: 3,
  },
  invoices: {
    slug: 'notas-fiscais',
    title: 'Notas fiscais por mês',
    about:
      'Notas que valem, emitidas por aqui, pelo dia em que o governo autorizou, ao lado do que entrou menos o que voltou, pelo dia do pagamento. Das informadas por número não sabemos o valor.',
    row: 'Mês',
    columns: [
      ...[count('Notas'), cents('Valor das notas'), count('Informadas por número')],
      ...[cents('Saldo recebido'), cents('Recebido menos notas')],
    ],
    plot: 1,
  },
  results: {
    slug: 'resultado',
    title: 'Resultado das saídas',
    about: 'Saídas do período: o que se recebeu delas menos os custos informados.',
    row: 'Saída',
    columns: [
      count('Vagas confirmadas'),
      cents('Recebido'),
      cents('Custos'),
      cents('Resultado'),
      cents('Falta receber'),
    ],
    plot: 3,
  },
} as const satisfies Record<string, ReportText>;
export type ReportKey = keyof typeof reports;
export const reportKeys = Object.keys(reports) as [ReportKey, ...ReportKey[]];
export const reportText = (key: ReportKey): ReportText => reports[key];
/** The reports on the page of one, and the key of that page. */
export function pageOf(key: ReportKey): [ReportKey, ...ReportKey[]] {
  const main = reportKeys.find((one) => reportText(one).beside === key) ?? key;
  return [main, ...reportKeys.filter((one) => reportText(main).beside === one)];
}

const MAX_DAYS = 1_830;
const DAY_MS = 86_400_000;

/** Days of the operator's calendar, both included, by default this year; and perhaps one trip. */
export const periodFields = { from: calendarDate.optional(), to: calendarDate.optional(), tripId: id.optional() };
interface AskedPeriod {
  from?: string | undefined;
  to?: string | undefined;
}
export interface Period {
  from: string;
  to: string;
  tripId?: string | undefined;
}

/** The rules of a query with a period. */
export function inOrder<Schema extends z.ZodType<AskedPeriod>>(schema: Schema) {
  return schema
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      error: 'Informe o começo e o fim.',
    })
    .refine(({ from = '', to = '' }) => from <= to, { path: ['to'], error: 'O fim vem depois do começo.' })
    .refine(({ from = '', to = '' }) => !(Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS), {
      path: ['to'],
      error: 'Escolha um período de até 5 anos.',
    });
}

export const reportQuery = inOrder(z.strictObject({ ...periodFields, report: z.enum(reportKeys) }));
export type ReportQuery = z.output<typeof reportQuery>;

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportExportQuery = inOrder(
  z.strictObject({ ...periodFields, report: z.enum(reportKeys), format: z.enum(reportFormats) }),
);

/** Null: nothing to say, as what each of no places costs. */
const values = z.array(z.int().nullable());

/** A report of a period; `totals` sums the columns that can be summed. */
export const report = z.object({
  report: growing(reportKeys),
  from: calendarDate,
  to: calendarDate,
  trip: z.object({ id, title: z.string(), date: instant }).nullable(),
  rows: z.array(z.object({ label: z.string(), values })),
  totals: values,
});
export type Report = z.infer<typeof report>;

/** Whether a column has centavos. */
export const isMoney = (kind: ColumnKind) => kind !== 'count' && kind !== 'permille';

/** What each of so many costs, in centavos; null of none. */
export const centsOfEach = (cents: number, count: number) => (count === 0 ? null : Math.round(cents / count));
/** Tenths of a percent as people read them, as in "87,5%". */
export const permilleOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part * 1_000) / whole));
export const shareText = (permille: number) => `${(permille / 10).toLocaleString('pt-BR')}%`;
