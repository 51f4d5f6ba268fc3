import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { type Actor, bank, bankOf, recordAudit } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type Payment,
  type PaymentProvider,
  type ProviderRefundState,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
} from '../../../ports/payments/port.ts';
import { type Share, splitOverPayments, writeRefundsDue } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { lockForMoney, lockReservation } from '../../reservations/index.ts';
import { hasBankReturns, recordBankReturns } from './bank-returns.ts';
import { recordReturn, requireMayRefund } from './give-money-back.ts';
import {
  changeRefund,
  deleteDueRefund,
  type FormerRefund,
  findRefund,
  insertRefund,
  paymentOfEntry,
  type RefundWithReservation,
  renameSent,
  returnablePaymentsOf,
  sentRefunds,
  writeRefundDay,
} from './refunds.queries.ts';
import { lockRefund, lockSeenRefund, subjectOf } from './refunds.ts';

const REFERENCE_BYTES = 16;

/** What is needed to return money through the provider by which it came. */
interface RefundingDeps extends NotifyDeps {
  db: Database;
  providers: Providers;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Whether the provider answers, knows the money, and has not returned it already, before it is asked to. Throws
 * REFUND_MADE_AT_BANK after recording what was returned in the provider's own application.
 */
export async function requireProvider(deps: RefundingDeps, refundId: string): Promise<void> {
  const { db } = deps;
  const refund = await findRefund(db, refundId);
  if (!refund) throw new AppError('REFUND_NOT_FOUND');
  if (refund.state !== 'due') return;
  const shares = sharesOf(refund, await returnablePaymentsOf(db, [refund.reservation_id]));
  try {
    for (const { payment } of shares) {
      const paid = await paymentOfEntry(db, payment.entry_id);
      const found = await (await providerOf(deps, paid))?.find(paid.reference);
      if (!found) throw new AppError('REFUND_NOT_THROUGH_PROVIDER');
      if ((await recordBankReturns(deps, found)) > 0) throw new AppError('REFUND_MADE_AT_BANK');
    }
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) {
      throw new AppError('PROVIDER_UNAVAILABLE');
    }
    throw error;
  }
}

/**
 * Decides that the provider returns a refund: from here on it goes out once, whatever happens. One that came by several
 * payments becomes a refund of each. Returns their ids, that of `refundId` first.
 */
export async function sendRefund(
  trx: DatabaseTransaction,
  actor: Actor,
  refundId: string,
  seenCents: number,
): Promise<string[]> {
  const refund = await lockSeenRefund(trx, refundId, seenCents);
  await requireMayRefund(trx, actor, refund.reservation_id, refund.amount_cents);
  const ids: string[] = [];
  for (const { payment, amountCents } of sharesOf(refund, await returnablePaymentsOf(trx, [refund.reservation_id]))) {
    const sent = {
      state: 'sent' as const,
      amount_cents: amountCents,
      provider_reference: `D${randomBytes(REFERENCE_BYTES).toString('hex')}`,
      returned_entry: payment.entry_id,
      decided_by: actor.caller?.id ?? null,
    };
    if (ids.length === 0) await changeRefund(trx, refundId, sent);
    ids.push(ids.length === 0 ? refundId : await insertRefund(trx, refund, sent));
  }
  await recordAudit(trx, actor, {
    action: 'reservation.refund_sent',
    subject: subjectOf(refund),
    changes: { amountCents: [null, refund.amount_cents] },
  });
  return ids;
}

/**
 * Synchronizes a sent refund with the provider: looks it up by its reference, sends it if the provider does not know
 * it, and records it once it is paid. May be repeated and run by several at once. One that the provider
 * refuses is due again, and so is one beside which money was returned in the bank's own application meanwhile, which is
 * recorded. Throws ProviderUnavailable; the refund stays sent then.
 */
async function updateSentRefund(deps: RefundingDeps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (refund?.state !== 'sent') return;
  const payment = await paymentOfEntry(deps.db, refund.returned_entry ?? '');
  const provider = await providerOf(deps, payment);
  // It waits until the installation has the provider again.
  if (!provider) return;
  const { state, sent } = await stateAtProvider(deps, provider, { of: payment.reference, refund });
  if (state === 'sent') return;
  await inTransaction(deps.db, (trx) => (state === 'paid' ? recordPaid(trx, deps, sent) : makeDueAgain(trx, sent)));
  if (typeof state === 'object') await recordBankReturns(deps, state.returnedOf);
  deps.changes.announce('reservations');
}

/** {@link updateSentRefund} for all; those for which the provider does not answer are left for the next time. */
export async function updateSentRefunds(deps: RefundingDeps): Promise<void> {
  for (const { id } of await sentRefunds(deps.db)) await tryUpdateSentRefund(deps, id);
}

/** {@link updateSentRefund}; if the provider does not answer, the refund is left for the next time. */
export async function tryUpdateSentRefund(deps: RefundingDeps, refundId: string): Promise<void> {
  try {
    await updateSentRefund(deps, refundId);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    deps.logger.warn({ refundId, reason: error.message }, 'a refund waits for the payment provider');
  }
}

/** `sent`: the refund by the reference under which the provider has it. */
async function stateAtProvider(
  { db, logger }: RefundingDeps,
  provider: PaymentProvider,
  { of, refund }: { of: string; refund: RefundWithReservation },
): Promise<{ state: ProviderRefundState | { returnedOf: Payment }; sent: RefundWithReservation }> {
  const { id, amount_cents: amountCents, provider_reference } = refund;
  const asked = { of, reference: provider_reference ?? '', amountCents };
  const known = await provider.refundState(asked);
  if (known) return { state: known, sent: refund };
  const payment = await provider.find(of);
  if (payment && (await hasBankReturns(db, payment))) return { state: { returnedOf: payment }, sent: refund };
  try {
    const { state, reference } = await provider.refund(asked);
    if (reference && reference !== asked.reference) await renameSent(db, { id, from: asked.reference, to: reference });
    return { state, sent: { ...refund, provider_reference: reference ?? asked.reference } };
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    logger.warn({ refundId: id, reason: error.message }, 'the payment provider refuses a refund');
    // Another process may have sent it meanwhile, which is why this one was refused.
    return { state: (await provider.refundState(asked)) ?? 'refused', sent: refund };
  }
}

/** The provider that has a payment; of several of its issuer, for one without a charge, the first that knows it. */
async function providerOf(
  { providers }: RefundingDeps,
  { reference, ...payment }: { reference: string; issuer: string; chargedBy: string | null },
): Promise<PaymentProvider | undefined> {
  const [first, ...others] = providers.holding(payment);
  if (others.length === 0) return first;
  for (const one of providers.holding(payment)) if (await one.find(reference)) return one;
  return undefined;
}

async function recordPaid(trx: DatabaseTransaction, deps: RefundingDeps, asked: RefundWithReservation) {
  const { id } = asked;
  const found = await lockRefund(trx, id);
  if (!isStillSent(found, asked)) return;
  const locked = await lockForMoney(trx, found.reservation_id, { mayReinstate: false });
  const { method, issuer } = await paymentOfEntry(trx, found.returned_entry ?? '');
  const through = issuer ? { through: issuer } : {};
  const returned = { method, amountCents: found.amount_cents, via: 'provider' as const, ...through };
  await recordReturn(trx, bankOf(method), deps, { locked, refundId: id, returned });
}

async function makeDueAgain(trx: DatabaseTransaction, asked: RefundWithReservation) {
  const { id } = asked;
  const refund = await lockRefund(trx, id);
  if (!isStillSent(refund, asked)) return;
  const alsoDue = await deleteDueRefund(trx, refund.reservation_id);
  const key = alsoDue ? newerKey(alsoDue) : {};
  await changeRefund(trx, id, { state: 'due', provider_reference: null, returned_entry: null, ...key });
  // Its total may have changed while the bank was asked.
  const reservation = await lockReservation(trx, refund.reservation_id);
  if (reservation) await writeRefundsDue(trx, [reservation]);
  await writeRefundDay(trx, refund.reservation_id);
  await recordAudit(trx, bank, {
    action: 'reservation.refund_changed',
    subject: subjectOf(refund),
    changes: { refundState: ['sent', 'due'] },
  });
}

// What was due was written to while the other one was at the bank, where nobody changes it.
function newerKey({ pix_key, pix_key_changed_by, pix_key_changed_at }: FormerRefund): Partial<FormerRefund> {
  return pix_key ? { pix_key, pix_key_changed_by, pix_key_changed_at } : {};
}

// Staff may have sent it again meanwhile, after another process found it refused: that one is not what was asked about.
function isStillSent(refund: RefundWithReservation, asked: RefundWithReservation): boolean {
  return refund.state === 'sent' && refund.provider_reference === asked.provider_reference;
}

function sharesOf<Payment extends { rest_cents: number }>(
  { amount_cents }: RefundWithReservation,
  returnable: Payment[],
): [Share<Payment>, ...Share<Payment>[]] {
  const [first, ...others] = splitOverPayments(returnable, amount_cents) ?? [];
  if (!first) throw new AppError('REFUND_NOT_THROUGH_PROVIDER');
  return [first, ...others];
}
