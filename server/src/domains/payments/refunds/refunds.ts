import type { ChatFacts } from '@passeio/contract/chat-facts';
import { maskPixKey } from '@passeio/contract/operator/pix-key';
import type {
  Refund,
  RefundChange,
  RefundFilters,
  RefundKey,
  RefundList,
  RefundToPay,
} from '@passeio/contract/payments/payments';
import { needsPixKey } from '@passeio/contract/payments/refund-parts';
import { type Actor, type Changes, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Providers } from '../../../ports/payments/port.ts';
import { presentRefund, refundPartsOf, splitOverPayments } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import {
  chatFactsOf,
  findReservation,
  lockReservation,
  ownsReservation,
  reservationSubject,
} from '../../reservations/index.ts';
import { giveMoneyBack, type ReturnedMoney, requireMayRefund } from './give-money-back.ts';
import { notifyPayerOfRefundKey } from './notify-payer-of-refund.ts';
import {
  changeRefund,
  findLastRefund,
  findRefund,
  pageOfRefunds,
  type RefundWithReservation,
  returnablePaymentsOf,
  writeRefundDay,
} from './refunds.queries.ts';

/** What must go back, or was given back, and its sum. */
export async function listRefunds(db: Database, providers: Providers, filters: RefundFilters): Promise<RefundList> {
  const { rows, sumCents, ...count } = await pageOfRefunds(db, filters);
  return {
    data: await presentAll(db, providers, rows),
    page: { number: filters.page, size: filters.size, ...count },
    sumCents,
  };
}

/**
 * Changes the promised day, and the key to which a refund goes. Throws REFUND_NOT_FOUND, REFUND_NOT_DUE, or as
 * `requireMayRefund`.
 */
export async function rewriteRefund(
  trx: DatabaseTransaction,
  actor: Actor,
  { refundId, providers, ...notifyDeps }: NotifyDeps & { providers: Providers; refundId: string },
  { promisedFor, pixKey }: RefundChange,
): Promise<RefundToPay> {
  const refund = await lockDueRefund(trx, refundId);
  await requireMayRefund(trx, actor, refund.reservation_id, refund.amount_cents);
  const changes = {
    ...(refund.promised_for === promisedFor ? {} : { promisedFor: [refund.promised_for, promisedFor] }),
    ...(refund.pix_key === pixKey ? {} : { pixKey: [maskPixKey(refund.pix_key), maskPixKey(pixKey)] }),
  } as Record<string, [string, string]>;
  if (Object.keys(changes).length > 0) {
    await changeRefund(trx, refundId, { promised_for: promisedFor });
    await writeRefundDay(trx, refund.reservation_id);
    await recordAudit(trx, actor, { action: 'reservation.refund_changed', subject: subjectOf(refund), changes });
  }
  if (refund.pix_key !== pixKey) await writeRefundKey(trx, actor, notifyDeps, refund, pixKey);
  return readRefund(trx, providers, refundId);
}

/**
 * Changes the key to which the refund of the caller's own reservation goes, and notifies them by e-mail, should it not
 * have been them. Throws RESERVATION_NOT_FOUND for someone else's too, REFUND_NOT_DUE for a refund that was sent or
 * paid, and REFUND_TO_ORIGIN for one that returns to where it came from.
 */
export async function changeOwnRefundKey(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, ...notifyDeps }: NotifyDeps & { reservationId: string },
  { pixKey }: RefundKey,
): Promise<Refund> {
  const found = await findReservation(trx, reservationId);
  if (!found || !ownsReservation(callerOfActor(actor), found)) throw new AppError('RESERVATION_NOT_FOUND');
  await lockReservation(trx, reservationId);
  const last = await findLastRefund(trx, reservationId);
  if (!last) throw new AppError('REFUND_NOT_FOUND');
  const refund = await lockDueRefund(trx, last.id);
  const [ways = []] = await refundPartsOf(trx, [{ reservationId, amountCents: refund.amount_cents }]);
  if (!needsPixKey(ways)) throw new AppError('REFUND_TO_ORIGIN');
  if (refund.pix_key !== pixKey) {
    await writeRefundKey(trx, actor, notifyDeps, refund, pixKey);
    const changes: Changes = { pixKey: [maskPixKey(refund.pix_key), maskPixKey(pixKey)] };
    await recordAudit(trx, actor, { action: 'reservation.refund_changed', subject: subjectOf(refund), changes });
  }
  return presentRefund({ ...refund, pix_key: pixKey, parts: ways });
}

async function writeRefundKey(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  { id, pix_key, payer_id }: RefundWithReservation,
  pixKey: string,
): Promise<void> {
  const by = callerOfActor(actor).id;
  await changeRefund(trx, id, { pix_key: pixKey, pix_key_changed_by: by, pix_key_changed_at: new Date() });
  await notifyPayerOfRefundKey(trx, notifyDeps, id, { before: pix_key, byPayer: by === payer_id });
}

/** Throws REFUND_NOT_FOUND. */
export async function readRefund(db: Database, providers: Providers, refundId: string): Promise<RefundToPay> {
  const refund = await findRefund(db, refundId);
  const [shown] = refund ? await presentAll(db, providers, [refund]) : [];
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
async function lockDueRefund(trx: DatabaseTransaction, refundId: string): Promise<RefundWithReservation> {
  const refund = await lockRefund(trx, refundId);
  if (refund.state !== 'due') throw new AppError('REFUND_NOT_DUE');
  return refund;
}

/**
 * {@link lockDueRefund} to pay it; throws REFUND_CHANGED, with the amount of now, if it is not the one that staff saw.
 */
export async function lockSeenRefund(
  trx: DatabaseTransaction,
  refundId: string,
  seenCents: number,
): Promise<RefundWithReservation> {
  const refund = await lockDueRefund(trx, refundId);
  const { amount_cents: amountCents } = refund;
  if (amountCents !== seenCents) throw new AppError('REFUND_CHANGED', undefined, { amountCents });
  return refund;
}

/** The reservation of a refund, in audit entries. */
export function subjectOf({ reservation_id, code, payer, title }: RefundWithReservation) {
  return reservationSubject({ id: reservation_id, code }, { name: payer }, { title });
}

async function presentAll(db: Database, providers: Providers, rows: RefundWithReservation[]) {
  const issuers = providers.all.map(({ issuer }) => issuer);
  const due = issuers.length > 0 ? rows.filter(({ state }) => state === 'due') : [];
  const payments = await returnablePaymentsOf(
    db,
    due.map(({ reservation_id }) => reservation_id),
  );
  const returnable = payments.filter(({ provider }) => issuers.includes(provider));
  const chatOf = await chatFactsOf(
    db,
    rows.map(({ reservation_id }) => reservation_id),
  );
  const paymentsOf = Map.groupBy(returnable, ({ reservation_id }) => reservation_id);
  const parts = await refundPartsOf(
    db,
    rows.map(({ reservation_id, amount_cents, state }) => ({
      reservationId: reservation_id,
      amountCents: state === 'due' ? amount_cents : 0,
    })),
  );
  return rows.map((row, index) => {
    const isDue = issuers.length > 0 && row.state === 'due';
    const shares = isDue ? splitOverPayments(paymentsOf.get(row.reservation_id) ?? [], row.amount_cents) : undefined;
    const refund = { ...row, parts: parts[index] ?? [] };
    return presentRefundToPay(refund, chatOf(row.reservation_id), shares !== undefined);
  });
}

function presentRefundToPay(
  row: RefundWithReservation & Pick<Refund, 'parts'>,
  chat: ChatFacts,
  throughProvider: boolean,
): RefundToPay {
  const { key_changed_by: by, pix_key_changed_at: at, pix_key_changed_by } = row;
  return {
    ...presentRefund(row),
    throughProvider,
    pixKey: row.pix_key,
    keyChanged: by !== null && at ? { by, isPayer: pix_key_changed_by === row.payer_id, at: at.toISOString() } : null,
    linkMakers: row.link_makers,
    isLate: row.state !== 'paid' && row.promised_for < row.today,
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer, chat },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}

/** Records that staff paid a refund. */
export async function payRefundByHand(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  refundId: string,
  { amountCents, method, payment, note }: Pick<ReturnedMoney, 'amountCents' | 'method' | 'payment'> & { note: string },
): Promise<void> {
  const { reservation_id: reservationId } = await lockSeenRefund(trx, refundId, amountCents);
  const returned = { method, amountCents, note, via: 'person' as const, ...(payment && { payment }) };
  await giveMoneyBack(trx, actor, deps, { reservationId, ...returned });
}
