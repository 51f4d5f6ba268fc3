import type { ReconciliationKind, ReconciliationMatch } from '@passeio/contract/reports/reconciliation';
import { plainText } from '../../../platform/spreadsheets/written-values.ts';
import type { KeyedLine } from '../../payments/index.ts';
import type { BankEntry } from './bank-entries.queries.ts';
import { add, indexByPayer, type ReadLine, readLine } from './payer-words.ts';

const DAY_MS = 86_400_000;
// How many days a bank may write money before or after the ledger, of Pix and transfers, and of cards.
const NEAR_DAYS = 3;
export const SETTLEMENT_DAYS = 5;
const FEE = /\b(tarifas?|tar|taxas?|iof|cesta|anuidade|juros|pacote de servicos|manutencao de conta|mensalidade)\b/;

/** A line with the entries that it stands for, a line without one, or an entry without a line. */
export interface Reconciled {
  kind: ReconciliationKind;
  match: ReconciliationMatch | null;
  line: KeyedLine | null;
  entries: BankEntry[];
  /** Its part of the difference between bank and ledger in the period. */
  differenceCents: number;
}

/**
 * Compares what a bank writes of a period with what the ledger has of it and of some days around it. Each line and
 * each entry of the period is in one result, so that these add up to the difference. Lines find their entries by ids,
 * by amount and payer, by amount and the nearest day, as a provider's sum of a day of cards, and at last by payer
 * alone. Whatever the order of the entries, the results are the same.
 */
export function reconcile(
  lines: KeyedLine[],
  entries: BankEntry[],
  period: { from: string; to: string },
): Reconciled[] {
  const all = new Reconciliation(lines, entries, period);
  all.pairById();
  all.pairByPayer(String, NEAR_DAYS);
  all.pairByAmount();
  all.pairSettlements();
  all.pairOtherAmounts();
  return all.finish();
}

class Reconciliation {
  private readonly found: Reconciled[] = [];
  private readonly lines: Set<ReadLine>;
  private readonly entries: Set<BankEntry>;
  /** Positions of lines in their file. */
  private readonly positions: Map<KeyedLine, number>;
  private readonly period: { from: string; to: string };

  constructor(lines: KeyedLine[], entries: BankEntry[], period: { from: string; to: string }) {
    this.period = period;
    const read = lines.map(readLine);
    this.positions = new Map(read.map((line, position) => [line, position]));
    this.lines = new Set(read.filter(({ isRepeated }) => !isRepeated));
    this.entries = new Set(entries.toSorted((a, b) => compare(a.day, b.day) || compare(a.id, b.id)));
    for (const line of read) if (line.isRepeated) this.record('line_twice', null, line, []);
  }

  /** Pairs by ids in any column or text; the amount may be another one. */
  pairById(): void {
    const byId = new Map<string, BankEntry[]>();
    for (const entry of this.entries)
      for (const id of new Set(entry.references)) add(byId, `${Math.sign(entry.cents)}${id.toUpperCase()}`, entry);
    for (const isExact of [true, false]) {
      for (const line of this.lines) {
        const named = line.ids.flatMap((id) => byId.get(Math.sign(line.amountCents) + id) ?? []);
        const entry = named
          .filter((one) => this.entries.has(one) && (!isExact || one.cents === line.amountCents))
          .toSorted((a, b) => daysApart(line, a) - daysApart(line, b))[0];
        if (entry) this.pair('reference', line, [entry]);
      }
    }
    for (const line of this.lines)
      if (line.amountCents < 0 && FEE.test(plainText(line.description))) this.leave('bank_fee', line);
  }

  /** Pairs by amount and payer, the nearest days first. */
  pairByPayer(keyOf: (cents: number) => string, days: number): void {
    const find = indexByPayer(this.entries, (cents) => `${keyOf(cents)} `);
    const pairs = [...this.lines].flatMap((line) =>
      find(line).flatMap((entry) => (fits(line, entry, days) ? [{ line, entry, days: daysApart(line, entry) }] : [])),
    );
    for (const { line, entry } of pairs.toSorted((a, b) => a.days - b.days))
      if (this.lines.has(line) && this.entries.has(entry)) this.pair('payer', line, [entry]);
  }

  /** Pairs by amount and the nearest day; uncertain where it might as well be another one. */
  pairByAmount(): void {
    const keyOf = (cents: number, day: string) => `${cents} ${day}`;
    const entriesOf = new Map<string, BankEntry[]>();
    const linesOf = new Map<string, ReadLine[]>();
    for (const entry of this.entries) add(entriesOf, keyOf(entry.cents, entry.day), entry);
    for (const line of this.lines) add(linesOf, keyOf(line.amountCents, line.day), line);
    for (let days = 0; days <= SETTLEMENT_DAYS; days += 1) {
      const around = (day: string) => [...new Set([addDays(day, -days), addDays(day, days)])];
      for (const line of this.lines) {
        const candidates = around(line.day)
          .flatMap((day) => entriesOf.get(keyOf(line.amountCents, day)) ?? [])
          .filter((entry) => this.entries.has(entry) && days <= longestLag(entry) && mayBeSame(line, entry));
        const entry = candidates.find((one) => this.isInPeriod(one)) ?? candidates[0];
        if (!entry) continue;
        const rivals = around(entry.day)
          .flatMap((day) => linesOf.get(keyOf(entry.cents, day)) ?? [])
          .filter((one) => this.lines.has(one) && mayBeSame(one, entry));
        this.pair('amount', line, [entry], { isUncertain: candidates.length !== rivals.length });
      }
    }
  }

  /** What a provider pays out of cards in one sum, of one day. */
  pairSettlements(): void {
    const ofDay = Map.groupBy([...this.entries].filter(isCard), ({ day }) => day);
    const bySum = new Map<number, { day: string; entries: BankEntry[] }[]>();
    for (const [day, entries] of ofDay) if (entries.length > 1) add(bySum, sumOf(entries), { day, entries });
    for (const line of this.lines) {
      const sums = line.amountCents > 0 ? (bySum.get(line.amountCents) ?? []) : [];
      const index = sums.findIndex(({ day }) => day <= line.day && daysApart(line, { day }) <= SETTLEMENT_DAYS);
      const [settled] = index < 0 ? [] : sums.splice(index, 1);
      if (settled) this.pair('settlement', line, settled.entries);
    }
  }

  /** Where one line names the payer of one entry that is left, and neither another one. */
  pairOtherAmounts(): void {
    const find = indexByPayer(this.entries, (cents) => `${Math.sign(cents)} `);
    const candidates = new Map<ReadLine, BankEntry[]>();
    const times = new Map<BankEntry, number>();
    for (const line of this.lines) {
      const near = find(line).filter((entry) => fits(line, entry, 1) && this.isInPeriod(entry));
      candidates.set(line, near);
      for (const entry of near) times.set(entry, (times.get(entry) ?? 0) + 1);
    }
    for (const [line, [entry, another]] of candidates)
      if (entry && !another && times.get(entry) === 1) this.pair('payer', line, [entry]);
  }

  /** Explains what is left, and puts all of it into the order of days. */
  finish(): Reconciled[] {
    const factsOf = ({ account, day, amountCents, description, payerName }: KeyedLine) =>
      [account, day, amountCents, description, payerName].join('\n');
    const sameOf = ({ reservation_id, cents }: BankEntry) => `${reservation_id} ${cents}`;
    const pairedLines = new Map<string, KeyedLine[]>();
    const pairedEntries = new Map<string, BankEntry[]>();
    for (const { line, entries } of this.found) {
      if (line && entries.length > 0) add(pairedLines, factsOf(line), line);
      if (line) for (const entry of entries) add(pairedEntries, sameOf(entry), entry);
    }
    for (const line of this.lines) {
      // Texts that name nobody are equal without meaning the same.
      const isTwice =
        line.words.length > 0 &&
        pairedLines.get(factsOf(line))?.some((one) => !areOther(one.reference, line.reference));
      this.leave(isTwice ? 'line_twice' : 'only_bank', line);
    }
    for (const entry of this.entries) {
      if (!this.isInPeriod(entry)) continue;
      const isTwice =
        entry.reservation_id &&
        pairedEntries
          .get(sameOf(entry))
          ?.some((one) => daysApart(entry, one) <= NEAR_DAYS && !areOther(one.bank_id, entry.bank_id));
      this.record(isTwice ? 'entry_twice' : 'only_ledger', null, null, [entry]);
    }
    const dayOf = ({ line, entries }: Reconciled) => line?.day ?? entries[0]?.day ?? '';
    const positionOf = ({ line }: Reconciled) => (line ? this.positions.get(line) : undefined) ?? this.positions.size;
    return this.found.toSorted((a, b) => compare(dayOf(a), dayOf(b)) || positionOf(a) - positionOf(b));
  }

  private pair(match: ReconciliationMatch, line: ReadLine, entries: BankEntry[], { isUncertain = false } = {}): void {
    const isOtherAmount = sumOf(entries) !== line.amountCents;
    const isOtherDay = entries.some(({ day }) => day !== line.day);
    const certain = isOtherDay ? 'other_day' : 'matched';
    const isOutside = entries.some((entry) => !this.isInPeriod(entry));
    const ofEqual = isUncertain && !isOutside ? 'ambiguous' : certain;
    this.record(isOtherAmount ? 'other_amount' : ofEqual, match, line, entries);
    this.lines.delete(line);
    for (const entry of entries) this.entries.delete(entry);
  }

  private leave(kind: ReconciliationKind, line: ReadLine): void {
    this.record(kind, null, line, []);
    this.lines.delete(line);
  }

  private record(
    kind: ReconciliationKind,
    match: ReconciliationMatch | null,
    line: KeyedLine | null,
    entries: BankEntry[],
  ): void {
    const ledgerCents = sumOf(entries.filter((entry) => this.isInPeriod(entry)));
    this.found.push({ kind, match, line, entries, differenceCents: (line?.amountCents ?? 0) - ledgerCents });
  }

  private isInPeriod({ day }: { day: string }): boolean {
    return day >= this.period.from && day <= this.period.to;
  }
}

const isCard = ({ method }: BankEntry) => method === 'card';
const sumOf = (entries: BankEntry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);

/** How many days after its own a bank may write money of an entry. */
export const longestLag = (entry: BankEntry) => (isCard(entry) ? SETTLEMENT_DAYS : NEAR_DAYS);

function fits(line: ReadLine, entry: BankEntry, days: number): boolean {
  return daysApart(line, entry) <= days && mayBeSame(line, entry);
}

/** What went back may name the payment that it returns. */
function mayBeSame(line: ReadLine, entry: BankEntry): boolean {
  return line.amountCents < 0 || !areOther(line.reference, entry.bank_id);
}

/** Whether a bank gives both an id, and not the same. */
function areOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.toUpperCase() !== other.toUpperCase();
}

function daysApart(one: { day: string }, other: { day: string }): number {
  return Math.abs(Date.parse(one.day) - Date.parse(other.day)) / DAY_MS;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
