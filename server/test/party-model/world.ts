import { randomUUIDv7 } from 'node:crypto';
import { type Line, shareOf } from '@passeio/contract/lines';
import { type ReservationState, reservationStates } from '@passeio/contract/reservation-states';
import { ageOnDeparture, fareOfAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { ADULT_AGE, depositOf, isForAdults } from '@passeio/contract/trips/pricing';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';
import { call, createPerson, type Person } from '../factories.ts';
import { createFamilyTrip, type FamilyTrip } from '../parties.ts';

const TIME_ZONE = 'America/Sao_Paulo';

/** A few small departures on one day, people who reserve on them, and what was acknowledged to them. */
export interface World {
  app: TestApp;
  staff: Person;
  people: Person[];
  trips: FamilyTrip[];
  /** Requests to reserve that were acknowledged, with the id that they got. */
  made: { tripId: string; token: string; body: object; key: string; id: string }[];
  /** Warnings of the sweep of holds. */
  warnings: object[];
}

/** A participant as stored. */
export interface SeenPerson {
  id: string;
  user_id: string | null;
  fare_id: string;
  price_cents: number;
  takes_place: boolean;
  birthdate: string | null;
  cpf: string | null;
  companion_id: string | null;
  /** Added to a booked reservation and not paid for. */
  held_until: string | null;
  held_deposit_cents: number | null;
}

export interface SeenReservation {
  id: string;
  trip_id: string;
  user_id: string;
  channel: string;
  state: ReservationState;
  places: number;
  total_cents: number;
  deposit_cents: number;
  received_cents: number;
  /** Its payer let go of its places without having paid. */
  let_go: boolean;
  /** The earliest deadline of people who were added and let go of their place unpaid within the pause. */
  let_go_until: string | null;
  people: SeenPerson[];
  /** Lines that have not ended. */
  lines: Line[];
}

export interface SeenTrip {
  id: string;
  capacity: number;
  left: number;
  deposit_percent: number;
  departs_at: string;
  on_request: boolean;
  fares: Fare[];
}

/** What is stored at a moment. */
export interface Seen {
  trips: SeenTrip[];
  reservations: SeenReservation[];
  users: { id: string; birthdate: string; cpf: string }[];
}

/** A departure of a world. */
export interface Departure {
  capacity: number;
  onRequest: boolean;
}

const TRIPS = [
  { price_cents: 18_900, deposit_percent: 30, plan_instalments: 3, plan_last_due_days: 10 },
  { price_cents: 12_345, deposit_percent: 50 },
  { price_cents: 20_000, deposit_percent: 0, plan_instalments: 2, plan_last_due_days: 0 },
];

export async function createWorld(app: TestApp, staff: Person, departures: Departure[]): Promise<World> {
  const departs_at = new Date(Date.now() + 100 * 24 * 3_600_000);
  const times = { departs_at, returns_at: new Date(departs_at.getTime() + 36_000_000) };
  const trips = await Promise.all(
    departures.map(({ capacity, onRequest }, index) =>
      createFamilyTrip(app, { ...times, ...TRIPS[index % TRIPS.length], capacity, on_request: onRequest }),
    ),
  );
  const people = await Promise.all([1, 2, 3, 4].map(() => createPerson(app)));
  const world: World = { app, staff, people, trips, made: [], warnings: [] };
  await Promise.all(people.slice(0, 3).map((payer, index) => reserveFirst(world, payer, trips[index % trips.length])));
  return world;
}

// So that there is something to change.
async function reserveFirst({ app }: World, { token }: Person, trip: FamilyTrip | undefined): Promise<void> {
  if (!trip) return;
  const { adult, child, lapChild } = trip.fares;
  const party = [adult, child, lapChild].map((fareId) => ({ fareId, count: 1 }));
  const { status } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body: { party } });
  if (status !== 201) throw new Error(`reserving answers ${status}`);
}

/** Reads everything that the rules depend on, in one statement. */
export async function look({ app, trips, people }: World): Promise<Seen> {
  const ids = trips.map(({ id }) => id);
  const { rows } = await sql<Seen>`
    select
      (select jsonb_agg(one order by one.id) from (
        select t.id, capacity, capacity - places_taken as left, deposit_percent, departs_at, on_request, (
          select jsonb_agg(jsonb_build_object('id', f.id, 'label', label, 'minAge', min_age, 'maxAge', max_age,
            'priceCents', price_cents, 'takesPlace', takes_place, 'audience', audience) order by position)
          from trip_fares f where f.trip_id = t.id) as fares
        from trips t where t.id = any(${ids}::uuid[])) one) as trips,
      (select coalesce(jsonb_agg(one order by one.id), '[]') from (
        select r.id, trip_id, user_id, channel, state, places, total_cents, deposit_cents, received_cents,
          channel <> 'operator' and hold_expires_at > now() - interval '1 hour' and received_cents = 0
            and refunded_cents = 0 and ((state = 'cancelled' and cancelled_by = user_id)
              or (state = 'expired' and (requested_at is null or answered_at is not null))) as let_go, (
          select min(coalesce(held_until, p.let_go_until)) from participants p where p.reservation_id = r.id
            and case when held_until is null then p.let_go_until else removed_at end > now() - interval '1 hour'
        ) as let_go_until, (
          select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('price_cents', (
              select l.unit_cents from reservation_lines l
              where l.reservation_id = r.id and l.participant_id = p.id and l.kind = 'fare' and l.ended_at is null
            )) order by p.position), '[]')
          from participants p where p.reservation_id = r.id and p.removed_at is null) as people, (
          select jsonb_agg(jsonb_build_object('participantId', participant_id, 'kind', kind, 'label', label,
            'quantity', quantity, 'unitCents', unit_cents, 'sourceId', source_id))
          from reservation_lines l where l.reservation_id = r.id and l.ended_at is null) as lines
        from reservations r where trip_id = any(${ids}::uuid[])) one) as reservations,
      (select jsonb_agg(jsonb_build_object('id', id, 'birthdate', birthdate, 'cpf', cpf)) from users
        where id = any(${people.map(({ id }) => id)}::uuid[])) as users`.execute(app.db);
  const [seen] = rows;
  if (!seen) throw new Error('nothing is stored');
  return seen;
}

export const isActive = ({ state }: Pick<SeenReservation, 'state'>) => reservationStates[state].holdsPlaces;

export function tripOf(seen: Seen, id: string): SeenTrip {
  const trip = seen.trips.find((one) => one.id === id);
  if (!trip) throw new Error(`no trip ${id}`);
  return trip;
}

/** The people who are going on a trip, except those of one reservation. */
export function goingOn(seen: Seen, tripId: string, except?: string): SeenPerson[] {
  return seen.reservations
    .filter((one) => one.trip_id === tripId && isActive(one) && one.id !== except)
    .flatMap(({ people }) => people);
}

export function ageOf({ departs_at }: SeenTrip, birthdate: string): number {
  return ageOnDeparture(birthdate, departs_at, TIME_ZONE);
}

type Seat = Pick<SeenPerson, 'fare_id' | 'takes_place' | 'birthdate'>;

export function isAdult(trip: SeenTrip, one: Seat): boolean {
  if (!one.takes_place) return false;
  if (one.birthdate) return ageOf(trip, one.birthdate) >= ADULT_AGE;
  return trip.fares.some((fare) => fare.id === one.fare_id && isForAdults(fare));
}

/** Faults of a party: nobody takes a place, or more children on laps than adults. */
export function partyFaults(trip: SeenTrip, people: readonly Seat[], nobody: string): string[] {
  const laps = people.filter((one) => !one.takes_place).length;
  const adults = people.filter((one) => isAdult(trip, one)).length;
  return [...(people.length === laps ? [nobody] : []), ...(laps > adults ? ['LAP_WITHOUT_ADULT'] : [])];
}

/** Faults of taking so many places more; `full`: the code where none is left. */
export function placesFaults({ left }: SeenTrip, places: number, full: 'TRIP_FULL' | 'NO_PLACES_LEFT'): string[] {
  if (places <= 0 || places <= left) return [];
  return [left <= 0 ? full : 'PLACES_SHORT'];
}

/** Faults of somebody's being on a list where others are. */
export function listFaults(others: readonly SeenPerson[], people: Partial<SeenPerson>[], known: string): string[] {
  const cpfs = [...others, ...people].flatMap(({ cpf }) => cpf ?? []);
  const ids = [...others, ...people].flatMap(({ user_id }) => user_id ?? []);
  return [
    ...(new Set(cpfs).size < cpfs.length ? ['PARTICIPANT_ALREADY_LISTED'] : []),
    ...(new Set(ids).size < ids.length ? [known] : []),
  ];
}

/** Faults of a fare for somebody of this birth date. */
export function fareFaults(trip: SeenTrip, fare: Fare, birthdate: string | null): string[] {
  if (!birthdate) return [];
  const age = ageOf(trip, birthdate);
  if (fitsAge(fare, age)) return [];
  return [fareOfAge(trip.fares, fare.audience, age) ? 'FARE_BY_AGE' : 'NO_FARE_FOR_AGE'];
}

/** Total, places and state of a reservation whose people are changed; nothing changes where the total stays. */
export function afterChange(trip: SeenTrip, reservation: SeenReservation, people: readonly SeenPerson[], extra = 0) {
  const price = (party: readonly SeenPerson[]) => party.reduce((sum, one) => sum + one.price_cents, 0);
  const totalCents = reservation.total_cents + price(people) - price(reservation.people) + extra;
  const depositCents = depositOf(totalCents, trip.deposit_percent);
  const isCovered = reservation.state === 'held' && reservation.received_cents >= depositCents;
  const places = people.filter((one) => one.takes_place).length;
  return { totalCents, depositCents, places, state: isCovered ? ('booked' as const) : reservation.state };
}

/** What somebody's share of discounts and extras, which they take along when they leave, adds to the total. */
export function reversedShare({ lines, total_cents }: SeenReservation, person: SeenPerson): number {
  return person.price_cents - Math.min(shareOf(lines, person.id), total_cents);
}

const heldAmong = (people: readonly SeenPerson[]) =>
  people
    .filter((one) => one.held_until !== null)
    .toSorted((one, other) => Date.parse(one.held_until ?? '') - Date.parse(other.held_until ?? ''));

/** The deposit of a reservation without that of the people who are held. */
export function firmDeposit({ deposit_cents, people }: Pick<SeenReservation, 'deposit_cents' | 'people'>): number {
  return heldAmong(people).reduce((rest, one) => rest - (one.held_deposit_cents ?? 0), deposit_cents);
}

/**
 * {@link afterChange} where somebody is held: the deposit of the others is covered or was waived, and what came beyond
 * it books added people, the earliest deadline first. `firm`: who is held no longer.
 */
export function afterChangeOfPeople(
  trip: SeenTrip,
  reservation: SeenReservation,
  people: readonly SeenPerson[],
  extra = 0,
) {
  const usual = afterChange(trip, reservation, people, extra);
  const held = heldAmong(people);
  if (held.length === 0 && heldAmong(reservation.people).length === 0) {
    const isSame = usual.totalCents === reservation.total_cents;
    return { ...usual, ...(isSame && { depositCents: reservation.deposit_cents }), firm: people };
  }
  const without = (total: number, party: readonly SeenPerson[]) =>
    heldAmong(party).reduce((rest, one) => rest - one.price_cents, total);
  const firmTotal = without(usual.totalCents, people);
  const isSame = firmTotal === without(reservation.total_cents, reservation.people);
  const { received_cents } = reservation;
  const own = Math.max(
    Math.min(
      isSame ? firmDeposit(reservation) : depositOf(Math.max(firmTotal, 0), trip.deposit_percent),
      received_cents,
    ),
    0,
  );
  const theirs = held.reduce((sum, one) => sum + depositOf(one.price_cents, trip.deposit_percent), 0);
  let depositCents = Math.min(own, Math.max(usual.totalCents, 0) - theirs);
  const uncovered = held.filter((one) => {
    depositCents += depositOf(one.price_cents, trip.deposit_percent);
    return depositCents > received_cents;
  });
  return { ...usual, depositCents, firm: people.filter((one) => !uncovered.includes(one)) };
}

/** Somebody new, of whom a fare and perhaps a few facts are known. */
export function somebody(fare: Fare, facts: Partial<SeenPerson> = {}): SeenPerson {
  return {
    id: randomUUIDv7(),
    user_id: null,
    fare_id: fare.id,
    price_cents: fare.priceCents,
    takes_place: fare.takesPlace,
    birthdate: null,
    cpf: null,
    companion_id: null,
    held_until: null,
    held_deposit_cents: null,
    ...facts,
  };
}
