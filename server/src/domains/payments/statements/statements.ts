import type { Statement, StatementLine } from '@passeio/contract/payments/statements';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { matchLines } from './match-lines.ts';
import type { ParsedStatement } from './parse-statement.ts';
import {
  countedLines,
  entriesByEndToEndId,
  findStatement,
  insertStatement,
  type LineRow,
  linesOf,
  shownReservations,
} from './statements.queries.ts';

/** Stores a statement with what was found for each of its lines; nothing is recorded yet. */
export async function importStatement(
  trx: DatabaseTransaction,
  actor: Actor,
  filename: string,
  { format, lines }: ParsedStatement,
): Promise<Statement> {
  const found = await matchLines(trx, lines);
  const id = await insertStatement(
    trx,
    { filename, format, by: callerOfActor(actor).id },
    lines.map((line, position) => ({
      position,
      line_key: line.key,
      occurred_on: line.day,
      amount_cents: line.amountCents,
      description: line.description,
      payer_name: line.payerName,
      txid: line.txid,
      end_to_end_id: line.endToEndId,
      match: found[position]?.match ?? null,
      reservation_id: found[position]?.reservationId ?? null,
      state: found[position]?.state ?? 'unmatched',
      ledger_entry_id: found[position]?.entryId ?? null,
    })),
  );
  await recordAudit(trx, actor, {
    action: 'statement.imported',
    subject: { type: 'statement', id, label: filename },
    changes: { lines: [null, lines.length] },
  });
  return readStatement(trx, id);
}

/** A statement, its lines as they stand now. Throws STATEMENT_NOT_FOUND. */
export async function readStatement(db: Database, id: string): Promise<Statement> {
  const statement = await findStatement(db, id);
  if (!statement) throw new AppError('STATEMENT_NOT_FOUND');
  const lines = await withCounted(db, await linesOf(db, id));
  const ids = new Set(lines.flatMap(({ reservation_id }) => reservation_id ?? []));
  const shown = new Map((await shownReservations(db, [...ids])).map((row) => [row.id, row]));
  return {
    id,
    filename: statement.filename,
    format: statement.format,
    createdAt: statement.created_at.toISOString(),
    lines: lines.map((line) => presentLine(line, shown.get(line.reservation_id ?? ''))),
  };
}

/** The lines, those counted whose money has come into the ledger since the statement was imported. */
export async function withCounted(db: Database, lines: LineRow[]): Promise<LineRow[]> {
  const open = lines.filter(({ state }) => state === 'proposed' || state === 'unmatched');
  if (open.length === 0) return lines;
  const keys = await countedLines(
    db,
    open.map(({ line_key }) => line_key),
  );
  const pix = await entriesByEndToEndId(
    db,
    open.flatMap(({ end_to_end_id }) => end_to_end_id ?? []),
  );
  const places = new Map([
    ...keys.map(({ line_key, reservation_id }) => [line_key, reservation_id] as const),
    ...pix.map(({ end_to_end_id, reservation_id }) => [end_to_end_id?.toUpperCase() ?? '', reservation_id] as const),
  ]);
  const isOpen = new Set(open);
  return lines.map((line) => {
    const reservation_id = isOpen.has(line)
      ? (places.get(line.line_key) ?? places.get(line.end_to_end_id?.toUpperCase() ?? ''))
      : undefined;
    return reservation_id ? { ...line, state: 'counted' as const, reservation_id } : line;
  });
}

type Shown = Awaited<ReturnType<typeof shownReservations>>[number];

function presentLine(line: LineRow, reservation: Shown | undefined): StatementLine {
  return {
    id: line.id,
    occurredOn: line.occurred_on,
    amountCents: line.amount_cents,
    description: line.description,
    payerName: line.payer_name,
    match: line.match,
    state: line.state,
    reservation: reservation
      ? {
          id: reservation.id,
          code: reservation.code,
          payer: reservation.payer,
          trip: reservation.title,
          dueCents: dueCentsOf({
            state: reservation.state,
            totalCents: reservation.total_cents,
            receivedCents: reservation.received_cents,
          }),
        }
      : null,
  };
}
