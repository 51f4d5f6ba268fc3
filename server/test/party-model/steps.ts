import { randomUUIDv7 } from 'node:crypto';
import type { Fare } from '@passeio/contract/trips/fares';
import * as fc from 'fast-check';
import { call } from '../factories.ts';
import { bornFor, type FamilyTrip } from '../parties.ts';
import {
  isActive,
  type Seen,
  type SeenPerson,
  type SeenReservation,
  type SeenTrip,
  tripOf,
  type World,
} from './world.ts';

const CPFS = ['52998224725', '11144477735', '39053344705'];
const AGES = [2, 8, 15, 30, 60] as const;
const FARES = ['adult', 'adult', 'child', 'lapChild', 'courtesy'] as const;

const upTo = (max: number) => fc.nat({ max });

/** A step, whose numbers choose among what there is when it is taken. */
export const step = fc.record({
  kind: fc.constantFrom(
    ...([
      'reserve',
      'reserve',
      'reserve',
      'repeat',
      'add',
      'add',
      'remove',
      'remove',
      'age',
      'age',
      'replace',
    ] as const),
    ...([
      'companion',
      'cpf',
      'staffBooking',
      'staffBooking',
      'adjust',
      'hold',
      'confirm',
      'pay',
      'pay',
      'payCode',
      'payCode',
      'refund',
    ] as const),
    ...(['move', 'move', 'cancel', 'staffCancel', 'capacity', 'profile', 'expire', 'expire'] as const),
    ...(['accept', 'accept', 'refuse', 'refuse', 'lapse', 'lapse'] as const),
  ),
  by: upTo(3),
  trip: upTo(2),
  which: upTo(30),
  who: upTo(7),
  other: upTo(7),
  adults: upTo(3),
  children: upTo(2),
  lapChildren: upTo(2),
  fare: fc.constantFrom(...FARES),
  age: fc.option(fc.constantFrom(...AGES), { freq: 2 }),
  cpf: fc.option(fc.constantFrom(...CPFS), { freq: 2 }),
  share: fc.constantFrom(20, 40, 60, 100, 130),
  byStaff: fc.boolean(),
  flag: fc.boolean(),
  twice: fc.boolean(),
});
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any;
}

/** A step that is worked out: what is sent, and what must come of it if nothing else happens meanwhile. */
export interface Plan {
  send(): Promise<Answer>;
  /** The codes of everything that is wrong with it: it is refused with one of them, or done if there is none. */
  faults: string[];
  /** What the answer contains. */
  expects?: object;
  reservationId?: string;
}

/** What a step works with. */
export interface Scene {
  world: World;
  seen: Seen;
  step: Step;
}

const at = <One>(all: readonly One[], index: number): One | undefined => all[index % Math.max(all.length, 1)];

export function chosenTrip({ world, seen, step: { trip: index } }: Scene): { trip: SeenTrip; family: FamilyTrip } {
  const family = at(world.trips, index) as FamilyTrip;
  return { family, trip: tripOf(seen, family.id) };
}

export function chosenPerson({ world, step: { by } }: Scene) {
  const person = at(world.people, by);
  if (!person) throw new Error('nobody');
  return person;
}

// What a step has something to do with.
const suits: Partial<Record<Step['kind'], (one: SeenReservation) => boolean>> = {
  refund: ({ received_cents }) => received_cents > 0,
  accept: ({ state }) => state === 'requested',
  refuse: ({ state }) => state === 'requested',
  expire: ({ state }) => state === 'held' || state === 'requested',
  hold: ({ state }) => state === 'held',
  lapse: ({ people }) => people.some((one) => one.held_until),
  confirm: ({ state, people }) => state === 'held' || state === 'expired' || people.some((one) => one.held_until),
  pay: ({ state, total_cents, received_cents }) =>
    state !== 'cancelled' && state !== 'requested' && received_cents < total_cents,
};

/** A reservation, mostly one that the step suits; undefined if there is none yet. */
export function chosenReservation(
  scene: Scene,
): (SeenReservation & { trip: SeenTrip; family: FamilyTrip }) | undefined {
  const { seen, step: one, world } = scene;
  const suiting = seen.reservations.filter(suits[one.kind] ?? isActive);
  const found = at(one.which < 24 && suiting.length > 0 ? suiting : seen.reservations, one.which);
  const family = world.trips.find(({ id }) => id === found?.trip_id);
  return found && family && { ...found, family, trip: tripOf(seen, found.trip_id) };
}

/** Its payer, or staff; staff for payers without an account. */
export function editorOf({ world, step: { byStaff } }: Scene, { user_id }: SeenReservation) {
  const payer = world.people.find(({ id }) => id === user_id);
  return payer && !byStaff ? { token: payer.token, isStaff: false } : { token: world.staff.token, isStaff: true };
}

export function chosenParticipant({ step: { who } }: Scene, { people }: SeenReservation): SeenPerson {
  const person = at(people, who);
  if (!person) throw new Error('a reservation of nobody');
  return person;
}

export function otherParticipant({ step: { other } }: Scene, { people }: SeenReservation): SeenPerson {
  const person = at(people, other);
  if (!person) throw new Error('a reservation of nobody');
  return person;
}

export function chosenFare({ step: { fare } }: Scene, family: FamilyTrip, trip: SeenTrip): Fare {
  return fareOf(trip, family.fares[fare]);
}

export function fareOf(trip: SeenTrip, id: string): Fare {
  const found = trip.fares.find((fare) => fare.id === id);
  if (!found) throw new Error(`no fare ${id}`);
  return found;
}

export const birthdateOf = ({ step: { age } }: Scene, family: FamilyTrip) =>
  age === null ? null : bornFor(family, age);

/** A request with a key of its own; `twice`: sent two times at once, which must be answered alike. */
export function sending(
  { world, step: { twice } }: Scene,
  request: { method?: string; path: string; token: string; body?: object | undefined; keyed?: boolean },
): { key: string; send: () => Promise<Answer> } {
  const key = randomUUIDv7();
  const { method = 'POST', path, token, body, keyed = false } = request;
  const once = () =>
    call(world.app, method, `/api${path}`, { token, body, headers: keyed ? { 'idempotency-key': key } : {} });
  return {
    key,
    send: async () => {
      const [first, second] = await Promise.all(keyed && twice ? [once(), once()] : [once()]);
      if (second && first && (first.status !== second.status || first.body.id !== second.body.id)) {
        return { status: 599, body: { repeated: [first.body, second.body] } };
      }
      return first as Answer;
    },
  };
}
