import type { Database } from '../../../platform/database/connect.ts';
import { namesPerson, wordsOf } from './names.ts';
import type { KeyedLine } from './parse-statement.ts';
import {
  type ChargeOfTxid,
  chargesByTxid,
  countedLines,
  entriesByEndToEndId,
  isNear,
  type LineFound,
  namesOf,
  type OwingReservation,
  owingReservations,
  type RecordedEntry,
  unclaimedEntries,
  waitingPix,
} from './statements.queries.ts';

// Ours are longer; shorter words of a text are not looked up.
const TXID = /[A-Za-z0-9]{10,35}/g;

/** What of the database the lines of a statement are compared with. */
interface Known {
  counted: Map<string, { entryId: string | null; reservationId: string | null }>;
  /** In upper case. */
  byEndToEndId: Map<string, { entryId: string; reservationId: string }>;
  charges: Map<string, ChargeOfTxid>;
  /** By amount. */
  recorded: Map<number, RecordedEntry[]>;
  owing: OwingReservation[];
  names: Map<string, string[]>;
  claimed: Set<string>;
}

/**
 * Finds for each line the money in the ledger that it stands for, or the reservation that owes it: by txid, end-to-end
 * id, or amount and name. Each entry of the ledger is claimed by one line, and each due proposed for one. What fits
 * several reservations is left to staff.
 */
export async function matchLines(db: Database, lines: KeyedLine[]): Promise<LineFound[]> {
  if (lines.length === 0) return [];
  const known = await readKnown(db, lines);
  const inOrder = [...lines.entries()].sort(([, a], [, b]) => a.day.localeCompare(b.day));
  const found: LineFound[] = Array(lines.length);
  for (const [index, line] of inOrder) found[index] = findLine(line, known);
  return found;
}

function findLine(line: KeyedLine, known: Known): LineFound {
  const earlier = known.counted.get(line.key);
  const byPix = known.byEndToEndId.get(line.endToEndId?.toUpperCase() ?? '');
  // Staff may have moved the money since then.
  if (earlier) return { state: 'counted', match: null, ...earlier, ...byPix };
  if (byPix) {
    known.claimed.add(byPix.entryId);
    return { state: 'counted', match: 'end_to_end_id', ...byPix };
  }
  const charge = txidsOf(line)
    .map((txid) => known.charges.get(txid))
    .find((found) => found !== undefined);
  if (charge) {
    const { reservation_id: reservationId } = charge;
    const entry = entriesFor(line, known).find((recorded) => recorded.reservation_id === reservationId);
    return entry ? counted(known, entry, 'txid') : { state: 'proposed', match: 'txid', reservationId, entryId: null };
  }
  return byAmountAndName(line, known);
}

function byAmountAndName(line: KeyedLine, known: Known): LineFound {
  const text = wordsOf(`${line.payerName} ${line.description}`);
  const isNamed = (reservationId: string) =>
    (known.names.get(reservationId) ?? []).some((name) => namesPerson(text, name));
  const recorded = entriesFor(line, known).filter(({ reservation_id }) => isNamed(reservation_id));
  const [entry] = recorded;
  // One reservation may have several equal entries: the line stands for the first of them.
  if (entry && isOne(recorded.map(({ reservation_id }) => reservation_id))) {
    return counted(known, entry, 'amount_and_name');
  }
  const owing = known.owing.filter((reservation) => owes(reservation, line.amountCents) && isNamed(reservation.id));
  const [one] = owing;
  if (entry || !one || owing.length > 1) return { state: 'unmatched', match: null, reservationId: null, entryId: null };
  // As if it were paid, so that the next line is for what is still due.
  one.received_cents += line.amountCents;
  one.charge_cents = null;
  return { state: 'proposed', match: 'amount_and_name', reservationId: one.id, entryId: null };
}

function counted(known: Known, { id, reservation_id }: RecordedEntry, match: LineFound['match']): LineFound {
  known.claimed.add(id);
  return { state: 'counted', match, reservationId: reservation_id, entryId: id };
}

/** Entries that may be the money of a line: of its amount, at most two days apart, and of no other Pix. */
function entriesFor(line: KeyedLine, { recorded, claimed }: Known): RecordedEntry[] {
  return (recorded.get(line.amountCents) ?? []).filter((entry) => !claimed.has(entry.id) && mayBe(line, entry));
}

function mayBe(line: { day: string; endToEndId: string | null }, entry: RecordedEntry): boolean {
  const isOtherPix = line.endToEndId !== null && entry.end_to_end_id !== null;
  return !isOtherPix && isNear(line.day, entry.day);
}

/** Of a line and the reservation in which staff wants to record it: the money that is there already. */
export async function findRecorded(
  db: Database,
  line: { day: string; amountCents: number; endToEndId: string | null },
  reservationId: string,
): Promise<RecordedEntry | undefined> {
  const near = await unclaimedEntries(db, { from: line.day, to: line.day, amounts: [line.amountCents] });
  return near.find((entry) => entry.reservation_id === reservationId && mayBe(line, entry));
}

/** The Pix that waits under no reservation and that a line tells of, so that it is not assigned once more. */
export async function findWaitingPix(
  db: Database,
  line: { day: string; amountCents: number; text: string },
): Promise<string | undefined> {
  const text = wordsOf(line.text);
  const alike = (await waitingPix(db, line.amountCents)).filter(
    ({ day, payer_name }) => isNear(day, line.day) && namesPerson(text, payer_name),
  );
  return alike.length === 1 ? alike[0]?.end_to_end_id : undefined;
}

function owes({ total_cents, deposit_cents, received_cents, charge_cents }: OwingReservation, cents: number): boolean {
  return cents === charge_cents || cents === deposit_cents - received_cents || cents === total_cents - received_cents;
}

function isOne(ids: string[]): boolean {
  return new Set(ids).size === 1;
}

/** The words of a line that may be a txid; banks write them in upper case. */
export function txidsOf({ txid, description }: { txid: string; description: string }): string[] {
  const words = `${txid} ${description}`.match(TXID) ?? [];
  return words.flatMap((word) => [word, word.toUpperCase()]);
}

async function readKnown(db: Database, lines: KeyedLine[]): Promise<Known> {
  const amounts = [...new Set(lines.map(({ amountCents }) => amountCents))];
  const days = lines.map(({ day }) => day).toSorted();
  const [counted, byPix, charges, recorded, owing] = await Promise.all([
    countedLines(db, [...new Set(lines.map(({ key }) => key))]),
    entriesByEndToEndId(
      db,
      lines.flatMap(({ endToEndId }) => endToEndId ?? []),
    ),
    chargesByTxid(db, [...new Set(lines.flatMap(txidsOf))]),
    unclaimedEntries(db, { from: days[0] ?? '', to: days.at(-1) ?? '', amounts }),
    owingReservations(db, amounts),
  ]);
  const ids = new Set([...recorded.map(({ reservation_id }) => reservation_id), ...owing.map(({ id }) => id)]);
  return {
    counted: new Map(
      counted.map((row) => [row.line_key, { entryId: row.ledger_entry_id, reservationId: row.reservation_id }]),
    ),
    byEndToEndId: new Map(
      byPix.map((row) => [
        row.end_to_end_id?.toUpperCase() ?? '',
        { entryId: row.id, reservationId: row.reservation_id },
      ]),
    ),
    charges: new Map(charges.map((charge) => [charge.txid, charge])),
    recorded: Map.groupBy(recorded, ({ amount_cents }) => amount_cents),
    owing,
    names: await namesOf(db, [...ids]),
    claimed: new Set(),
  };
}
