import { randomUUIDv7 } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { totalOf } from '@passeio/contract/lines';
import { type ReservationState, reservationStates } from '@passeio/contract/reservation-states';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare, depositOf, isForAdults, quoteParty } from '@passeio/contract/trips/pricing';
import type { Insertable } from 'kysely';
import { type NewEntry, sumsAfter, writeEntry } from '../server/src/domains/payments/ledger/move-money.ts';
import { changeReservation, lockReservation } from '../server/src/domains/reservations/index.ts';
import { fareOfPerson, lineRow } from '../server/src/domains/reservations/reservation/lines.ts';
import {
  type NewParticipant,
  participantsOf,
  type Traveller,
} from '../server/src/domains/reservations/reservation/party.ts';
import { insertRooms, readRoomOffer, takeRooms } from '../server/src/domains/reservations/reservation/rooms.ts';
import { newReservationCode } from '../server/src/domains/reservations/reserve/reserve.queries.ts';
import { listFares, presentFare } from '../server/src/domains/trips/index.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import type { Schema } from '../server/src/platform/database/schema/schema.ts';

/** Who travels with the payer. */
export type Companion = 'adult' | 'child' | 'lap' | 'courtesy';

/** How much of a reservation has been paid. */
export type Paid = 'nothing' | 'deposit' | 'everything';

/** A trip with what a reservation in it needs. */
export interface FilledTrip {
  id: string;
  departs_at: Date;
  deposit_percent: number;
  returns_at: Date;
  has_rooms: boolean;
  boarding_points: { id: string }[];
  fares: Fare[];
}

interface Party {
  company: readonly Companion[];
  channel: 'site' | 'operator';
  paid: Paid;
  holdExpiresAt: Date | null;
  /** Number of the boarding point, counted round; null: to be agreed. */
  boardingPoint: number | null;
  createdAt: Date;
  confirmedBy: string;
  /** Varies names and what is missing. */
  index: number;
  /** Nobody lacks data. */
  isComplete?: boolean;
  /** Notes by position. */
  notes?: Record<number, string>;
  /** Instead of what the payments imply. */
  columns?: Partial<Insertable<Schema['reservations']>>;
}

const HOUR_MS = 3_600_000;
export const TIME_ZONE = 'America/Sao_Paulo';
const methods = ['pix', 'pix', 'pix', 'cash', 'transfer'] as const;
const companions = {
  adult: ['Regina', 'Cláudio', 'Míriam', 'Antônio', 'Neusa'],
  child: ['Davi', 'Alice', 'Caio', 'Manuela', 'Bento'],
  lap: ['Theo', 'Cecília', 'Noah', 'Maya', 'Ravi'],
  courtesy: ['Guia Pedro', 'Guia Luana', 'Guia Igor', 'Guia Tainá', 'Guia Saulo'],
} as const;

export async function readFilledTrip(trx: DatabaseTransaction, id: string): Promise<FilledTrip | undefined> {
  const trip = await trx
    .selectFrom('trips')
    .select(['id', 'departs_at', 'returns_at', 'has_rooms', 'deposit_percent', 'boarding_points'])
    .where('id', '=', id || null)
    .executeTakeFirst();
  return trip && { ...trip, fares: (await listFares(trx, [id])).map(presentFare) };
}

/** Writes a reservation of a payer with company and payments; returns it with the places that it takes. */
export async function writeParty(
  trx: DatabaseTransaction,
  trip: FilledTrip,
  payer: Traveller,
  party: Party,
): Promise<{ id: string; places: number }> {
  const chosen = [fareFor(trip.fares, 'adult'), ...party.company.map((kind) => fareFor(trip.fares, kind))];
  const counts = Map.groupBy(
    chosen.flatMap((fare) => (fare ? [fare.id] : [])),
    (id) => id,
  );
  const entries = [...counts].map(([fareId, of]) => ({ fareId, count: of.length }));
  const quote = quoteParty(trip.fares, entries, trip.deposit_percent);
  const id = randomUUIDv7();
  const point =
    party.boardingPoint === null
      ? undefined
      : trip.boarding_points.at(party.boardingPoint % trip.boarding_points.length);
  const drawn = participantsOf(
    { reservationId: id, tripId: trip.id, boardingPointId: point?.id ?? null },
    trip.fares,
    entries,
    payer,
    { departsAt: trip.departs_at, timeZone: TIME_ZONE },
  );
  const participants = drawn.map((one, position) =>
    position === 0
      ? one
      : {
          ...one,
          ...companionData(trip, one, payer, party, party.index + position),
          companion_id: one.companion_id ?? (party.isComplete && isMinor(trip, one) ? (drawn[0]?.id ?? null) : null),
        },
  );
  const rooms = await roomsFor(trx, trip, { id, participants, index: party.index });
  const totalCents = quote.totalCents + totalOf(rooms.lines);
  const depositCents = depositOf(totalCents, trip.deposit_percent);
  const steps = [
    { kind: 'deposit' as const, amount_cents: depositCents },
    { kind: 'balance' as const, amount_cents: totalCents - depositCents },
  ].slice(0, { nothing: 0, deposit: 1, everything: 2 }[party.paid]);
  const state: ReservationState = party.columns?.state ?? (steps.length > 0 ? 'booked' : 'held');
  await trx
    .insertInto('reservations')
    .values({
      id,
      code: newReservationCode(),
      trip_id: trip.id,
      user_id: payer.id,
      state,
      places: quote.places,
      total_cents: totalCents,
      deposit_cents: depositCents,
      has_rooms: rooms.rows.length > 0,
      channel: party.channel,
      hold_expires_at: state === 'held' ? party.holdExpiresAt : null,
      created_at: party.createdAt,
      cancelled_at: null,
      ...party.columns,
    })
    .execute();
  const isActive = reservationStates[state].holdsPlaces;
  await trx
    .insertInto('participants')
    .values(
      participants.map(({ price_cents: _, ...one }, position) => ({
        ...one,
        ...{ is_active: isActive, notes: party.notes?.[position] ?? null },
      })),
    )
    .execute();
  await insertRooms(trx, rooms.rows);
  await trx
    .insertInto('reservation_lines')
    .values([...participants.map(fareOfPerson), ...rooms.lines].map((line) => lineRow(id, line, null)))
    .execute();
  await recordSteps(trx, { id, payer, party }, steps);
  return { id, places: isActive ? quote.places : 0 };
}

const shares = ['women', 'men', 'any'] as const;

// Who travels alone shares a room, by turns with women, with men or with anybody.
async function roomsFor(
  trx: DatabaseTransaction,
  trip: FilledTrip,
  { id, participants, index }: { id: string; participants: readonly NewParticipant[]; index: number },
) {
  const offer = await readRoomOffer(trx, trip, TIME_ZONE);
  const sleepers = participants
    .filter((one) => one.takes_place)
    .map((one) => ({ id: one.id, isAdult: !isMinor(trip, one) }));
  const [first] = offer.types;
  const share = shares[index % shares.length];
  const isAlone = first && sleepers.length === 1;
  return takeRooms(offer, id, isAlone ? [{ roomTypeId: first.id, people: 1, share }] : undefined, sleepers);
}

// Staff saw the deposit come within the hour, the rest a day later.
async function recordSteps(
  trx: DatabaseTransaction,
  { id, payer, party }: { id: string; payer: Traveller; party: Party },
  steps: { kind: 'deposit' | 'balance'; amount_cents: number }[],
): Promise<void> {
  const method = methods[party.index % methods.length] ?? 'pix';
  for (const { kind, amount_cents } of steps.filter((step) => step.amount_cents > 0)) {
    const hours = kind === 'deposit' ? 1 : 24;
    const at = new Date(Math.min(party.createdAt.getTime() + hours * HOUR_MS, Date.now()));
    const pix = method === 'pix' ? { payer_name: payer.name, provider: 'pix', reference: pixReference(at) } : {};
    const entry = { reservation_id: id, kind, method, amount_cents, recorded_by: party.confirmedBy };
    await recordEntry(trx, { ...entry, ...pix, occurred_at: at, recorded_at: at });
  }
}

/** Writes an entry with what follows, without notifying anybody. */
export async function recordEntry(
  trx: DatabaseTransaction,
  { reservation_id, ...entry }: NewEntry & { reservation_id: string },
): Promise<void> {
  const reservation = await lockReservation(trx, reservation_id);
  if (!reservation) return;
  await writeEntry(trx, reservation, entry);
  await changeReservation(trx, reservation.id, sumsAfter(reservation, entry));
}

// As banks write it: E, the payer's bank, date and time, 11 characters.
export function pixReference(at: Date): string {
  const instant = at.toISOString().replace(/\D/g, '').slice(0, 12);
  return `E00000000${instant}${randomUUIDv7().replaceAll('-', '').slice(-11)}`;
}

function fareFor(fares: Fare[], kind: Companion): Fare | undefined {
  if (kind === 'courtesy') return fares.find(({ audience }) => audience === 'staff');
  const offered = fares.filter(({ audience }) => audience === 'public');
  if (kind === 'adult') return defaultFare(offered);
  return offered.find((fare) => !isForAdults(fare) && fare.takesPlace === (kind === 'child'));
}

// Unless all is complete, every fourth companion is still without data, every third without a document.
function companionData(
  trip: FilledTrip,
  one: NewParticipant,
  payer: Traveller,
  { isComplete }: Party,
  index: number,
): Partial<NewParticipant> {
  const fare = trip.fares.find(({ id }) => id === one.fare_id);
  const kind = fare && kindOf(fare);
  if (!kind || (!isComplete && index % 4 === 3 && kind !== 'lap')) return {};
  const knowsDocument = isComplete || index % 3 !== 2;
  const family = payer.name.split(' ').slice(1).join(' ');
  const given = companions[kind][index % companions[kind].length] ?? '';
  const year = trip.departs_at.getFullYear() - { adult: 38, courtesy: 29, child: 9, lap: 2 }[kind] - 1;
  const minor = isMinor(trip, one);
  return {
    name: kind === 'courtesy' ? given : `${given} ${family}`,
    birthdate: `${year}-03-0${1 + (index % 8)}`,
    document_type: minor ? 'birth_certificate' : 'rg',
    document_number: !knowsDocument ? null : minor ? `0987${index}01552025` : `MG-${14_000_000 + index * 4567}`,
    document_issuer: !knowsDocument ? null : minor ? 'Cartório' : 'SSP/MG',
    cpf: minor ? null : generateCpf(),
  };
}

function isMinor({ fares }: FilledTrip, { fare_id }: NewParticipant): boolean {
  const fare = fares.find(({ id }) => id === fare_id);
  return fare !== undefined && ['child', 'lap'].includes(kindOf(fare));
}

function kindOf(fare: Fare): Companion {
  if (fare.audience === 'staff') return 'courtesy';
  if (!fare.takesPlace) return 'lap';
  return isForAdults(fare) ? 'adult' : 'child';
}
