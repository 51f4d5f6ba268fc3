import {
  type ChoiceDraft,
  DEPARTURES_OFFERED,
  type DepartureChoice,
  type OfferedDeparture,
} from '@passeio/contract/departures/departure-cancellations';
import { pagePaths } from '@passeio/contract/paths';
import type { MoveQuote } from '@passeio/contract/reservations/reservations';
import { requiredOf } from '@passeio/contract/trips/extra-rules';
import { firstName } from '@passeio/contract/words';
import { type Actor, callerOfActor, linkActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import { quotedPartsOf } from '../book/index.ts';
import type { NotifyDeps } from '../messages/index.ts';
import {
  isOpenToChoice,
  makePayerLink,
  ownsReservation,
  quoteMove,
  readCancellationTerms,
  reservationSubject,
} from '../reservations/index.ts';
import { applyChoice } from './apply-choices.ts';
import {
  type ChoiceRow,
  departuresToOffer,
  findByChoiceLink,
  findChoice,
  findChoiceOfTrip,
  storeChoiceLink,
} from './choices.queries.ts';

/** What the caller chooses from. Throws CHOICE_NOT_FOUND, also for someone else's reservation. */
export async function readOwnChoice(db: Database, caller: Caller, reservationId: string): Promise<DepartureChoice> {
  return presentChoice(db, await findOwn(db, caller, reservationId));
}

/** Throws CHOICE_NOT_FOUND and what {@link applyChoice} throws. */
export async function makeOwnChoice(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  reservationId: string,
  choice: ChoiceDraft,
): Promise<DepartureChoice> {
  const row = await findOwn(trx, callerOfActor(actor), reservationId);
  return choose(trx, actor, notifyDeps, row, choice);
}

/** What a payer without an account chooses from. Throws CHOICE_LINK_OVER once there is nothing to choose. */
export async function readChoiceByLink(db: Database, token: string): Promise<DepartureChoice> {
  const row = await findByChoiceLink(db, hashToken(token));
  if (!row || !isOpen(row)) throw new AppError('CHOICE_LINK_OVER');
  return presentChoice(db, row);
}

/** Throws CHOICE_LINK_OVER for an unknown link, and what {@link applyChoice} throws. */
export async function makeChoiceByLink(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  token: string,
  choice: ChoiceDraft,
): Promise<DepartureChoice> {
  const row = await findByChoiceLink(trx, hashToken(token));
  if (!row) throw new AppError('CHOICE_LINK_OVER');
  return choose(trx, linkActor(actor, undefined), notifyDeps, row, choice);
}

/**
 * The URL of a new link with which a payer chooses, beside those that there are; undefined if there is nothing to
 * choose. To an address of which staff may read the e-mails it is the payer's link, which asks for a proof.
 */
export async function makeChoiceLink(
  db: Database,
  publicUrl: string,
  key: { reservationId: string; tripId: string },
): Promise<string | undefined> {
  const row = await findChoiceOfTrip(db, key);
  if (!row || !isOpen(row)) return undefined;
  if (row.email_written_by !== null) return payerLinkOf(db, publicUrl, row);
  const token = newToken();
  await storeChoiceLink(db, { token_hash: hashToken(token), reservation_id: row.reservation_id, trip_id: row.trip_id });
  return publicUrl + pagePaths.choiceLink(token);
}

/** The payer's link for staff to send. Audited. Throws CHOICE_NOT_FOUND if there is nothing to choose. */
export async function createChoiceLink(
  trx: DatabaseTransaction,
  actor: Actor,
  publicUrl: string,
  key: { reservationId: string; tripId: string },
): Promise<{ url: string }> {
  const row = await findChoiceOfTrip(trx, key);
  if (!row || !isOpen(row)) throw new AppError('CHOICE_NOT_FOUND');
  const url = await payerLinkOf(trx, publicUrl, row, callerOfActor(actor).id);
  const subject = reservationSubject({ id: key.reservationId, code: row.code }, { name: row.payer_name }, row);
  await recordAudit(trx, actor, { action: 'reservation.choice_link_created', subject });
  return { url };
}

async function payerLinkOf(
  db: Database,
  publicUrl: string,
  { reservation_id }: ChoiceRow,
  madeBy?: string,
): Promise<string> {
  return publicUrl + pagePaths.payerLink(await makePayerLink(db, reservation_id, madeBy));
}

async function findOwn(db: Database, caller: Caller, reservationId: string): Promise<ChoiceRow> {
  const row = await findChoice(db, reservationId);
  if (!row || !ownsReservation(caller, row)) throw new AppError('CHOICE_NOT_FOUND');
  return row;
}

// The same choice again is the same: the answer to the first one may have been lost on its way.
async function choose(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  row: ChoiceRow,
  choice: ChoiceDraft,
): Promise<DepartureChoice> {
  const key = { reservationId: row.reservation_id, tripId: row.trip_id };
  const isSame =
    row.outcome === choice.kind && (choice.kind !== 'moved' || row.moved_to === choice.tripId.toLowerCase());
  if (!isSame) await applyChoice(trx, actor, notifyDeps, row, choice);
  const applied = await findChoiceOfTrip(trx, key);
  if (!applied) throw new AppError('CHOICE_NOT_FOUND');
  return presentChoice(trx, applied);
}

function isOpen(row: ChoiceRow): boolean {
  return row.outcome === null && isOpenToChoice(row, new Date());
}

async function presentChoice(db: Database, row: ChoiceRow): Promise<DepartureChoice> {
  const { promised_for: promisedFor } = await readCancellationTerms(db, row.reservation_id);
  const amountCents = row.outcome === null ? row.received_cents : row.told_cents;
  const parts = await quotedPartsOf(db, {
    ...{ reservationId: row.reservation_id, isWhole: true },
    amountCents: row.outcome === null ? amountCents : 0,
  });
  const { other_title, other_departs_at, other_slug } = row;
  return {
    trip: { title: row.title, date: row.departs_at.toISOString() },
    firstName: firstName(row.payer_name),
    reason: row.reason,
    chooseUntil: row.last_day,
    people: row.people,
    amountCents,
    parts,
    promisedFor,
    outcome: row.outcome,
    movedTo:
      other_title !== null && other_departs_at !== null && other_slug !== null
        ? { title: other_title, date: other_departs_at.toISOString(), slug: other_slug }
        : null,
    departures: isOpen(row) ? await offeredTo(db, row) : [],
  };
}

function lacksRequired({ required, participants }: MoveQuote): boolean {
  const people = participants.flatMap(({ newFare: fare, age }) => (fare ? [{ fare, age }] : []));
  return requiredOf(required, people).some(({ isSoldOut }) => isSoldOut);
}

// Where every person has a fare, and all that is required is left: by the same rules as when staff moves a reservation.
async function offeredTo(db: Database, row: ChoiceRow): Promise<OfferedDeparture[]> {
  const offered: OfferedDeparture[] = [];
  for (const trip of await departuresToOffer(db, row, DEPARTURES_OFFERED)) {
    const quote = await quoteMove(db, row.reservation_id, trip.id);
    if (quote.participants.some(({ newFare }) => newFare === null)) continue;
    if (lacksRequired(quote)) continue;
    const missing = quote.newTotalCents - row.received_cents;
    offered.push({
      ...{ id: trip.id, slug: trip.slug, title: trip.title, date: trip.departs_at.toISOString() },
      totalCents: quote.newTotalCents,
      dueCents: Math.max(missing, 0),
      refundCents: Math.max(-missing, 0),
      extras: quote.extras,
      begun: quote.begun,
    });
  }
  return offered;
}
