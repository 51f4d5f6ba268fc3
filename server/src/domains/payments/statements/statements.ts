import type { LeftOut, Statement } from '@passeio/contract/payments/statements';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { matchLines } from './match-lines.ts';
import { incomingLines, type ParsedStatement } from './parse-statement.ts';
import type { RowCounts } from './statement-line.ts';
import { presentLine } from './statements.present.ts';
import {
  findStatement,
  insertStatement,
  linesOf,
  lockLines,
  setDismissed,
  shownReservations,
} from './statements.queries.ts';

/** Stores a statement; nothing is recorded yet. */
export async function importStatement(
  trx: DatabaseTransaction,
  actor: Actor,
  filename: string,
  { format, counts, ...parsed }: ParsedStatement,
): Promise<Statement> {
  const lines = incomingLines(parsed);
  const id = await insertStatement(
    trx,
    {
      filename,
      format,
      unreadRows: counts.unread,
      leftOut: leftOutOf(parsed, counts),
      by: callerOfActor(actor).id,
    },
    lines.map((line, position) => ({
      position,
      line_key: line.key,
      occurred_on: line.day,
      amount_cents: line.amountCents,
      description: line.description,
      payer_name: line.payerName,
      charge_reference: line.chargeReference,
      reference: line.reference,
      reservation_id: null,
      state: 'unmatched',
      transfer_id: null,
      doubt: line.doubt,
    })),
  );
  await recordAudit(trx, actor, {
    action: 'statement.imported',
    subject: { type: 'statement', id, label: filename },
    changes: { lines: [null, lines.length] },
  });
  return readStatement(trx, id);
}

/** How many rows are no line, but for those that cannot be read; reasons without any are left out. */
function leftOutOf(
  { lines, isCut }: Pick<ParsedStatement, 'lines' | 'isCut'>,
  { future, balances, undone, other }: RowCounts,
): Partial<Record<LeftOut, number>> {
  const out = lines.filter(({ amountCents }) => amountCents < 0).length;
  const repeated = lines.length - out - incomingLines({ lines }).length;
  const all = { out, future, balances, undone, repeated, other, cut: Number(isCut) };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

/** A statement, its lines as they stand now. Throws STATEMENT_NOT_FOUND. */
export async function readStatement(db: Database, id: string): Promise<Statement> {
  const statement = await findStatement(db, id);
  if (!statement) throw new AppError('STATEMENT_NOT_FOUND');
  const lines = await linesOf(db, id);
  const found = await matchLines(db, lines);
  const reservationIds = [...found.values()].flatMap(({ reservationId }) => reservationId ?? []);
  const shown = new Map((await shownReservations(db, [...new Set(reservationIds)])).map((row) => [row.id, row]));
  return {
    id,
    filename: statement.filename,
    format: statement.format,
    createdAt: statement.created_at.toISOString(),
    unreadRows: statement.unread_rows,
    leftOut: statement.left_out,
    lines: lines.flatMap((line) => {
      const compared = found.get(line.id);
      return compared ? presentLine(line, compared, shown.get(compared.reservationId ?? '')) : [];
    }),
  };
}

/**
 * Says that a line is no reservation's money, or takes that back, in whatever statement it comes. Throws
 * STATEMENT_NOT_FOUND, or STATEMENT_CHANGED for one that is recorded by now.
 */
export async function dismissLine(
  trx: DatabaseTransaction,
  actor: Actor,
  { statementId, lineId }: { statementId: string; lineId: string },
  isDismissed: boolean,
): Promise<Statement> {
  const statement = await findStatement(trx, statementId);
  const [line] = await lockLines(trx, statementId, [lineId]);
  if (!statement || !line) throw new AppError('STATEMENT_NOT_FOUND');
  if (line.state === 'confirmed') throw new AppError('STATEMENT_CHANGED');
  if (await setDismissed(trx, line.line_key, isDismissed ? callerOfActor(actor).id : null)) {
    await recordAudit(trx, actor, {
      action: isDismissed ? 'statement.line_dismissed' : 'statement.line_restored',
      subject: { type: 'statement', id: statementId, label: statement.filename },
      changes: { amountCents: [null, line.amount_cents], note: [null, line.payer_name || line.description] },
    });
  }
  return readStatement(trx, statementId);
}
