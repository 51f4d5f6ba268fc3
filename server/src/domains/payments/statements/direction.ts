import { plainText } from '../../../platform/spreadsheets/written-values.ts';
import { wordsOfLine } from './names.ts';
import type { RawLine, StatementLine } from './statement-line.ts';

type Direction = 'in' | 'out';

// Types of OFX that say it; a transfer or "other" may be either.
const OFX_TYPES: Record<string, Direction> = {
  ...Object.fromEntries(['CREDIT', 'DEP', 'DIRECTDEP', 'INT', 'DIV'].map((type) => [type, 'in'])),
  ...Object.fromEntries(
    ['DEBIT', 'PAYMENT', 'FEE', 'SRVCHG', 'CHECK', 'ATM', 'POS', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'].map((type) => [
      type,
      'out',
    ]),
  ),
};
// A type that some banks write instead of a sign.
const SURE_TYPE = /^debit$/i;
const CARDS = /\b(cartao|cartoes)( de)? (credito|debito)\b/g;
const CAME_IN =
  /\b(recebid[ao]s?|recebimentos?|receb|rec|rem|remetente|credit[oa]?s?|cred|depositos?|dep|entradas?|resgate|rendimentos?|estornos?|estornad[ao]|devoluc(ao|oes)|devolvid[ao]|reembolso|received|refund|deposit|vendas?)\b/;
const WENT_OUT =
  /\b(enviad[ao]s?|envio|env|saidas?|saques?|tarifas?|tar|taxas?|iof|debitos?|debitad[ao]|debit|deb|efetuad[ao]s?|realizad[ao]s?|aplicac(ao|oes)|compras?|sent|withdrawal|fee|payout|(pix|ted|doc|tef|transf|transferencia) (para|p))\b/;
const FEE = /^(tarifas?|tar|taxas?|iof|fees?)\b/;
const RECEIVED = /\b(recebid[ao]s?|receb|received)\b/;
// What payers write too.
const MAYBE_OUT = /\b(pagamentos?|pagtos?|pgtos?|pag|boletos?|faturas?|contas? de|recarga|payment|purchase)\b/;

/**
 * Lines with the direction of their money: by a sign, a letter or a column; else by the type that the bank gives them,
 * and by its words. A type or a word that contradicts a file with signs is a doubt; in one without signs it decides.
 */
export function withDirections(lines: RawLine[]): RawLine[] {
  const hasSigns = lines.some(({ mark, cents }) => mark === 'out' && cents);
  return lines.map((line) => {
    if (!line.cents || line.doubt) return line;
    const { direction, isDoubtful } = directionOf(line, hasSigns);
    const cents = direction === 'out' ? -Math.abs(line.cents) : Math.abs(line.cents);
    return { ...line, cents, ...(isDoubtful && { doubt: 'direction' as const }) };
  });
}

function directionOf(line: RawLine, hasSigns: boolean): { direction: Direction; isDoubtful: boolean } {
  if (line.mark === 'out' || SURE_TYPE.test(line.kind)) return { direction: 'out', isDoubtful: false };
  const ofKind = OFX_TYPES[line.kind.toUpperCase()] ?? directionIn(line.kind, true);
  const ofText = directionIn(`${line.heading} ${line.description}`, !hasSigns && !line.mark && !ofKind);
  if (line.mark === 'in') return { direction: 'in', isDoubtful: ofKind === 'out' };
  if (ofKind === 'out' && !hasSigns && ofText !== 'in') return { direction: 'out', isDoubtful: false };
  if (ofKind === 'out') return { direction: 'in', isDoubtful: true };
  if (ofText === 'both') return { direction: 'in', isDoubtful: !ofKind && !hasSigns };
  if (ofText !== 'out') return { direction: 'in', isDoubtful: false };
  const isSure = WENT_OUT.test(wordsOf(`${line.heading} ${line.description}`));
  return !ofKind && !hasSigns && isSure
    ? { direction: 'out', isDoubtful: false }
    : { direction: 'in', isDoubtful: true };
}

/** What the words of a bank say; `isLoose`: also those that payers write. What was received and given back is doubtful. */
function directionIn(text: string, isLoose: boolean): Direction | 'both' | undefined {
  const words = wordsOf(text);
  const [cameIn, wentOut] = [CAME_IN.test(words), WENT_OUT.test(words)];
  if (RETURNED.test(words)) return RECEIVED.test(words) ? 'both' : 'in';
  if (FEE.test(words)) return 'out';
  if (cameIn && wentOut) return 'both';
  if (cameIn) return 'in';
  return wentOut || (isLoose && MAYBE_OUT.test(words)) ? 'out' : undefined;
}

const wordsOf = (text: string) => plainText(text).replace(CARDS, '$1');

const RETURNED =
  /\b(estornos?|estornad[ao]s?|devoluc(ao|oes)|devolvid[ao]s?|revers(ao|al|ed)|reversed|chargeback|cancelamento|cancelad[ao])\b/;
const DAYS_TO_RETURN = 3;
const DAY_MS = 86_400_000;

/**
 * The lines, those with money that the bank took back in doubt: a line that returns it has its amount, a word of its
 * payer, and comes up to three days later. One without words returns the only money of its amount and day.
 */
export function withReversals(lines: StatementLine[]): StatementLine[] {
  const backs = lines.filter(
    ({ amountCents, description }) => amountCents < 0 && RETURNED.test(plainText(description)),
  );
  if (backs.length === 0) return lines;
  const byWord = new Map<string, StatementLine[]>();
  const byDay = Map.groupBy(lines, (line) => keyOf(line, line.amountCents, line.day));
  for (const line of lines) {
    for (const word of wordsOfPayer(line)) {
      const key = keyOf(line, line.amountCents, word);
      const known = byWord.get(key);
      if (known) known.push(line);
      else byWord.set(key, [line]);
    }
  }
  const reversed = new Set<StatementLine>();
  for (const back of backs) {
    const words = wordsOfPayer(back);
    const mayBeOf = (line: StatementLine) => !reversed.has(line) && isReturnedBy(line, back);
    const ofDay = words.length === 0 ? (byDay.get(keyOf(back, -back.amountCents, back.day)) ?? []) : [];
    const found =
      words.flatMap((word) => byWord.get(keyOf(back, -back.amountCents, word))?.findLast(mayBeOf) ?? [])[0] ??
      (ofDay.length === 1 ? ofDay[0] : undefined);
    if (found) reversed.add(found);
  }
  return lines.map((line) => (reversed.has(line) ? { ...line, doubt: 'reversed' } : line));
}

const keyOf = ({ account }: StatementLine, cents: number, what: string) => `${account}\n${cents}\n${what}`;

function isReturnedBy(line: StatementLine, back: StatementLine): boolean {
  const days = (Date.parse(back.day) - Date.parse(line.day)) / DAY_MS;
  return days >= 0 && days <= DAYS_TO_RETURN;
}

const wordsOfPayer = ({ payerName, description }: StatementLine) =>
  wordsOfLine(`${payerName} ${description}`).filter((word) => word.length > 2 && !RETURNED.test(word));
