import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { refusalText, withSavepoint } from '../../platform/database/constraints.ts';
import {
  changeImport,
  type ImportRow,
  insertEffects,
  listTabs,
  readRows,
  type StoredRow,
  writeOutcomes,
} from './imports.queries.ts';
import { checkAnew, countsOf, planRows } from './imports.ts';
import { notifyPayers } from './notify-payers.ts';
import type { Effect, PlannedRow, Writer } from './plan.ts';
import { readMarks } from './reservations.ts';

/** Nothing of an import is written, because these rows were refused. */
export class RowsRefused extends Error {
  readonly rows: PlannedRow[];

  constructor(rows: PlannedRow[]) {
    super('rows of an import were refused');
    this.rows = rows;
  }
}

interface Applying {
  /** Null: nobody is notified. */
  notifyDeps: Parameters<typeof notifyPayers>[1] | null;
  /** Whether to find all rows that a rule refuses, and throw RowsRefused; slower. Otherwise the first refusal is thrown. */
  findsRefused: boolean;
}

/** Writes a locked import that was confirmed, all of its rows without errors or none. */
export async function applyImport(
  { trx, actor, follower }: Omit<Writer, 'note'>,
  found: ImportRow,
  { notifyDeps, findsRefused }: Applying,
): Promise<void> {
  const importId = found.id;
  const stored = await readRows(trx, importId);
  const leftOut = new Set(stored.filter(({ outcome }) => outcome === 'left_out').map(({ line }) => line));
  const { planned: plan } = await planRows(trx, found, stored);
  const planned = plan.map((row) =>
    leftOut.has(row.line) && row.outcome !== 'left_out' ? asLeftOut(row, stored) : row,
  );
  const effects: Effect[] = [];
  // What was promised and is no longer possible: an import is written as it was shown.
  const promised = new Set(stored.filter(isWritten).map(({ line }) => line));
  const refused = planned.filter((row) => promised.has(row.line) && row.outcome === 'left_out');
  for (const row of planned) {
    if (!row.write || !isWritten(row)) continue;
    const write = async () => row.write?.({ trx, actor, follower, note: (effect) => effects.push(effect) });
    const text = findsRefused ? await attempt(trx, write) : void (await write());
    if (text)
      refused.push({
        ...row,
        outcome: 'left_out',
        problems: [...row.problems, { field: null, text, isWarning: false }],
      });
  }
  if (refused.length > 0) throw new RowsRefused(refused);
  await writeOutcomes(trx, importId, planned);
  await insertEffects(trx, importId, await withMarks(trx, effects));
  const counts = countsOf(planned);
  await changeImport(trx, importId, { state: 'applied', applied_at: new Date(), counts });
  await checkOtherTabs(trx, found);
  const emails = notifyDeps && (await notifyPayers(trx, notifyDeps, effects));
  await recordImportAudit(trx, actor, found, 'import.confirmed', {
    rows: [null, counts.create + counts.update],
    ...(emails !== null && { emails: [null, emails] }),
  });
}

const isWritten = ({ outcome }: Pick<PlannedRow, 'outcome'>) => outcome === 'create' || outcome === 'update';

/** What this tab has brought is known to the others of its file. */
async function checkOtherTabs(trx: DatabaseTransaction, { id, file_id: fileId }: ImportRow): Promise<void> {
  const tabs = fileId ? await listTabs(trx, fileId) : [];
  for (const tab of tabs) if (tab.id !== id && tab.state === 'open') await checkAnew(trx, tab.id);
}

/** Adds how the reservations are at the end. */
async function withMarks(trx: DatabaseTransaction, effects: readonly Effect[]): Promise<Effect[]> {
  const made = effects.filter(({ subject }) => subject === 'reservation').map((effect) => effect.subject_id);
  const marks = await readMarks(trx, made);
  return effects.map((effect) => ({ mark: marks.get(effect.subject_id) ?? '', ...effect }));
}

// What the database refused in a former attempt stays left out.
function asLeftOut({ line }: PlannedRow, stored: readonly StoredRow[]): PlannedRow {
  return { line, outcome: 'left_out', problems: stored.find((row) => row.line === line)?.problems ?? [] };
}

/** Runs a write; where a rule refuses it, undoes it and returns the sentence. */
export function attempt(trx: DatabaseTransaction, write: () => Promise<void>): Promise<string | undefined> {
  return withSavepoint(trx, () => write().then(() => undefined), refusalText);
}

export function recordImportAudit(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, filename }: ImportRow,
  action: 'import.confirmed' | 'import.undone',
  changes: Record<string, [unknown, unknown]>,
): Promise<void> {
  return recordAudit(trx, actor, { action, subject: { type: 'import', id, label: filename }, changes });
}
