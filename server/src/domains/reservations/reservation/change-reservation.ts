import { isDeepStrictEqual } from 'node:util';
import type { ReservationState } from '@passeio/contract/reservation-states';
import type { Selectable, Updateable } from 'kysely';
import { type Changes, system } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { endCharges, owedCents, refundDay, returnToCards, shortenCharges, writeRefundsDue } from '../../book/index.ts';
import { endChoice } from '../../trips/index.ts';
import { endOffers } from '../../waiting-list/index.ts';
import { countEntered } from './count-entered.ts';
import { keepCommissions } from './keep-commissions.ts';
import { keepPenalties } from './keep-penalties.ts';
import { recordReservationAudit } from './reservation-audit.ts';
import { findReservation } from './reservations.queries.ts';
import { endChargesAboveShares } from './shares.ts';

/** Changes a reservation, see {@link changeReservations}. */
export async function changeReservation(trx: DatabaseTransaction, id: string, change: Change): Promise<void> {
  await changeReservations(trx, [id], change);
}

/** Cancels a reservation, of whose money `retainedCents` stays with the operator. */
export async function markCancelled(
  trx: DatabaseTransaction,
  id: string,
  { now, by, reason = '', retainedCents }: { now: Date; by: string | null; reason?: string; retainedCents: number },
): Promise<void> {
  await changeReservation(trx, id, {
    state: 'cancelled',
    cancelled_at: now,
    cancelled_by: by,
    cancellation_reason: reason,
    retained_cents: retainedCents,
  });
}

/**
 * Changes reservations and all that follows, in one UPDATE of the row of each: what must go back of them is written
 * first, to gift cards at once, the rest as a refund with its day. Then their open charges end or are shortened, and so
 * do offers of the waiting list and choices of a cancelled departure that they decide, and the book says what is kept
 * of them, and what their sellers earned. The database counts the places, frees seats and checks the rest at commit.
 */
export async function changeReservations(trx: DatabaseTransaction, ids: string[], change: Change): Promise<void> {
  if (Object.keys(change).length === 0) return;
  // A reservation that ends or moves away has nothing to choose any more.
  const hasChosen = change.trip_id !== undefined || (change.state !== undefined && !isGoing(change.state));
  const written = { ...change, ...(hasChosen && { choose_until: null }) };
  const compared = (await lockCompared(trx, ids)).map((before) => compare(before, written));
  await write(trx, compared, written);
  if (change.hold_expires_at) await shortenCharges(trx, ids);
  if (KEPT_BY.some((column) => column in change)) await keepPenalties(trx, ids);
  const sold = compared.filter(({ before, after }) => before.seller_id || after.seller_id).map(({ after }) => after.id);
  if (sold.length > 0) await keepCommissions(trx, sold);
}

/** Counts what guides have of a locked reservation, while others wait for the guide's hand: nothing else follows from it. */
export async function addGuideCash(trx: DatabaseTransaction, id: string, cents: number): Promise<void> {
  await trx
    .updateTable('reservations')
    .set((eb) => ({ guide_cents: eb('guide_cents', '+', cents), updated_at: new Date() }))
    .where('id', '=', id)
    .execute();
}

/** Gives back of a locked reservation what is due to gift cards that were closed until now. */
export async function giveBackWhatIsDue(trx: DatabaseTransaction, id: string): Promise<void> {
  const compared = (await lockCompared(trx, [id])).map((before) => ({ ...compare(before, {}), isMoneyChanged: true }));
  await write(trx, compared, {});
}

async function write(trx: DatabaseTransaction, compared: Changed[], written: Change): Promise<void> {
  const changed: Changed[] = [];
  for (const one of compared) changed.push(one.isMoneyChanged ? await giveBackToCards(trx, one) : one);
  const owing = changed.filter(
    ({ after, isMoneyChanged }) => isMoneyChanged && (owedCents(after) > 0 || after.refund_due_on !== null),
  );
  await writeRefundsDue(
    trx,
    owing.map(({ after }) => after),
  );
  const row = { ...written, ...(owing.length > 0 && { refund_due_on: refundDay }), updated_at: new Date() };
  const others = changed.filter(({ backCents }) => backCents === 0).map(({ after }) => after.id);
  if (others.length > 0) await updateRows(trx, others, row);
  for (const { after, backCents } of changed) {
    const { id, received_cents, refunded_cents } = after;
    if (backCents > 0) await updateRows(trx, [id], { ...row, received_cents, refunded_cents });
  }
  await endWhatFollows(trx, changed);
}

async function updateRows(
  trx: DatabaseTransaction,
  ids: string[],
  row: Omit<Change, 'refund_due_on'> & { refund_due_on?: Change['refund_due_on'] | typeof refundDay },
): Promise<void> {
  await trx.updateTable('reservations').set(row).where('id', '=', sqlAny(ids, 'uuid')).execute();
}

// Columns with which what the operator keeps may be another amount; places change with people who leave.
const KEPT_BY = ['state', 'total_cents', 'received_cents', 'retained_cents', 'places'] as const;

async function endWhatFollows(trx: DatabaseTransaction, changed: Changed[]): Promise<void> {
  countEntered(
    trx,
    changed
      .filter(({ before, after }) => before.state !== after.state)
      .map(({ before, after }) => ({ ...after, left_state: before.state })),
  );
  const idsOf = (which: (one: Changed) => boolean) => changed.filter(which).map(({ after }) => after.id);
  await endCharges(
    trx,
    idsOf((one) => one.isMoneyChanged || one.isReplanned || (!one.before.choose_until && !!one.after.choose_until)),
    idsOf((one) => one.isRepriced),
  );
  const split = idsOf(({ before, after }) => before.splits_payment || after.splits_payment);
  if (split.length > 0) await endChargesAboveShares(trx, split);
  await endOffers(
    trx,
    changed
      .filter(({ before }) => before.channel === 'waiting_list' && before.state === 'held')
      .map(({ after }) => after),
  );
  for (const { before, after } of changed) {
    const isSame = after.trip_id === before.trip_id;
    if (!before.choose_until || (isSame && isGoing(after.state))) continue;
    await endChoice(trx, { reservationId: after.id, tripId: before.trip_id }, isSame ? null : after.trip_id);
  }
}

type Change = Updateable<Schema['reservations']>;

const COMPARED = [
  'id',
  'trip_id',
  'state',
  'channel',
  'total_cents',
  'deposit_cents',
  'received_cents',
  'refunded_cents',
  'retained_cents',
  'instalments',
  'choose_until',
  'splits_payment',
  'refund_due_on',
  'seller_id',
] as const;

type Compared = Pick<Selectable<Schema['reservations']>, (typeof COMPARED)[number]>;

/** A reservation before and after a change, with what follows from it. */
interface Changed {
  before: Compared;
  after: Compared;
  isMoneyChanged: boolean;
  isRepriced: boolean;
  /** Its instalments are others. */
  isReplanned: boolean;
  /** What gift cards get back of it. */
  backCents: number;
}

/** Gives gift cards back what the change makes due; the reservation has so much less. */
async function giveBackToCards(trx: DatabaseTransaction, one: Changed): Promise<Changed> {
  const { id, received_cents, refunded_cents } = one.after;
  const returned = await returnToCards(trx, one.after);
  if (returned.length === 0) return one;
  const backCents = returned.reduce((sum, cents) => sum + cents, 0);
  await auditReturns(trx, id, { returned, receivedCents: received_cents });
  const sums = { received_cents: received_cents - backCents, refunded_cents: refunded_cents + backCents };
  return { ...one, backCents, after: { ...one.after, ...sums } };
}

async function auditReturns(
  trx: DatabaseTransaction,
  id: string,
  { returned, receivedCents }: { returned: readonly number[]; receivedCents: number },
): Promise<void> {
  const trip = await findReservation(trx, id);
  if (!trip) return;
  let before = receivedCents;
  for (const amountCents of returned) {
    const changes = {
      kind: [null, 'refund'],
      method: [null, 'gift_card'],
      amountCents: [null, amountCents],
      receivedCents: [before, before - amountCents],
    } satisfies Changes;
    before -= amountCents;
    await recordReservationAudit(
      trx,
      system,
      { reservation: trip, trip },
      { action: 'reservation.refund_recorded', changes },
    );
  }
}

function lockCompared(trx: DatabaseTransaction, ids: string[]): Promise<Compared[]> {
  return trx
    .selectFrom('reservations')
    .select(COMPARED)
    .where('id', '=', sqlAny(ids, 'uuid'))
    .forNoKeyUpdate()
    .execute();
}

function compare(before: Compared, { instalments, ...change }: Change): Changed {
  const plan = instalments === undefined ? before.instalments : instalments && JSON.parse(instalments);
  const after = { ...before, ...change, instalments: plan } as Compared;
  const differs = (column: keyof Compared) => before[column] !== after[column];
  const isRepriced = differs('total_cents') || differs('deposit_cents');
  return {
    before,
    after,
    isRepriced,
    isMoneyChanged: isRepriced || differs('state') || differs('received_cents') || differs('retained_cents'),
    isReplanned: !isDeepStrictEqual(before.instalments, plan),
    backCents: 0,
  };
}

const isGoing = (state: ReservationState) => state === 'held' || state === 'booked';
