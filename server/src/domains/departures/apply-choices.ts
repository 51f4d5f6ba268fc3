import type { ChoiceDraft } from '@passeio/contract/departures/departure-cancellations';
import { dayAndTime } from '@passeio/contract/format-moments';
import type { Logger } from 'pino';
import { type Actor, recordAudit, system } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueEmail, type NotifyDeps } from '../messages/index.ts';
import { findDueRefund, recordReturn } from '../payments/index.ts';
import {
  cancelForDeparture,
  isOpenToChoice,
  lockForMoney,
  lockWithTrip,
  moveByChoice,
  readPayerOfReservation,
  reservationSubject,
} from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { markDefault } from '../trips/index.ts';
import { findCancellation } from './cancellations.queries.ts';
import { type ChoiceRow, overdueChoices } from './choices.queries.ts';

/** What is needed to notify people of their departure. */
export interface DepartureNotifyDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  logger: Pick<Logger, 'warn'>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

const BATCH = 100;

/**
 * Does what a payer chose, once: the locked reservation says whether there is still something to choose. Throws
 * CHOICE_MADE, CHOICE_CHANGED if the amounts are others than those that the payer saw, and what {@link moveByChoice}
 * throws.
 */
export async function applyChoice(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  row: ChoiceRow,
  choice: ChoiceDraft,
): Promise<void> {
  if (choice.kind === 'moved') await moveAsChosen(trx, actor, notifyDeps, row, choice);
  else await endAsChosen(trx, actor, notifyDeps, row, choice);
}

async function endAsChosen(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  row: ChoiceRow,
  { kind, amountCents }: Extract<ChoiceDraft, { amountCents: number }>,
): Promise<void> {
  const locked = await lockWithTrip(trx, row.reservation_id);
  if (locked.trip.id !== row.trip_id || !isOpenToChoice(locked.reservation, new Date())) {
    throw new AppError('CHOICE_MADE');
  }
  if (locked.reservation.received_cents !== amountCents) throw new AppError('CHOICE_CHANGED');
  await recordChoice(trx, actor, row, { choice: [null, kind] });
  const deps = kind === 'refund' ? notifyDeps : null;
  await cancelForDeparture(trx, actor, deps, { locked, reason: row.reason });
  if (kind === 'credit') await giveCredit(trx, actor, notifyDeps, row.reservation_id);
}

// The refund as credit, but for what gift cards paid.
async function giveCredit(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  reservationId: string,
): Promise<void> {
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const due = await findDueRefund(trx, reservationId);
  // All of it was paid by gift cards, which have it back.
  if (!due && locked.reservation.received_cents === 0) return;
  // A refund that is on its way to the account cannot become credit.
  if (!due) throw new AppError('CHOICE_CHANGED');
  const via = actor.caller ? ('person' as const) : ('system' as const);
  const returned = { method: 'credit' as const, amountCents: due.amount_cents, via };
  await recordReturn(trx, actor, notifyDeps, { locked, refundId: due.id, returned });
}

async function moveAsChosen(
  trx: DatabaseTransaction,
  actor: Actor,
  { jobs }: NotifyDeps,
  row: ChoiceRow,
  { tripId, totalCents }: Extract<ChoiceDraft, { kind: 'moved' }>,
): Promise<void> {
  if (tripId.toLowerCase() === row.trip_id) throw new AppError('TRIP_CANCELLED');
  const { from, to } = await moveByChoice(trx, actor, row.reservation_id, { tripId, totalCents });
  if (from.id !== row.trip_id) throw new AppError('CHOICE_MADE');
  const timeZone = await readTimeZone(trx);
  const departure = dayAndTime(to.departs_at, timeZone);
  await recordChoice(trx, actor, row, { choice: [null, 'moved'], otherDeparture: [null, `${to.title}, ${departure}`] });
  const payer = await readPayerOfReservation(trx, row.reservation_id);
  if (!payer.email) return;
  const about = { reservationId: row.reservation_id, tripId: to.id };
  await enqueueEmail(jobs, { kind: 'departureMoved', to: payer.email, about }, trx);
}

async function recordChoice(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservation_id: id, code, payer_name, title }: Pick<ChoiceRow, 'reservation_id' | 'code' | 'payer_name' | 'title'>,
  changes: Record<string, [null, string]>,
): Promise<void> {
  const subject = reservationSubject({ id, code }, { name: payer_name }, { title });
  await recordAudit(trx, actor, { action: 'reservation.choice_made', subject, changes });
}

/** Refunds payers who did not choose in time, each in a transaction of its own. */
export async function applyOverdueChoices(
  deps: DepartureNotifyDeps,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  for (const id of await overdueChoices(deps.db, now, BATCH)) {
    if (signal?.aborted) return;
    try {
      await inTransaction(deps.db, (trx) => refundByDefault(trx, deps, id, now));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      deps.logger.warn({ reservationId: id, reason }, 'a choice could not be applied; the next sweep tries again');
    }
  }
}

async function refundByDefault(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: DepartureNotifyDeps,
  reservationId: string,
  now: Date,
): Promise<void> {
  const locked = await lockWithTrip(trx, reservationId);
  const { reservation, trip } = locked;
  // The payer chose meanwhile, or another process applied the default.
  if (reservation.choose_until === null || reservation.choose_until > now) return;
  const cancellation = await findCancellation(trx, trip.id);
  const payer = await readPayerOfReservation(trx, reservationId);
  const row = { reservation_id: reservationId, code: payer.code, payer_name: payer.name, title: trip.title };
  await recordChoice(trx, system, row, { choice: [null, 'default'] });
  const reason = cancellation?.reason ?? '';
  await cancelForDeparture(trx, system, { jobs, publicUrl }, { locked, reason });
  await markDefault(trx, { reservationId, tripId: trip.id });
}
