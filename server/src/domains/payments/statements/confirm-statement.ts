import type { Statement, StatementConfirmation } from '@passeio/contract/payments/statements';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockForMoney } from '../../reservations/index.ts';
import { type TellingParts, tellPayerOfPayment } from '../emails/tell-payer.ts';
import { purposeByMoney } from '../ledger/purpose-by-money.ts';
import { type ReceivedMoney, receiveMoney } from '../ledger/receive-money.ts';
import { reservationByCode } from '../unmatched/unmatched.ts';
import { findRecorded, findWaitingPix, txidsOf } from './match-lines.ts';
import { chargesByTxid, findStatement, type LineRow, lockLines, markConfirmed, noonOf } from './statements.queries.ts';
import { readStatement, withCounted } from './statements.ts';

const MAX_NOTE = 200;
const refusals = {
  statement_lines_counted_once: 'STATEMENT_CHANGED',
  ledger_entries_end_to_end_id_key: 'STATEMENT_CHANGED',
} as const;

/**
 * Records the money of lines, each in the reservation that was proposed for it or that staff chose, and tells the
 * payers: all of them or none.
 * Throws STATEMENT_NOT_FOUND, RESERVATION_NOT_FOUND, INVALID_INPUT for a line without a reservation, or
 * STATEMENT_CHANGED if one is in the ledger by now.
 */
export async function confirmStatement(
  trx: DatabaseTransaction,
  parts: TellingParts,
  actor: Actor,
  statementId: string,
  { lines: chosen }: StatementConfirmation,
): Promise<Statement> {
  const statement = await findStatement(trx, statementId);
  if (!statement) throw new AppError('STATEMENT_NOT_FOUND');
  const codes = new Map(chosen.map(({ id, code }) => [id.toLowerCase(), code]));
  const rows = await withCounted(trx, await lockLines(trx, statementId, [...codes.keys()]));
  const isOpen = ({ state }: LineRow) => state === 'proposed' || state === 'unmatched';
  if (codes.size < chosen.length || rows.length < codes.size || !rows.every(isOpen)) {
    throw new AppError('STATEMENT_CHANGED');
  }
  for (const row of rows) {
    const reservationId = await reservationOf(trx, row, codes.get(row.id));
    const entryId = await recordLine(trx, parts, actor, row, reservationId);
    await mapConstraintErrors(refusals, () => markConfirmed(trx, row.id, { reservationId, entryId }));
  }
  await recordAudit(trx, actor, {
    action: 'statement.confirmed',
    subject: { type: 'statement', id: statementId, label: statement.filename },
    changes: {
      lines: [null, rows.length],
      amountCents: [null, rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)],
    },
  });
  return readStatement(trx, statementId);
}

async function reservationOf(trx: DatabaseTransaction, row: LineRow, code: string | undefined): Promise<string> {
  if (code) return (await reservationByCode(trx, code, 'lines')).id;
  if (row.reservation_id) return row.reservation_id;
  throw new AppError('INVALID_INPUT', { lines: 'Informe o código da reserva de cada lançamento escolhido.' });
}

async function recordLine(
  trx: DatabaseTransaction,
  parts: TellingParts,
  actor: Actor,
  row: LineRow,
  reservationId: string,
): Promise<string> {
  // First of all, so that the checks see what others have recorded.
  const { reservation } = await lockForMoney(trx, reservationId, { mayReinstate: true });
  const told = {
    day: row.occurred_on,
    amountCents: row.amount_cents,
    text: `${row.payer_name} ${row.description}`,
  };
  const endToEndId = row.end_to_end_id ?? (await findWaitingPix(trx, told)) ?? null;
  const line = { ...told, endToEndId };
  if (await findRecorded(trx, line, reservationId)) throw new AppError('STATEMENT_CHANGED');
  const charge = (await chargesByTxid(trx, txidsOf(row))).find(
    ({ reservation_id, state }) => reservation_id === reservationId && state !== 'paid',
  );
  const money: ReceivedMoney & { reservationId: string } = {
    reservationId,
    ...(charge
      ? { kind: charge.purpose, chargeId: charge.id }
      : { kind: purposeByMoney(reservation, row.amount_cents) }),
    method: 'pix',
    amountCents: row.amount_cents,
    note: Array.from(`Extrato: ${row.description}`).slice(0, MAX_NOTE).join(''),
    payerName: row.payer_name,
    ...(endToEndId ? { endToEndId } : {}),
    occurredAt: await noonOf(trx, row.occurred_on),
    via: 'person',
  };
  try {
    const { entryId } = await receiveMoney(trx, actor, money);
    await tellPayerOfPayment(trx, parts, { entryId });
    return entryId;
  } catch (error) {
    const isUsed = error instanceof AppError && error.code === 'END_TO_END_ID_USED';
    throw isUsed ? new AppError('STATEMENT_CHANGED') : error;
  }
}
