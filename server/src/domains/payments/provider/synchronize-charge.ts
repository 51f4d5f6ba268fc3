import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { type PaymentProvider, ProviderRefused, type Providers, type Started } from '../../../ports/payments/port.ts';
import { chargedFor } from './charged-for.ts';
import { type ChargeRow, endCharge, findCharge, saveStarted, saveWithdrawn, shownOf } from './charges.queries.ts';
import { chargeToPay, fallBackToOwnKey, isStarted } from './charges.ts';
import { dropDueDate, readDue } from './due-dates.ts';

// A payer waits so long for the provider's code; then the page says that it is being created.
const TIMEOUT_MS = 3_000;

export interface SynchronizingDeps {
  db: Database;
  providers: Providers;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Brings the provider of a charge to where the charge is: starts one that is open, has it end when it is to, withdraws
 * one that has ended. May be repeated and run by several at once. One that the provider will never start loses its due
 * date, is replaced by one to the operator's own key, or ends if the payer chose a card; one that it has, but will not
 * let end earlier, is withdrawn: its payer asks for another. Throws ProviderUnavailable.
 */
export async function synchronizeCharge(deps: SynchronizingDeps, chargeId: string): Promise<void> {
  const { db, providers, logger } = deps;
  const charge = await findCharge(db, chargeId);
  const provider = charge && providers.named(charge.provider);
  if (!provider) return;
  if (charge.state === 'open' && charge.provider_state === 'wanted') {
    try {
      if (isStarted(charge)) await endInTime(provider, charge);
      await saveStarted(db, charge, isStarted(charge) ? {} : shownOf(await startAt(db, provider, charge)));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      logger.warn({ chargeId, reason: error.message }, 'the payment provider refuses a charge');
      await inTransaction(db, async (trx) => {
        if (isStarted(charge) || charge.kind === 'card') await endCharge(trx, chargeId, 'replaced');
        else if (charge.due_on) await dropDueDate(trx, chargeId);
        else await fallBackToOwnKey(trx, providers, chargeId);
      });
      if (charge.due_on && !isStarted(charge)) await synchronizeCharge(deps, chargeId);
    }
  } else if (isToBeWithdrawn(charge)) {
    await withdraw(provider, charge);
    await saveWithdrawn(db, chargeId);
  }
}

/**
 * A charge that was just asked for, once its provider has started it; an unavailable provider is asked again later, and
 * nobody waits long.
 */
export async function startedCharge(deps: SynchronizingDeps, charge: ChargeRow): Promise<ChargeRow> {
  if (charge.provider_state !== 'wanted' || !deps.providers.named(charge.provider)) return charge;
  const chargeId = charge.id;
  const asked = synchronizeCharge(deps, chargeId).catch((error: Error) =>
    deps.logger.warn({ chargeId, reason: error.message }, 'the payment provider has not started a charge yet'),
  );
  const stop = new AbortController();
  await Promise.race([asked, wait(TIMEOUT_MS, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
  return chargeToPay(deps.db, charge);
}

async function startAt(db: Database, provider: PaymentProvider, charge: ChargeRow): Promise<Started> {
  const due = charge.due_on === null ? {} : await readDue(db, charge);
  if (!due) throw new ProviderRefused('the payer of a charge with a due date has no CPF any more');
  return provider.start({
    reference: charge.reference,
    amountCents: charge.amount_cents,
    expiresAt: charge.expires_at,
    description: chargedFor(charge).describe(charge),
    ...due,
  });
}

async function withdraw(provider: PaymentProvider, charge: ChargeRow): Promise<void> {
  try {
    await provider.withdraw(charge.reference, { hasDueDate: charge.due_on !== null });
  } catch (error) {
    // A provider that refuses due dates has no charge of ours with one.
    if (!(error instanceof ProviderRefused) || charge.due_on === null || isStarted(charge)) throw error;
  }
}

async function endInTime(provider: PaymentProvider, { reference, expires_at }: ChargeRow): Promise<void> {
  if (expires_at) await provider.changeExpiry(reference, expires_at);
}

function isToBeWithdrawn({ state, provider_state }: ChargeRow): boolean {
  const hasEnded = state !== 'open' && state !== 'paid';
  return hasEnded && (provider_state === 'wanted' || provider_state === 'active');
}

const BATCH = 40;
// Longer than a call to the provider with its retries takes.
const LEASE_S = 10;
// So long the page says that the code is being created; then the payer gets the operator's own.
const LATE_S = 30;

/** Creates and withdraws at a provider what is still to be; every process may, at the same time. */
export async function synchronizeCharges(
  deps: SynchronizingDeps & { provider: Pick<PaymentProvider, 'name'> },
  signal?: AbortSignal,
  { leaseS = LEASE_S, lateS = LATE_S }: { leaseS?: number; lateS?: number } = {},
): Promise<void> {
  let leased = BATCH;
  while (leased === BATCH && !signal?.aborted) {
    const charges = await leaseCharges(deps, { limit: BATCH, leaseS, lateS });
    await Promise.all(charges.map((charge) => synchronizeOne(deps, charge)));
    leased = charges.length;
  }
}

async function synchronizeOne(deps: SynchronizingDeps, { id, is_late }: ChargeToSync): Promise<void> {
  try {
    await synchronizeCharge(deps, id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.logger.warn(
      { chargeId: id, reason },
      'a charge was not synchronized with the payment provider; tried again soon',
    );
    if (!is_late) return;
    const fell = await inTransaction(deps.db, (trx) => fallBackToOwnKey(trx, deps.providers, id));
    if (fell) deps.logger.warn({ chargeId: id }, "a charge has become one to the operator's own key");
  }
}

/** A charge that has to be created or withdrawn at the provider. */
interface ChargeToSync {
  id: string;
  /** The payer waits for its code, and has done so for long. */
  is_late: boolean;
}

const isToSynchronize = sql`((state = 'open' and provider_state = 'wanted')
  or (state in ('replaced', 'cancelled', 'expired') and provider_state in ('wanted', 'active')))`;

/** Charges that are created or withdrawn at providers. */
export const chargeMoments = sql`
  select updated_at as at from charges
  where ${isToSynchronize} and provider in (select unnest(provider_names) from operator)`;

/**
 * Charges to be created or withdrawn at the provider, the longest untouched first. Nobody else gets them for the next
 * `leaseS` seconds; one that was opened just now is left to the request that opened it.
 */
async function leaseCharges(
  { db, provider }: { db: Database; provider: Pick<PaymentProvider, 'name'> },
  { limit, leaseS, lateS }: { limit: number; leaseS: number; lateS: number },
): Promise<ChargeToSync[]> {
  const { rows } = await sql<ChargeToSync>`
    update charges set updated_at = now()
    where id in (
      select id from charges
      where ${isToSynchronize} and provider = ${provider.name} and updated_at <= now() - ${leaseS} * interval '1 second'
      order by updated_at
      limit ${limit}
      for no key update skip locked
    )
    returning id, state = 'open' and created_at <= now() - ${lateS} * interval '1 second' as is_late`.execute(db);
  return rows;
}
