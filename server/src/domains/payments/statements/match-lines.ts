import type { LineState } from '@passeio/contract/payments/statements';
import type { Database } from '../../../platform/database/connect.ts';
import { countShared, mayNamePerson, mayNameSame, type NameWords, nameOf, namesPerson, wordsOfLine } from './names.ts';
import {
  chargesByReference,
  dismissedKeys,
  entriesLike,
  type FoundCharge,
  type LineRow,
  namesOf,
  type OwingReservation,
  owingReservations,
  type RecordedEntry,
  salesAmong,
  waitingPayments,
} from './statements.queries.ts';

// Ours are longer; shorter words of a text are not looked up.
const CHARGE_REFERENCE = /[A-Za-z0-9]{10,35}/g;
const MAX_NOTE = 200;
const NOTE_OF_LINE = 'Extrato: ';
const DAY_MS = 86_400_000;
const SHORTEST_NAME = 3;

/** How a line found its reservation or entry: by charge, by payment, or by amount and a name. */
export type Match = 'charge' | 'payment' | 'amount_and_name' | 'amount_and_first_name';

/** What a line of a statement is by now. */
export interface LineFound {
  state: LineState;
  match: Match | null;
  reservationId: string | null;
  /** The entry of the ledger that stands for it. */
  entry: RecordedEntry | null;
  /** The entry is of the same payment; another one only looks the same. */
  isCertain: boolean;
}

/** The reservation that staff chose for a line; `isDeliberate`: whatever entries look the same. */
interface Choice {
  reservationId: string;
  isDeliberate: boolean;
}

interface Line extends LineRow {
  /** Words of its text that may be of a name. */
  words: string[];
  charge: FoundCharge | undefined;
}

type ChosenLine = Line & { choice: Choice | undefined };

interface Entry extends RecordedEntry {
  /** Names of the payer and the participants of its reservation. */
  names: NameWords[];
  words: string[];
  /** Whether it names who paid: two words that may be a name, or part of a name of its reservation. */
  hasPayer: boolean;
}

interface Owing extends OwingReservation {
  names: NameWords[];
}

/**
 * Compares the lines of one statement with the ledger as it is now. Each entry of the ledger stands for one line, the
 * one that it fits best, whatever other statements have: the same money is in many files, under other ids and texts.
 * What is left is proposed for the one reservation that owes it, and never above what is due. `choices`: what staff
 * says of lines, by their ids.
 */
export async function matchLines(
  db: Database,
  rows: LineRow[],
  choices: ReadonlyMap<string, Choice> = new Map(),
): Promise<Map<string, LineFound>> {
  const found = new Map<string, LineFound>();
  if (rows.length === 0) return found;
  const { lines, entries, owing, dismissed, sales } = await readKnown(db, rows);
  for (const line of lines) {
    if (line.state === 'confirmed') found.set(line.id, { ...left('confirmed'), reservationId: line.reservation_id });
    else if (dismissed.has(line.line_key)) found.set(line.id, left('dismissed'));
    else if (isOfSale(line, sales)) found.set(line.id, { ...left('counted'), isCertain: true });
  }
  const open = lines.filter(({ id }) => !found.has(id));
  const chosen = open.map((line) => ({ ...line, choice: choices.get(line.id) }));
  const unclaimed = pairWithEntries(chosen, entriesWithout(lines, entries), found);
  for (const line of chosen) if (!found.has(line.id)) found.set(line.id, propose(line, owing, unclaimed));
  return found;
}

/** Whether something else than a reservation was bought by it, as its payment or its charge says. */
function isOfSale({ reference, charge }: Line, { references, chargeIds }: Awaited<ReturnType<typeof salesAmong>>) {
  return (reference && references.has(reference.toUpperCase())) || (charge && chargeIds.has(charge.id));
}

/** The entries that no line of this statement has become. */
function entriesWithout(lines: Line[], entries: Entry[]): Entry[] {
  const confirmed = new Set(lines.map(({ state, transfer_id }) => (state === 'confirmed' ? transfer_id : null)));
  return entries.filter(({ id }) => !confirmed.has(id));
}

function left(state: LineState): LineFound {
  return { state, match: null, reservationId: null, entry: null, isCertain: false };
}

/** Gives each entry to one line, the best pairs first. Returns the entries that are left. */
function pairWithEntries(lines: ChosenLine[], entries: Entry[], found: Map<string, LineFound>): Set<Entry> {
  const byAmount = Map.groupBy(entries, ({ amount_cents }) => amount_cents);
  const byCharge = Map.groupBy(entries, ({ charge_id }) => charge_id);
  const byReference = new Map(entries.map((entry) => [entry.reference?.toUpperCase(), entry]));
  const pairs = lines.flatMap((line) => {
    // A payment may have been typed with another amount.
    const samePayment = line.reference ? byReference.get(line.reference.toUpperCase()) : undefined;
    const alike = new Set([
      ...(byAmount.get(line.amount_cents) ?? []),
      ...((line.charge && byCharge.get(line.charge.id)) ?? []),
    ]);
    return (samePayment ? [samePayment] : [...alike]).flatMap((entry) => {
      const likeness = likenessOf(line, entry);
      return likeness ? [{ line, entry, ...likeness, days: daysApart(line, entry) }] : [];
    });
  });
  pairs.sort((a, b) => b.rank - a.rank || a.days - b.days);
  const unclaimed = new Set(entries);
  for (const { line, entry, rank, match } of pairs) {
    if (found.has(line.id) || !unclaimed.delete(entry)) continue;
    found.set(line.id, standsFor(entry, { match, isCertain: rank === RANK_OF_SAME_PAYMENT }));
  }
  return unclaimed;
}

function standsFor(entry: Entry, { match, isCertain }: Pick<LineFound, 'match' | 'isCertain'>): LineFound {
  return { state: 'counted', match, reservationId: entry.reservation_id, entry, isCertain };
}

const RANK_OF_SAME_PAYMENT = 6;

/**
 * How well an entry fits a line: by payment, by charge whatever the amount, or of its amount by its text or payer, by
 * the names of its reservation, or a day apart by part of its payer's name, or of those of its reservation.
 */
function likenessOf(line: ChosenLine, entry: Entry): { rank: number; match: Match | null } | undefined {
  if (line.reference && entry.reference) {
    const isSame = line.reference.toUpperCase() === entry.reference.toUpperCase();
    return isSame ? { rank: RANK_OF_SAME_PAYMENT, match: 'payment' } : undefined;
  }
  const days = daysApart(line, entry);
  if (line.choice?.isDeliberate || days > 2) return undefined;
  const isSameAmount = entry.amount_cents === line.amount_cents;
  if (line.charge && entry.charge_id) {
    return line.charge.id === entry.charge_id ? { rank: isSameAmount ? 5 : 4, match: 'charge' } : undefined;
  }
  if (!isSameAmount) return undefined;
  if (line.charge?.reservation_id === entry.reservation_id) return { rank: 4, match: 'charge' };
  const isText = days === 0 && entry.note === noteOf(line) && entry.payer_name === line.payer_name;
  if (isText || countShared(entry.words, line.words) > 1) return { rank: 4, match: 'amount_and_name' };
  if (entry.names.some((name) => namesPerson(line.words, name))) return { rank: 3, match: 'amount_and_name' };
  if (days > 1) return undefined;
  if (mayNameSame(line.words, entry.words)) return { rank: 2, match: 'amount_and_first_name' };
  // Perhaps somebody else than the payer paid it.
  if (entry.names.some((name) => mayNamePerson(line.words, name))) return { rank: 1, match: 'amount_and_first_name' };
  return line.choice?.reservationId === entry.reservation_id ? { rank: 0, match: null } : undefined;
}

function propose(line: ChosenLine, owing: Owing[], unclaimed: Set<Entry>): LineFound {
  if (line.doubt) return left('unmatched');
  if (line.charge) {
    const { reservation_id: id } = line.charge;
    const owes = owing.find((reservation) => reservation.id === id);
    const settles = settledBy(line.charge, line.amount_cents);
    return owes && settles <= rest(owes) ? proposal(owes, 'charge', settles) : left('unmatched');
  }
  const fitting = owing.filter((reservation) => reservation.is_active && owesJust(reservation, line.amount_cents));
  const byName = fitting.filter(({ names }) => names.some((name) => namesPerson(line.words, name)));
  const byFirstName = fitting.filter(({ names }) => names.some((name) => mayNamePerson(line.words, name)));
  const [one, another] = byName.length > 0 ? byName : byFirstName;
  if (!one || another) return left('unmatched');
  const doubtful = line.choice?.isDeliberate ? undefined : [...unclaimed].find((entry) => mayBeOf(line, entry));
  const match = byName.length > 0 ? 'amount_and_name' : 'amount_and_first_name';
  if (!doubtful) return proposal(one, match, settledBy(openChargeOf(one), line.amount_cents));
  unclaimed.delete(doubtful);
  return standsFor(doubtful, { match: null, isCertain: false });
}

/** Whether money of a line's amount and day, of which nobody knows the payer, may be that of the line. */
function mayBeOf(line: Line, entry: Entry): boolean {
  const isOtherPayment = line.reference !== null && entry.reference !== null;
  const isOfDay = entry.first_day <= line.occurred_on && line.occurred_on <= entry.last_day;
  return !isOtherPayment && !entry.hasPayer && entry.amount_cents === line.amount_cents && isOfDay;
}

function proposal(reservation: Owing, match: Match, settledCents: number): LineFound {
  // As if it were paid, so that the next line is for what is still due.
  reservation.received_cents += settledCents;
  reservation.charge_cents = null;
  return { ...left('proposed'), match, reservationId: reservation.id };
}

/** What an amount settles: that of a charge contains what its means adds, or lacks what it takes off. */
export function settledBy(
  charge: { amount_cents: number; adjustment_cents: number } | undefined,
  cents: number,
): number {
  return charge?.amount_cents === cents ? cents - charge.adjustment_cents : cents;
}

function openChargeOf({ charge_cents, charge_adjustment_cents }: OwingReservation) {
  return charge_cents === null
    ? undefined
    : { amount_cents: charge_cents, adjustment_cents: charge_adjustment_cents ?? 0 };
}

function rest({ total_cents, received_cents }: OwingReservation): number {
  return total_cents - received_cents;
}

/** Whether an amount is that of the open charge, the missing deposit or the rest. */
function owesJust(reservation: OwingReservation, cents: number): boolean {
  const { deposit_cents, received_cents, charge_cents } = reservation;
  const dues = [charge_cents, deposit_cents - received_cents, rest(reservation)];
  return dues.includes(cents) && settledBy(openChargeOf(reservation), cents) <= rest(reservation);
}

function daysApart(line: LineRow, entry: RecordedEntry): number {
  return Math.abs(Date.parse(line.occurred_on) - Date.parse(entry.day)) / DAY_MS;
}

/** The note of the entry that a line becomes. */
export function noteOf({ description }: Pick<LineRow, 'description'>): string {
  return Array.from(`${NOTE_OF_LINE}${description}`).slice(0, MAX_NOTE).join('');
}

/** The reference of the payment without a reservation that a line names, so that it is not assigned once more. */
export async function findWaitingPayment(db: Database, line: LineRow): Promise<string | undefined> {
  const text = wordsOfLine(`${line.payer_name} ${line.description}`);
  const alike = (await waitingPayments(db, line.amount_cents)).filter(({ day, payer_name }) => {
    const name = nameOf(payer_name);
    const isNear = Math.abs(Date.parse(day) - Date.parse(line.occurred_on)) <= 2 * DAY_MS;
    return isNear && name && (namesPerson(text, name) || mayNamePerson(text, name));
  });
  return alike.length === 1 ? alike[0]?.reference : undefined;
}

/** The words of a line that may be a charge's reference; banks write them in upper case. */
export function chargeReferencesOf({
  charge_reference,
  description,
}: Pick<LineRow, 'charge_reference' | 'description'>): string[] {
  const words = `${charge_reference} ${description}`.match(CHARGE_REFERENCE) ?? [];
  return words.flatMap((word) => [word, word.toUpperCase()]);
}

async function readKnown(db: Database, rows: LineRow[]) {
  const amounts = [...new Set(rows.map(({ amount_cents }) => amount_cents))];
  const days = rows.map(({ occurred_on }) => occurred_on).toSorted();
  const [dismissed, charges] = await Promise.all([
    dismissedKeys(db, [...new Set(rows.map(({ line_key }) => line_key))]),
    chargesByReference(db, [...new Set(rows.flatMap(chargeReferencesOf))]),
  ]);
  const recorded = await entriesLike(db, {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    amounts,
    chargeIds: charges.map(({ id }) => id),
    references: rows.flatMap(({ reference }) => reference ?? []),
  });
  const ofCharges = charges.flatMap(({ reservation_id }) => reservation_id ?? []);
  const sales = await salesAmong(db, {
    references: rows.flatMap(({ reference }) => reference ?? []),
    chargeIds: charges.map(({ id }) => id),
  });
  const owing = await owingReservations(db, { amounts, ids: [...new Set(ofCharges)] });
  const names = await namesOf(db, [
    ...new Set([...recorded.map(({ reservation_id }) => reservation_id), ...owing.map(({ id }) => id)]),
  ]);
  const namesIn = (reservationId: string) => (names.get(reservationId) ?? []).flatMap((name) => nameOf(name) ?? []);
  const byChargeReference = new Map(charges.map((charge) => [charge.reference, charge]));
  const lines = rows
    .toSorted((a, b) => a.occurred_on.localeCompare(b.occurred_on) || a.position - b.position)
    .map((row): Line => {
      const charge = chargeReferencesOf(row).flatMap((reference) => byChargeReference.get(reference) ?? [])[0];
      return { ...row, words: wordsOfLine(`${row.payer_name} ${row.description}`), charge };
    });
  const entries = recorded.map((entry) => readEntry(entry, namesIn(entry.reservation_id)));
  return {
    lines,
    entries,
    owing: owing.map((reservation): Owing => ({ ...reservation, names: namesIn(reservation.id) })),
    dismissed: new Set(dismissed),
    sales,
  };
}

function readEntry(entry: RecordedEntry, names: NameWords[]): Entry {
  const words = wordsOfLine(
    `${entry.payer_name} ${entry.note.startsWith(NOTE_OF_LINE) ? entry.note.slice(NOTE_OF_LINE.length) : ''}`,
  );
  const hasPayer =
    words.filter(({ length }) => length >= SHORTEST_NAME).length > 1 ||
    names.some((name) => namesPerson(words, name) || mayNamePerson(words, name));
  return { ...entry, names, words, hasPayer };
}
