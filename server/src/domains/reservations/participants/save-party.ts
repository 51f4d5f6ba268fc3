import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { aboveZero, followParty, type LineChange, linesAfter, totalOf } from '@passeio/contract/lines';
import { entryOf, personFields } from '@passeio/contract/reservations/participants';
import { depositOf, isForAdults, MAX_PARTY } from '@passeio/contract/trips/pricing';
import { sql } from 'kysely';
import { type Changes, changesBetween } from '../../../platform/audit/audit.ts';
import { columnName } from '../../../platform/database/column-names.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownPlaces, requirePlaces, requireUnpaidPlaces, requireUnpaidPlacesOfGuests } from '../../inventory/index.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { keepPenalties } from '../reservation/keep-penalties.ts';
import { fareOfPerson, type StoredLine, writeLines } from '../reservation/lines.ts';
import { accompany } from '../reservation/party.ts';
import { PERSON_COLUMNS, type Person } from '../reservation/person.ts';
import { boardingPlace } from '../reservation/reservation-audit.ts';
import { endChargesAboveShares } from '../reservation/shares.ts';
import { recalculateTotal, stateAfterTotal } from '../reservation/state-by-money.ts';
import { coveredAmong, depositWithHeld, heldAmong } from './held-people.ts';
import { isAdultOf, type OpenParty } from './open-party.ts';
import { followRequired, requiredChanges } from './required-extras.ts';

const refusals: Record<string, ErrorCode> = {
  participants_one_cpf_per_trip: 'PARTICIPANT_ALREADY_LISTED',
  trips_cancelled_take_nobody: 'TRIP_CANCELLED',
  trips_places_for_waiting: 'PLACES_FOR_WAITING',
  trip_extras_taken_within_stock: 'EXTRA_SOLD_OUT',
  trip_room_types_within_count: 'ROOMS_TAKEN',
  participants_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  participants_companion_is_adult: 'COMPANION_NOT_ADULT',
  participants_one_child_per_lap: 'LAP_WITHOUT_ADULT',
};

/**
 * Makes `people` those of a party: new ones are appended, and participants who lost the adult that accompanies them get
 * another where they need one. Claims or releases places, and lines, total, deposit and state follow; `agreed` are
 * lines that are added or end with it. People with `held_until` are held until their deposit is covered. Returns what
 * changed of the reservation, for its audit entry.
 */
export async function saveParty(
  trx: DatabaseTransaction,
  party: OpenParty,
  people: Person[],
  agreed: LineChange<StoredLine> = { ended: [], added: [] },
): Promise<Changes> {
  const { reservation, trip, editor } = party;
  const staying = people.filter((one) => one.removed_at === null);
  if (editor !== 'staff' && staying.length > Math.max(party.people.length, MAX_PARTY))
    throw new AppError('PARTY_LIMIT');
  const required = await followRequired(trx, party, staying);
  const lines = lineChange(party, staying, {
    ended: [...agreed.ended, ...required.ended],
    added: [...agreed.added, ...required.added],
  });
  const after = recalculated(party, staying, totalOf(linesAfter(party.lines, lines)));
  travelTogether(party, staying);
  const own = await ownPlaces(trx, reservation);
  requirePlaces(trip, after.places - reservation.places, editor === 'staff' ? 'staff' : 'client', own);
  const hold = editor === 'staff' ? {} : await holdUnpaid(trx, party, staying);
  const changes = changesBetween(reservation, after);
  await mapDeferredErrors(trx, refusals, async () => {
    await writePeople(trx, party, people);
    await writeLines(trx, reservation.id, lines, party.by);
    if (Object.keys(changes).length > 0) await changeReservation(trx, reservation.id, { ...after, ...hold });
    else {
      // Shares may be others, and penalties more, although the total is the same.
      if (reservation.splits_payment) await endChargesAboveShares(trx, [reservation.id]);
      if (agreed.added.length > 0) await keepPenalties(trx, [reservation.id]);
    }
  });
  if (party.guestContact && after.places > reservation.places)
    await requireUnpaidPlacesOfGuests(trx, party.guestContact);
  if (after.places < reservation.places) await serveWaitingList(trx, trip.id);
  return { ...renamed(changes), ...requiredChanges(required) };
}

type Travelling = Pick<OpenParty, 'editor' | 'fares' | 'departure'> & { people: readonly Person[] };

/** Renews who accompanies whom among those of `people` who stay. Throws where they cannot travel alone. */
export function travelTogether(party: Travelling, staying: Person[]): void {
  // Held people alone are no booked reservation: with them it would end.
  if (!staying.some((one) => one.takes_place && one.held_until === null)) throw new AppError('LAST_PARTICIPANT');
  accompany(staying, (one) => isAdultOf(party, one));
  if (party.editor !== 'staff' && leavesMinorsAlone(party, staying)) throw new AppError('MINOR_WITHOUT_ADULT');
}

// Fares say who is an adult, as when a party is reserved. Where staff reserved for children alone, they stay as they
// are. An adult who is held may be gone tomorrow.
function leavesMinorsAlone({ fares, people }: Travelling, staying: readonly Person[]): boolean {
  const hasAdult = (party: readonly Person[]) =>
    party.some((one) => one.held_until === null && fares.some((fare) => fare.id === one.fare_id && isForAdults(fare)));
  return hasAdult(people) && !hasAdult(staying);
}

// Checks the unpaid places that a client takes. The first held people start a clock, which no receipt has stopped.
async function holdUnpaid(
  trx: DatabaseTransaction,
  { reservation, trip, people, network }: OpenParty,
  staying: Person[],
) {
  const { user_id: payerId, state, received_cents, client_network } = reservation;
  const placesOf = (party: readonly Person[]) => party.filter((one) => one.takes_place).length;
  const isPaid = state === 'booked' && received_cents > 0;
  const held = placesOf(heldAmong(staying)) - placesOf(heldAmong(people));
  const places = held !== 0 || isPaid ? held : placesOf(staying) - placesOf(people);
  if (places <= 0) return {};
  const counted = client_network ?? network;
  await requireUnpaidPlaces(trx, { payerId, network: counted, tripId: trip.id, places });
  const isFirst = held > 0 && heldAmong(people).length === 0;
  return { client_network: counted, ...(isFirst && { clock_stopped_at: null }) };
}

// Discounts and extras stay. A booked reservation stays booked; a held one whose deposit is now covered becomes booked.
// Held people whose deposit is covered are held no longer.
function recalculated({ reservation, trip, people }: OpenParty, staying: Person[], total: number) {
  const { state, received_cents } = reservation;
  const places = staying.filter((one) => one.takes_place).length;
  const isAnyHeld = heldAmong([...people, ...staying]).length > 0;
  if (total === reservation.total_cents && !isAnyHeld) return { places };
  for (const one of heldAmong(staying)) {
    one.held_deposit_cents = depositOf(one.price_cents, trip.deposit_percent) || null;
    if (one.held_deposit_cents !== null) continue;
    // Who goes for free now is held for nothing, and let go of a paid place.
    one.let_go_until = one.held_until;
    one.held_until = null;
  }
  const money = recalculateTotal(total, trip.deposit_percent);
  if (isAnyHeld) {
    money.deposit_cents = depositWithHeld({ ...reservation, people }, { ...money, staying }, trip.deposit_percent);
    for (const one of coveredAmong(staying, { received_cents, ...money })) {
      one.held_until = null;
      one.held_deposit_cents = null;
    }
  }
  return { places, ...money, state: stateAfterTotal(state, { received_cents, ...money }) };
}

// Who leaves, or an extra that ends, takes no more along than there is.
function lineChange(
  { lines, people }: OpenParty,
  staying: readonly Person[],
  agreed: LineChange<StoredLine>,
): LineChange<StoredLine> {
  const party = followParty(lines, staying.map(fareOfPerson), randomUUIDv7());
  // Who travels on a lap now takes no bed.
  const isOnLap = ({ kind, participantId }: StoredLine) =>
    kind === 'room' && staying.some(({ id, takes_place }) => id === participantId && !takes_place);
  const ended = new Set([...party.ended, ...agreed.ended, ...lines.filter(isOnLap)]);
  const following = { ended: [...ended], added: party.added };
  const hasLeft = people.some(({ id }) => !staying.some((one) => one.id === id));
  const label = 'Desconto limitado ao que ficou na reserva';
  const isLess = hasLeft || (agreed.ended.length > 0 && agreed.added.length === 0);
  const after = isLess ? aboveZero(lines, following, { sourceId: randomUUIDv7(), label }) : following;
  return { ended: after.ended, added: [...after.added, ...agreed.added] };
}

async function writePeople(trx: DatabaseTransaction, { reservation, people }: OpenParty, after: Person[]) {
  for (const one of after) {
    const before = people.find(({ id }) => id === one.id);
    if (!before) {
      const { id, trip_id, is_active } = reservation;
      const position = sql<number>`(
        select coalesce(max(position), -1) + 1 from participants where reservation_id = ${id})`;
      const { removed_at: _, price_cents: __, ...row } = one;
      await trx
        .insertInto('participants')
        .values({ ...row, reservation_id: id, trip_id, is_active, position })
        .execute();
      continue;
    }
    const changed = PERSON_COLUMNS.filter((column) => !isDeepStrictEqual(before[column], one[column]));
    if (changed.length === 0) continue;
    await trx
      .updateTable('participants')
      .set({ ...Object.fromEntries(changed.map((column) => [column, one[column]])), updated_at: new Date() })
      .where('id', '=', one.id)
      .execute();
  }
}

const auditNames: Record<string, string> = {
  total_cents: 'totalCents',
  deposit_cents: 'depositCents',
};

function renamed(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [auditNames[field] ?? field, change]));
}

/** A participant as audit entries show them. */
export function auditFields({ trip }: OpenParty, person: Person, people: readonly Person[]) {
  const data = personFields.map((field) => [entryOf(field).auditName ?? field, person[columnName(field)] || null]);
  return {
    ...Object.fromEntries(data),
    boardingPoint: boardingPlace(trip, person.boarding_point_id),
    companion: people.find(({ id }) => id === person.companion_id)?.name || null,
    fare: person.fare_label,
    farePriceCents: person.price_cents,
  };
}
