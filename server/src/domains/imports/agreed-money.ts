import { moneyText } from '@passeio/contract/money';
import { parseCents, plainText } from '../../platform/spreadsheets/written-values.ts';
import { headerKey } from './find-columns.ts';
import { readPaymentFacts, sumOf, type WrittenPayment } from './payments-of-rows.ts';
import type { WrittenRow } from './written-cells.ts';

/** A reservation of which a file says what it costs and what is paid. */
export interface Priced {
  rows: WrittenRow[];
  /** The price of each person, and the row that names them. */
  people: readonly { row: WrittenRow; cents: number }[];
  depositPercent: number;
  today: string;
  /** What a reservation costs that is here: what the file says of it is nothing new. */
  totalCents?: number;
}

/** `totalCents`: undefined where the prices of the trip hold. `isStated`: payments that words say, not amounts. */
export interface AgreedMoney {
  totalCents: number | undefined;
  payments: WrittenPayment[];
  isStated: boolean;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** What the rows of a reservation say of its money; what is doubtful is asked, or refuses its row. */
export function readMoney(priced: Priced): AgreedMoney {
  const [first] = priced.rows as [WrittenRow];
  const { rows } = priced;
  const written = priced.totalCents ?? readTotal(priced);
  const free = new Set(rows.filter(isCourtesy));
  const people = priced.people.map((one) => (free.has(one.row) ? { ...one, cents: 0 } : one));
  const prices = sum(people.map(({ cents }) => cents));
  const totalCents = written ?? (free.size > 0 ? prices : undefined);
  const due = totalCents ?? prices;
  const paid = rows.flatMap((row) => readPaid(row, { ...priced, people, due }));
  const payments = withoutRepeats(paid, rows, due);
  if (priced.totalCents === undefined && sumOf(payments) > due) {
    const [payer = first] = rows.filter((row) => row.cellsOf('paid').length > 0);
    payer.refuse('paid', `O valor pago, ${moneyText(sumOf(payments))}, passa do valor da reserva, ${moneyText(due)}.`);
  }
  return { totalCents, payments, isStated: paid.some(({ isStated }) => isStated) };
}

const AMOUNT = /^\s*(r\$)?[\s\d.,+-]+$/i;
const isWord = (text: string) => /\p{L}/u.test(text) && !AMOUNT.test(text);

const COURTESY = /^(cortesia|gratis|gratuito|gratuita|free|isento|isenta)$/;
const isCourtesy = (row: WrittenRow) =>
  ['paid', 'total', 'fare', 'status'].some((field) =>
    row.cellsOf(field).some(({ text }) => COURTESY.test(plainText(text))),
  ) || row.cellsOf('paid').some(({ text }) => isWord(text) && !isKnownWord(text) && answerOf(row, text) === 'courtesy');

/**
 * Amounts that differ from row to row are per head and added; equal ones are compared with the prices of the trip, and
 * where both may be meant somebody is asked.
 */
function readTotal({ rows, people }: Priced): number | undefined {
  const amounts = rows.flatMap((row) => {
    const [cell] = row.cellsOf('total');
    const cents = cell && !COURTESY.test(plainText(cell.text)) ? row.centsOf('total', cell) : undefined;
    return cell && cents !== undefined ? [{ row, cents, header: row.sheet.headerOf(cell.column) }] : [];
  });
  const [one] = amounts;
  if (!one) return undefined;
  const heads = (row: WrittenRow) => people.filter((person) => person.row === row).length;
  const perHead = () =>
    amounts.length > 1
      ? sum(amounts.map(({ row, cents }) => cents * Math.max(heads(row), 1)))
      : one.cents * Math.max(people.length, 1);
  if (people.length < 2 || amounts.every(({ cents }) => cents === 0)) return one.cents;
  if (/por (pessoa|cabeca|passageiro)|individual|unitario|cada/.test(plainText(one.header))) return perHead();
  if (amounts.some(({ cents }) => cents !== one.cents)) return sum(amounts.map(({ cents }) => cents));
  if (/total|reserva|familia|grupo/.test(plainText(one.header))) return one.cents;
  const prices = sum(people.map(({ cents }) => cents));
  if (one.cents === prices) return one.cents;
  if (amounts.length > 1 && perHead() === prices) return prices;
  const isPrice = people.some(({ cents }) => cents === one.cents);
  if (amounts.length === 1 && !isPrice) return one.cents;
  const answer = one.row.sheet.ask(
    {
      key: `amounts:${headerKey(one.header)}`,
      text: `“${one.header}” é o valor de cada pessoa ou da reserva inteira?`,
      choices: [
        { value: 'person', label: 'De cada pessoa' },
        { value: 'reservation', label: 'Da reserva inteira' },
      ],
    },
    one.row.line,
  );
  if (!answer) return one.row.refuse('total', 'Não sabemos se o valor é por pessoa. Responda acima.');
  return answer === 'person' ? perHead() : one.cents;
}

type Paying = Priced & { due: number };
type Paid = WrittenPayment & { isStated: boolean };

const FULL =
  /^(pago|paga|pg|pgo|quitado|quitada|pago total|total pago|pago integral|integral|tudo pago|pagou tudo|pago tudo)( (no|em|via|por|com))?( (pix|dinheiro|cartao|transferencia))?$/;
const NONE =
  /^(nao pago|nao paga|nao pagou|a pagar|em aberto|aberto|pendente|nada|falta pagar|nao quitado|aguardando|deve|devendo|falta sinal|falta tudo)$/;
const PAID =
  /^(?:(?:pago|paga|pg|pagou|sinal|entrada|deu|adiantou|recebido|pix|ja pagou)(?: de)?\s*:?\s*)?(?:r\$)?\s*([\d.,]+)(?:\s*(?:reais|pag[oa]|pg|ok|no pix|pix|\((?:pix|pag[oa]|dinheiro|cart[aã]o)\)))?$/i;
const LEFT =
  /^(?:falta|faltam|faltando|resta|restam|restante|deve|devendo|pendente|saldo)(?: de)?\s*:?\s*(?:r\$)?\s*([\d.,]+)$/i;

const isKnownWord = (text: string) => {
  const word = plainText(text);
  const bare = text.trim();
  return FULL.test(word) || NONE.test(word) || COURTESY.test(word) || PAID.test(bare) || LEFT.test(bare);
};

/** What a row says was paid: amounts, or words as "pago", "falta 50" and "sinal 100". */
function readPaid(row: WrittenRow, paying: Paying): Paid[] {
  return row.cellsOf('paid').flatMap((cell) => {
    const header = row.sheet.headerOf(cell.column);
    if (!isPaidInstalment(row, header)) return [];
    const isAmount = AMOUNT.test(cell.text) && !(cell.kind && 'number' in cell.kind && cell.kind.as === 'percent');
    const cents = isAmount ? row.centsOf('paid', cell) : readStated(row, { ...cell, header }, paying);
    const facts = cents ? readPaymentFacts(row, paying.today) : undefined;
    return cents && facts ? [{ cents, ...facts, isStated: !isAmount }] : [];
  });
}

// Instalments in columns may be paid, or only agreed.
function isPaidInstalment(row: WrittenRow, header: string): boolean {
  if (!/parcela|prestac|mensalidade/.test(plainText(header))) return true;
  const question = {
    key: 'instalments',
    text: 'As parcelas da planilha já foram pagas?',
    choices: [
      { value: 'paid', label: 'Sim, são pagamentos' },
      { value: 'agreed', label: 'Não, só combinadas: ficam de fora' },
    ],
  };
  const answer = row.sheet.ask(question, row.line);
  if (!answer) row.refuse('paid', 'Não sabemos se as parcelas já foram pagas. Responda acima.');
  return answer === 'paid';
}

function readStated(
  row: WrittenRow,
  { text, header, kind }: { text: string; header: string; kind: WrittenCellKind },
  paying: Paying,
): number | undefined {
  const share = shareOf(row, paying);
  if (share === undefined) return undefined;
  if (kind && 'number' in kind) return Math.round(share * kind.number);
  const word = plainText(text);
  const [, percent] = /^(\d{1,3})\s*%$/.exec(text.trim()) ?? [];
  if (percent) return Math.round((share * Number(percent)) / 100);
  const [, paid] = PAID.exec(text.trim()) ?? [];
  if (paid) return parseCents(paid, row.sheet.decimalMark) ?? refuseWord(row, text);
  const [, left] = LEFT.exec(text.trim()) ?? [];
  if (left) return remaining(row, share, parseCents(left, row.sheet.decimalMark), text);
  if (NONE.test(word) || COURTESY.test(word)) return 0;
  const isDeposit = /sinal|entrada/.test(plainText(header));
  const meaning = FULL.test(word) && !isDeposit ? 'full' : answerOf(row, text);
  if (meaning === 'full') return share;
  if (meaning === 'deposit') return Math.ceil((share * paying.depositPercent) / 100);
  return 0;
}

type WrittenCellKind = ReturnType<WrittenRow['cellsOf']>[number]['kind'];

const refuseWord = (row: WrittenRow, text: string) =>
  row.refuse('paid', `Não entendemos o valor “${text.slice(0, 40)}”. Escreva como 1.234,50.`);

function remaining(row: WrittenRow, share: number, left: number | undefined, text: string): number | undefined {
  if (left === undefined) return refuseWord(row, text);
  if (left <= share) return share - left;
  return row.refuse('paid', `“${text.slice(0, 40)}” passa do valor, ${moneyText(share)}.`);
}

const answerOf = (row: WrittenRow, text: string) =>
  row.meaningOf('paid', text, [
    ['full', 'Pago por inteiro'],
    ['deposit', 'Só o sinal foi pago'],
    ['none', 'Nada foi pago'],
    ['courtesy', 'Cortesia'],
  ]);

/**
 * What a row's word is about: the people that it names, or the whole reservation where no other row has a word and its
 * cell is merged, or somebody says so.
 */
function shareOf(row: WrittenRow, { rows, people, due }: Paying): number | undefined {
  const others = rows.filter((one) => one !== row && people.some((person) => person.row === one));
  const areMerged = others.every((one) => one.isMerged('paid'));
  if (others.length === 0 || areMerged) return due;
  if (others.every((one) => one.cellsOf('paid').length === 0)) {
    const answer = row.sheet.ask(
      {
        key: 'paidScope',
        text: 'Numa família, o pagamento escrito só na primeira linha vale para todos?',
        choices: [
          { value: 'all', label: 'Sim, para a reserva inteira' },
          { value: 'person', label: 'Não, só para aquela pessoa' },
        ],
      },
      row.line,
    );
    if (!answer) return row.refuse('paid', 'Não sabemos se o pagamento vale para toda a família. Responda acima.');
    if (answer === 'all') return due;
  }
  const prices = sum(people.map(({ cents }) => cents));
  const own = sum(people.filter((person) => person.row === row).map(({ cents }) => cents));
  return prices === 0 ? 0 : Math.round((due * own) / prices);
}

// Many operators write on each row what the reservation as a whole paid.
function withoutRepeats(paid: Paid[], rows: readonly WrittenRow[], due: number): WrittenPayment[] {
  const payments = paid.map(({ isStated: _, ...payment }) => payment);
  const [only] = payments;
  const factsOf = ({ row: _, ...facts }: WrittenPayment) => JSON.stringify(facts);
  const areAlike = only !== undefined && payments.every((one) => factsOf(one) === factsOf(only));
  if (!only || payments.length < 2 || payments.length !== rows.length || !areAlike || sumOf(payments) <= due)
    return payments;
  rows[0]?.warn('paid', 'O mesmo pagamento em todas as linhas da reserva conta uma vez.');
  return [only];
}
