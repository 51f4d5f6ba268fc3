import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import type { Statement, StatementConfirmation } from '@passeio/contract/payments/statements';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { lockForMoney, type ReservationRow } from '../../reservations/index.ts';
import { chargeOfMoney } from '../ledger/accept-receipt.ts';
import { PaymentCounted } from '../ledger/ledger.present.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { type ReceivedMoney, receiveMoney } from '../ledger/receive-money.ts';
import { reservationByCode } from '../unmatched/unmatched.ts';
import {
  chargeReferencesOf,
  findWaitingPayment,
  type LineFound,
  matchLines,
  noteOf,
  settledBy,
} from './match-lines.ts';
import {
  chargesByReference,
  findStatement,
  type LineRow,
  linesOf,
  lockLines,
  lockStatements,
  markConfirmed,
  noonOf,
} from './statements.queries.ts';
import { readStatement } from './statements.ts';

type Chosen = StatementConfirmation['lines'][number];
type Choice = Chosen & { row: LineRow; reservationId: string };

/**
 * Records the money of lines, each in the reservation that staff chose or that was proposed, and notifies the payers:
 * all of them or none. Throws STATEMENT_CHANGED if a payment is in the ledger by now, and DELIBERATE_CHOICE_NEEDED for
 * an entry that looks the same and for money above what is due.
 */
export async function confirmStatement(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  actor: Actor,
  statementId: string,
  { lines: chosen }: StatementConfirmation,
): Promise<Statement> {
  const statement = await findStatement(trx, statementId);
  if (!statement) throw new AppError('STATEMENT_NOT_FOUND');
  await lockStatements(trx);
  const choices = await readChoices(trx, statementId, chosen);
  const reservations = await lockReservations(trx, choices);
  const found = await matchLines(
    trx,
    await linesOf(trx, statementId),
    new Map(choices.map((choice) => [choice.row.id, choice])),
  );
  await refuseDoubtful(trx, chosen, choices, { reservations, found });
  for (const choice of choices) await recordLine(trx, deps, actor, choice);
  await recordAudit(trx, actor, {
    action: 'statement.confirmed',
    subject: { type: 'statement', id: statementId, label: statement.filename },
    changes: {
      lines: [null, choices.length],
      amountCents: [null, choices.reduce((sum, { row }) => sum + row.amount_cents, 0)],
    },
  });
  return readStatement(trx, statementId);
}

/** The lines, locked, of the earliest days first, with their reservations. */
async function readChoices(trx: DatabaseTransaction, statementId: string, chosen: Chosen[]): Promise<Choice[]> {
  const byId = new Map(chosen.map((line) => [line.id.toLowerCase(), line]));
  const rows = await lockLines(trx, statementId, [...byId.keys()]);
  if (byId.size < chosen.length || rows.length < byId.size) throw new AppError('STATEMENT_CHANGED');
  const ids = new Map<string, string>();
  for (const [index, { code }] of chosen.entries()) {
    if (!ids.has(code)) ids.set(code, (await reservationByCode(trx, code, `lines.${index}.code`)).id);
  }
  return rows.flatMap((row) => {
    const line = byId.get(row.id);
    const reservationId = ids.get(line?.code ?? '');
    return line && reservationId ? [{ ...line, row, reservationId }] : [];
  });
}

/** Before anything is compared, so that it is compared with what others have recorded. */
async function lockReservations(trx: DatabaseTransaction, choices: Choice[]): Promise<Map<string, ReservationRow>> {
  const reservations = new Map<string, ReservationRow>();
  for (const id of [...new Set(choices.map(({ reservationId }) => reservationId))].toSorted()) {
    reservations.set(id, (await lockForMoney(trx, id, { mayReinstate: true })).reservation);
  }
  return reservations;
}

async function refuseDoubtful(
  trx: DatabaseTransaction,
  chosen: Chosen[],
  choices: Choice[],
  { reservations, found }: { reservations: Map<string, ReservationRow>; found: Map<string, LineFound> },
): Promise<void> {
  const due = new Map([...reservations].map(([id, reservation]) => [id, payableCentsOf(reservation)]));
  const doubts: Record<string, string> = {};
  for (const { row, reservationId, ...line } of choices) {
    const { state, entry, isCertain } = found.get(row.id) ?? {};
    if (state === 'confirmed' || state === 'dismissed' || isCertain) throw new AppError('STATEMENT_CHANGED');
    const left = due.get(reservationId) ?? 0;
    const charge = await chargeOfRow(trx, row, reservationId);
    const settles = settledBy(charge, row.amount_cents);
    due.set(reservationId, left - settles);
    if (line.isDeliberate) continue;
    const field = `lines.${chosen.findIndex(({ id }) => id.toLowerCase() === row.id)}.isDeliberate`;
    if (entry) doubts[field] = `Já há ${moneyText(entry.amount_cents)} no caixa em ${formatDay(entry.day)}.`;
    else if (settles > left)
      doubts[field] = left > 0 ? `A reserva só deve ${moneyText(left)}.` : 'A reserva não deve nada.';
  }
  if (Object.keys(doubts).length > 0) throw new AppError('DELIBERATE_CHOICE_NEEDED', doubts);
}

/** What a reservation can take, in centavos: an expired one may be reinstated by it. */
function payableCentsOf({ state, total_cents, received_cents }: ReservationRow): number {
  return state === 'held' || state === 'booked' || state === 'expired' ? total_cents - received_cents : 0;
}

/** The charge of a reservation that a line pays: the one that it names, else that of exactly its amount. */
async function chargeOfRow(trx: DatabaseTransaction, row: LineRow, reservationId: string) {
  const named = (await chargesByReference(trx, chargeReferencesOf(row))).find(
    ({ reservation_id, state }) => reservation_id === reservationId && state !== 'paid',
  );
  return named ?? chargeOfMoney(trx, reservationId, row.amount_cents);
}

async function recordLine(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  actor: Actor,
  { row, reservationId }: Choice,
): Promise<void> {
  await lockForMoney(trx, reservationId, { mayReinstate: true });
  const reference = row.reference ?? (await findWaitingPayment(trx, row));
  const charge = await chargeOfRow(trx, row, reservationId);
  const money: ReceivedMoney = {
    reservationId,
    ...(charge && { kind: charge.purpose, chargeId: charge.id }),
    method: handRecorded.method,
    amountCents: row.amount_cents,
    note: noteOf(row),
    payerName: row.payer_name,
    ...(reference && { payment: { issuer: handRecorded.issuer, reference } }),
    occurredAt: await noonOf(trx, row.occurred_on),
    via: 'person',
  };
  try {
    const { entryId } = await receiveMoney(trx, actor, money);
    await markConfirmed(trx, row.id, { reservationId, entryId });
    await notifyPayerOfPayment(trx, deps, { entryId });
  } catch (error) {
    throw error instanceof PaymentCounted ? new AppError('STATEMENT_CHANGED') : error;
  }
}
