import type { RefundChange, RefundFilters, RefundList, RefundToPay } from '@passeio/contract/payments';
import { maskPixKey } from '@passeio/contract/pix-key';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockReservation, reservationLabel } from '../reservations/index.ts';
import { presentRefundToPay } from './refunds.present.ts';
import {
  changeRefund,
  findRefund,
  pageOfRefunds,
  type RefundWithReservation,
  returnablePixOf,
} from './refunds.queries.ts';
import { splitOverPix } from './split-over-pix.ts';

/** Whether a payment provider is there, by which money can go back. */
export interface ByProvider {
  hasProvider: boolean;
}

/** What must go back, or has gone back, and its sum. */
export async function listRefunds(db: Database, by: ByProvider, filters: RefundFilters): Promise<RefundList> {
  const { rows, sumCents, ...count } = await pageOfRefunds(db, filters);
  return {
    data: await presentAll(db, by, rows),
    page: { number: filters.page, size: filters.size, ...count },
    sumCents,
  };
}

/** Changes the promised day, and the key to which a refund goes. Throws REFUND_NOT_FOUND or REFUND_NOT_DUE. */
export async function rewriteRefund(
  trx: DatabaseTransaction,
  actor: Actor,
  refundId: string,
  by: ByProvider,
  { promisedFor, pixKey }: RefundChange,
): Promise<RefundToPay> {
  const refund = await lockDueRefund(trx, refundId);
  const changes = {
    ...(refund.promised_for === promisedFor ? {} : { promisedFor: [refund.promised_for, promisedFor] }),
    ...(refund.pix_key === pixKey ? {} : { pixKey: [maskPixKey(refund.pix_key), maskPixKey(pixKey)] }),
  } as Record<string, [string, string]>;
  if (Object.keys(changes).length > 0) {
    await changeRefund(trx, refundId, { promised_for: promisedFor, pix_key: pixKey });
    await recordAudit(trx, actor, { action: 'reservation.refund_changed', subject: subjectOf(refund), changes });
  }
  return readRefund(trx, by, refundId);
}

/** Throws REFUND_NOT_FOUND. */
export async function readRefund(db: Database, by: ByProvider, refundId: string): Promise<RefundToPay> {
  const refund = await findRefund(db, refundId);
  const [shown] = refund ? await presentAll(db, by, [refund]) : [];
  if (!shown) throw new AppError('REFUND_NOT_FOUND');
  return shown;
}

/** Locks a refund's reservation, by which everything waits that changes its refunds. Throws REFUND_NOT_FOUND. */
export async function lockRefund(trx: DatabaseTransaction, refundId: string): Promise<RefundWithReservation> {
  const found = await findRefund(trx, refundId);
  if (found) await lockReservation(trx, found.reservation_id);
  const refund = found && (await findRefund(trx, refundId));
  if (!refund) throw new AppError('REFUND_NOT_FOUND');
  return refund;
}

/** {@link lockRefund}; throws REFUND_NOT_DUE for one that was sent or paid. */
export async function lockDueRefund(trx: DatabaseTransaction, refundId: string): Promise<RefundWithReservation> {
  const refund = await lockRefund(trx, refundId);
  if (refund.state !== 'due') throw new AppError('REFUND_NOT_DUE');
  return refund;
}

/** The reservation of a refund, in audit entries. */
export function subjectOf({ reservation_id, code, payer, title }: RefundWithReservation) {
  const label = reservationLabel(code, { name: payer }, { title });
  return { type: 'reservation' as const, id: reservation_id, label };
}

async function presentAll(db: Database, { hasProvider }: ByProvider, rows: RefundWithReservation[]) {
  const due = hasProvider ? rows.filter(({ state }) => state === 'due') : [];
  const returnable = await returnablePixOf(
    db,
    due.map(({ reservation_id }) => reservation_id),
  );
  const pixOf = Map.groupBy(returnable, ({ reservation_id }) => reservation_id);
  return rows.map((row) => {
    const isDue = hasProvider && row.state === 'due';
    const shares = isDue ? splitOverPix(pixOf.get(row.reservation_id) ?? [], row.amount_cents) : undefined;
    return presentRefundToPay(row, shares !== undefined);
  });
}
