import type { LineChange } from '@passeio/contract/lines';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { extraLine } from '@passeio/contract/reservations/quote';
import type { ExtraAddition, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { isMeantFor, leastOf } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { missing, requireAge, requireOnSale, requireQuantity, requireStock } from '../../inventory/index.ts';
import { findExtra, presentExtra } from '../../trips/index.ts';
import { quoteOf, requireWaiver } from '../cancellation/quote-cancellation.ts';
import { type OpenParty, openParty, personOf } from '../participants/open-party.ts';
import { takerOf } from '../participants/required-extras.ts';
import { saveParty } from '../participants/save-party.ts';
import type { StoredLine } from '../reservation/lines.ts';
import { readDetails } from '../reservation/load-reservations.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';

/**
 * Adds an extra at today's price; total and deposit follow, and a booked reservation stays booked. What was sold before
 * keeps its price.
 */
export async function addExtra(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { extraId, count, participantId }: ExtraAddition,
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  if (party.editor !== 'staff' && !party.trip.is_active) throw new AppError('TRIP_INACTIVE');
  const row = await findExtra(trx, party.trip.id, extraId.toLowerCase());
  if (!row || row.ended_at) throw new AppError('EXTRA_UNKNOWN', undefined, { extraId });
  const extra = presentExtra(row);
  requireSold(party, extra);
  const person = extra.per === 'participant' ? personOf(party, participantId ?? soleOf(party)) : undefined;
  if (person) requireAge(extra, takerOf(party, person));
  const has = party.lines.filter((line) => line.sourceId === extra.id && line.participantId === (person?.id ?? null));
  requireQuantity(extra, has.reduce((sum, { quantity }) => sum + quantity, 0) + count);
  requireStock([{ extra, quantity: count }]);
  return saveExtras(trx, actor, party, lineOfMore(extra, has, { count, participantId: person?.id ?? null }), {
    action: 'reservation.extra_added',
    changes: {
      extra: [null, `${count} × ${extra.label}`],
      ...(person && { participant: [null, nameOf(party, person)] }),
    },
  });
}

/**
 * Removes an extra. Where the rules keep a part of its price, only staff with the permission for discounts does; a
 * required one ends with its participant.
 */
export async function removeExtra(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, lineId }: { reservationId: string; lineId: string },
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  const line = party.lines.find(({ id, isTripExtra }) => id === lineId.toLowerCase() && isTripExtra);
  const row = line && (await findExtra(trx, party.trip.id, line.sourceId));
  if (!row) throw new AppError('EXTRA_NOT_FOUND');
  if (!row.ended_at) requireRest(party, presentExtra(row), line);
  if (party.editor === 'staff') {
    await requireWaiver(trx, actor.caller, party, { now: party.now, extra: line });
  } else {
    requireSold(party, presentExtra(row));
    const { quote } = await quoteOf(trx, party, { by: 'client', now: party.now, extra: line });
    if (quote.penaltyCents > 0) throw new AppError('EXTRA_REMOVAL_COSTS');
  }
  const person = party.people.find(({ id }) => id === line.participantId);
  return saveExtras(
    trx,
    actor,
    party,
    { ended: [line], added: [] },
    {
      action: 'reservation.extra_removed',
      changes: {
        extra: [`${line.quantity} × ${line.label}`, null],
        ...(person && { participant: [nameOf(party, person), null] }),
      },
    },
  );
}

// Lines of an earlier price may go as long as the least of a required extra is left.
function requireRest(party: OpenParty, extra: TripExtra, line: StoredLine): void {
  if (extra.choice !== 'required') return;
  const person = party.people.find(({ id }) => id === line.participantId);
  if (person && !isMeantFor(extra, takerOf(party, person))) return;
  const rest = party.lines.filter(
    (one) => one !== line && one.sourceId === extra.id && one.participantId === line.participantId,
  );
  if (rest.reduce((sum, { quantity }) => sum + quantity, 0) < leastOf(extra)) throw missing(extra);
}

function requireSold({ editor, trip, departure, now }: OpenParty, extra: TripExtra): void {
  const { timeZone } = departure;
  requireOnSale(extra, { departsAt: trip.departs_at, timeZone, now, isStaff: editor === 'staff' });
}

// Who travels alone needs not be named.
function soleOf({ people }: OpenParty): string {
  return people.length === 1 ? (people[0]?.id ?? '') : '';
}

// One line of a price: more at the same one is another quantity.
function lineOfMore(
  extra: TripExtra,
  has: readonly StoredLine[],
  { count, participantId }: { count: number; participantId: string | null },
): LineChange<StoredLine> {
  const same = has.find((line) => line.unitCents === extra.priceCents && line.isRefundable === extra.refundable);
  const added = extraLine(extra, participantId, (same?.quantity ?? 0) + count);
  return { ended: same ? [same] : [], added: [added] };
}

const nameOf = ({ people }: OpenParty, person: OpenParty['people'][number]) => nameAmong(person, people);

async function saveExtras(
  trx: DatabaseTransaction,
  actor: Actor,
  party: OpenParty,
  lines: LineChange<StoredLine>,
  { action, changes }: Pick<Parameters<typeof recordReservationAudit>[3], 'action' | 'changes'>,
): Promise<ReservationDetails> {
  const people = party.people.map((one) => ({ ...one }));
  const partyChanges = await saveParty(trx, party, people, lines);
  await recordReservationAudit(trx, actor, party, { action, changes: { ...changes, ...partyChanges } });
  return readDetails(trx, party.reservation.id, callerOfActor(actor));
}
