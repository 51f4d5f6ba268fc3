import type {
  ReconciledEntry,
  Reconciliation,
  ReconciliationHint,
  ReconciliationLine,
} from '@passeio/contract/reports/reconciliation';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { dismissedKeys, type ParsedStatement } from '../../payments/index.ts';
import { scopeOf } from '../report/scope.ts';
import { type BankEntry, bankEntries, bankEntriesById, waitingIds } from './bank-entries.queries.ts';
import { longestLag, type Reconciled, reconcile, SETTLEMENT_DAYS } from './reconcile.ts';

const MAX_ENTRIES = 10_000;

/**
 * Compares a statement with the ledger as of one moment. Throws STATEMENT_EMPTY for a file of no days, or
 * STATEMENT_TOO_LARGE if the ledger has too much of its period.
 */
export function readReconciliation(db: Database, statement: ParsedStatement): Promise<Reconciliation> {
  const { lines, period, balance, counts } = statement;
  if (!period) throw new AppError('STATEMENT_EMPTY');
  return inSnapshot(db, async (snapshot) => {
    const scope = await scopeOf(snapshot, period);
    const near = await bankEntries(snapshot, scope, { around: SETTLEMENT_DAYS, max: MAX_ENTRIES + 1 });
    if (near.length > MAX_ENTRIES) throw new AppError('STATEMENT_TOO_LARGE');
    const ids = lines.flatMap(({ reference }) => reference?.toUpperCase() ?? []);
    const known = new Set(near.map(({ id }) => id));
    // Recorded with a day that is far from the bank's.
    const far = (await bankEntriesById(snapshot, scope, ids)).filter(({ id }) => !known.has(id));
    const found = reconcile(lines, [...near, ...far], period);
    const hints = {
      waiting: await waitingIds(snapshot, ids),
      dismissed: new Set(await dismissedKeys(snapshot, [...new Set(lines.map(({ key }) => key))])),
    };
    const { differenceCents, ...sums } = sumsOf(lines, near, period);
    return {
      ...{ ...period, unreadRows: counts.unread, differenceCents },
      bank: { ...sums.bank, ...balance },
      ledger: sums.ledger,
      lines: found.map((one) => presentLine(one, hintOf(one, hints, period))),
    };
  });
}

function sumsOf(
  lines: ParsedStatement['lines'],
  entries: BankEntry[],
  { from, to }: { from: string; to: string },
): Pick<Reconciliation, 'ledger' | 'differenceCents'> & { bank: { inCents: number; outCents: number } } {
  const bank = inAndOut(lines.map(({ amountCents }) => amountCents));
  const ledger = inAndOut(entries.flatMap(({ day, cents }) => (day >= from && day <= to ? cents : [])));
  return { bank, ledger, differenceCents: bank.inCents - bank.outCents - (ledger.inCents - ledger.outCents) };
}

function inAndOut(amounts: number[]): { inCents: number; outCents: number } {
  const sums = { inCents: 0, outCents: 0 };
  for (const cents of amounts) sums[cents > 0 ? 'inCents' : 'outCents'] += Math.abs(cents);
  return sums;
}

function hintOf(
  { kind, line, entries: [entry] }: Reconciled,
  { waiting, dismissed }: Record<'waiting' | 'dismissed', Set<string>>,
  { from, to }: { from: string; to: string },
): ReconciliationHint | null {
  if (kind === 'line_twice') return line?.isRepeated ? 'repeated' : 'paid_twice';
  if (kind === 'entry_twice') return 'recorded_twice';
  if (kind === 'only_bank' && line) {
    if (line.reference && waiting.has(line.reference.toUpperCase())) return 'waiting';
    return dismissed.has(line.key) ? 'dismissed' : null;
  }
  if (kind !== 'only_ledger' || !entry) return null;
  const days = longestLag(entry);
  const isNear = (edge: string) => Math.abs(Date.parse(edge) - Date.parse(entry.day)) < days * 86_400_000;
  return isNear(from) || isNear(to) ? 'near_edge' : null;
}

function presentLine(
  { kind, match, line, entries, differenceCents }: Reconciled,
  hint: ReconciliationHint | null,
): ReconciliationLine {
  return {
    ...{ kind, match, hint, differenceCents },
    bank: line && {
      on: line.day,
      amountCents: line.amountCents,
      text: [line.payerName, line.description].filter(Boolean).join(' · '),
    },
    entries: entries.map(
      (entry): ReconciledEntry => ({
        ...{ id: entry.id, kind: entry.kind, method: entry.method, payer: entry.payer, on: entry.day },
        ...{ amountCents: entry.cents, feeCents: entry.fee_cents },
        reservation: entry.reservation_id && entry.code ? { id: entry.reservation_id, code: entry.code } : null,
      }),
    ),
  };
}
