import { fareOfAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { depositOf, partyFault } from '@passeio/contract/trips/pricing';
import { sql } from 'kysely';
import { recordReportedNow } from '../../src/domains/payments/index.ts';
import { sweepHolds } from '../../src/domains/reservations/holds/expire-holds.ts';
import { call, tripDraft } from '../factories.ts';
import { passHeldDeadline } from '../holds.ts';
import { pixFor } from '../pix.ts';
import {
  chosenPerson,
  chosenReservation,
  chosenTrip,
  fareOf,
  type Plan,
  type Scene,
  type Step,
  sending,
} from './steps.ts';
import {
  afterChange,
  afterChangeOfPeople,
  ageOf,
  fareFaults,
  firmDeposit,
  goingOn,
  isActive,
  listFaults,
  partyFaults,
  placesFaults,
  type SeenPerson,
  type SeenTrip,
  somebody,
  type World,
} from './world.ts';

type Planner = (scene: Scene) => Plan | undefined;
type Chosen = NonNullable<ReturnType<typeof chosenReservation>>;

/** What staff does, and what happens by itself. */
export const staffSteps = {
  /** A party that staff books, with its courtesy and discount. */
  staffBooking(scene) {
    const { seen, step } = scene;
    const { trip } = chosenTrip(scene);
    const rows = rowsOf(scene);
    const payer = step.other % 3 === 0 ? undefined : seen.users.find(({ id }) => id === chosenPerson(scene).id);
    const payerTravels = step.flag;
    const people = rows.map(({ fare, cpf }, index) => {
      if (index > 0 || !payerTravels) return somebody(fare, { cpf });
      return somebody(fare, payer ? { user_id: payer.id, birthdate: payer.birthdate, cpf: payer.cpf } : {});
    });
    const price = people.reduce((sum, one) => sum + one.price_cents, 0);
    const amountCents = step.byStaff ? -Math.round((price * step.share) / 100) : 0;
    const confirmWithoutDeposit = step.who % 3 === 0;
    const body = {
      ...(payer ? { personId: payer.id } : { person: { name: 'Dona Nair', contact: '35 3212-4455' } }),
      payerTravels,
      participants: rows.map(({ fare, cpf }) => ({ fareId: fare.id, ...(cpf && { cpf }) })),
      ...(amountCents !== 0 && { adjustment: { amountCents, reason: 'Desconto da casa' } }),
      ...(step.who % 2 === 0 && { holdExpiresAt: null }),
      confirmWithoutDeposit,
    };
    const totalCents = price + amountCents;
    const isBooked = confirmWithoutDeposit || depositOf(totalCents, trip.deposit_percent) === 0;
    const places = people.filter((one) => one.takes_place).length;
    return {
      send: asStaff(scene, `/trips/${trip.id}/passengers`, body),
      faults: [
        ...(payerTravels && people[0] ? fareFaults(trip, rows[0]?.fare as Fare, people[0].birthdate) : []),
        ...faultOfFares(trip, people),
        ...partyFaults(trip, people, 'EMPTY_PARTY'),
        ...placesFaults(trip, places, 'NO_PLACES_LEFT'),
        ...listFaults(goingOn(seen, trip.id), people, 'ALREADY_PASSENGER'),
        ...(totalCents < 0 ? ['TOTAL_BELOW_ZERO'] : []),
      ],
      expects: { totalCents, places, state: isBooked ? 'booked' : 'held', channel: 'operator' },
    };
  },

  adjust: changing((reservation, { share, flag }) => {
    const amountCents = flag ? 1_000 : -Math.max(Math.round((reservation.total_cents * share) / 100), 1);
    const { firm: _, ...expects } = afterChangeOfPeople(reservation.trip, reservation, reservation.people, amountCents);
    return {
      path: '/adjustments',
      body: { amountCents, reason: 'Combinado por telefone' },
      faults: isActive(reservation) ? (expects.totalCents < 0 ? ['TOTAL_BELOW_ZERO'] : []) : ['RESERVATION_OVER'],
      expects,
    };
  }),

  accept: changing(({ state, deposit_cents }) => ({
    path: '/acceptance',
    faults: state === 'requested' ? [] : ['NOT_REQUESTED'],
    expects: { state: deposit_cents === 0 ? 'booked' : 'held' },
  })),

  refuse: changing(({ state }) => ({
    path: '/refusal',
    body: { reason: 'O barco deste dia já está fretado.' },
    faults: state === 'requested' ? [] : ['NOT_REQUESTED'],
    expects: { state: 'cancelled', toReturnCents: 0 },
  })),

  hold: changing(({ state }, { flag }) => {
    const holdExpiresAt = flag ? null : new Date(Date.now() + 3_600_000).toISOString();
    const faults = state === 'held' ? [] : [state === 'requested' ? 'REQUEST_TO_ANSWER' : 'NOT_HELD'];
    return { path: '/hold', method: 'PUT', body: { holdExpiresAt }, faults, expects: { holdExpiresAt } };
  }),

  confirm: changing((reservation, _, scene) => ({
    path: '/confirmation',
    faults: {
      requested: ['REQUEST_TO_ANSWER'],
      held: [],
      booked: reservation.people.some((one) => one.held_until) ? [] : ['NOT_HELD'],
      cancelled: ['RESERVATION_OVER'],
      expired: returnFaults(scene, reservation, placesFaults(reservation.trip, reservation.places, 'NO_PLACES_LEFT')),
    }[reservation.state],
    expects: { state: 'booked' },
  })),

  pay: changing((reservation, { share }, scene) => {
    const due = reservation.total_cents - reservation.received_cents;
    const amountCents = Math.max(Math.round((due * share) / 100), 1);
    const receivedCents = reservation.received_cents + amountCents;
    const isCovered = receivedCents >= reservation.deposit_cents;
    const full = placesFaults(reservation.trip, reservation.places, 'NO_PLACES_LEFT');
    return {
      path: '/payments',
      body: { kind: 'deposit', method: 'pix', amountCents },
      faults: [
        ...(amountCents > due ? ['PAYMENT_ABOVE_DUE'] : []),
        ...unanswered(reservation),
        ...(reservation.state === 'cancelled' ? ['RESERVATION_OVER'] : []),
        ...(reservation.state === 'expired'
          ? returnFaults(scene, reservation, full.length > 0 ? ['RESERVATION_OVER'] : [])
          : []),
      ],
      expects: { receivedCents, state: reservation.state === 'booked' || isCovered ? 'booked' : 'held' },
    };
  }),

  /** A code is asked for and paid, whose price is another one than what it settles; its bank may say so twice. */
  payCode(scene) {
    const { world, step } = scene;
    const reservation = chosenReservation(scene);
    if (!reservation) return undefined;
    const { state, received_cents, deposit_cents } = reservation;
    const due = reservation.total_cents - received_cents;
    const least = Math.min(due, state === 'held' ? deposit_cents - received_cents : 100);
    const amountCents = Math.max(Math.min(Math.round((due * step.share) / 100), due), least);
    const isOver = !isActive(reservation) ? 'RESERVATION_OVER' : due <= 0 ? 'NOTHING_DUE' : undefined;
    const over = state === 'requested' ? 'REQUEST_UNANSWERED' : isOver;
    const path = `/reservations/${reservation.id}`;
    const body = { purpose: 'full', ...(due > 0 && { amountCents }) };
    return {
      send: async () => {
        const asked = await asStaff(scene, `${path}/charges`, body)();
        if (asked.status >= 300) return asked;
        const pix = pixFor(asked.body);
        const { db, jobs, changes } = world.app.app.deps;
        const report = () => recordReportedNow({ db, jobs, changes, publicUrl: 'http://localhost' }, pix);
        await Promise.all(step.twice ? [report(), report()] : [report()]);
        return call(world.app, 'GET', `/api${path}`, { token: world.staff.token });
      },
      faults: over ? [over] : [],
      expects: { dueCents: due - amountCents, state: 'booked' },
      reservationId: reservation.id,
    };
  },

  refund: changing((reservation, { share }) => {
    const { received_cents, state } = reservation;
    // People who were added have a deadline of their own.
    const deposit_cents = firmDeposit(reservation);
    const amountCents = Math.max(Math.round((received_cents * share) / 100), 1);
    const receivedCents = received_cents - amountCents;
    const isUncovered = received_cents >= deposit_cents && receivedCents < deposit_cents;
    return {
      path: '/payments',
      body: { kind: 'refund', method: 'pix', amountCents },
      faults: [...(receivedCents < 0 ? ['REFUND_ABOVE_RECEIVED'] : []), ...unanswered(reservation)],
      expects: { receivedCents, state: state === 'booked' && isUncovered ? 'held' : state },
    };
  }),

  move: changing((reservation, { who }, scene) => {
    const others = scene.seen.trips.filter(({ id }) => id !== reservation.trip_id);
    const to = (who < 7 && others[scene.step.trip % others.length]) || reservation.trip;
    if (to.id === reservation.trip_id) {
      return { path: '/move', body: { tripId: to.id }, faults: ['MOVE_TO_SAME_TRIP'] };
    }
    const people = reservation.people.map((one) => movedTo(to, reservation, one));
    // A discount is worth at most what the other departure costs.
    const lost = Math.max(-afterChange(to, reservation, people).totalCents, 0);
    const expects = afterChange(to, reservation, people, lost);
    return {
      path: '/move',
      body: { tripId: to.id },
      faults: isActive(reservation)
        ? [
            ...unanswered(reservation),
            ...faultOfFares(to, people),
            ...partyFaults(to, people, 'EMPTY_PARTY'),
            ...placesFaults(to, expects.places, 'NO_PLACES_LEFT'),
            ...listFaults(goingOn(scene.seen, to.id), people, 'ALREADY_PASSENGER'),
            ...payerFaults(scene, { ...reservation, trip_id: to.id }),
          ]
        : ['RESERVATION_OVER'],
      expects: { ...expects, trip: { id: to.id } },
    };
  }),

  staffCancel: changing((reservation) => ({
    path: '/cancellation',
    body: { reason: 'Desistiu por telefone' },
    faults: isActive(reservation) ? [] : ['RESERVATION_OVER'],
    expects: { state: 'cancelled' },
  })),

  capacity(scene) {
    const { world, step } = scene;
    const { trip } = chosenTrip(scene);
    const taken = trip.capacity - trip.left;
    // So that places are short.
    const capacity = Math.max(taken - 1 + (step.which % 4), 1);
    return {
      send: () => setCapacity(world, trip.id, capacity),
      faults: capacity < taken ? ['CAPACITY_TAKEN'] : [],
      expects: { capacity },
    };
  },

  /** The deadline passes, and holds are swept; if `flag`, so long ago that the payer may hold places again. */
  expire(scene) {
    const reservation = chosenReservation(scene);
    if (!reservation) return undefined;
    const { id, state } = reservation;
    return {
      send: () => expire(scene.world, id, scene.step.flag ? '2 hours' : '1 minute'),
      faults: [],
      expects: { state: state === 'held' || state === 'requested' ? 'expired' : state },
      reservationId: id,
    };
  },

  /** The deadline of people who were added passes: they leave, with children on their laps; the others stay. */
  lapse(scene) {
    const reservation = chosenReservation(scene);
    if (!reservation) return undefined;
    const { id, people, places, state } = reservation;
    const gone = isActive(reservation) ? people.filter((one) => one.held_until && one.takes_place).length : 0;
    return {
      async send() {
        await passHeldDeadline(scene.world.app, id);
        return sweep(scene.world, id);
      },
      faults: [],
      expects: { state, places: places - gone },
      reservationId: id,
    };
  },
} satisfies Record<string, Planner>;

function rowsOf(scene: Scene): { fare: Fare; cpf: string | null }[] {
  const { adults, children, lapChildren, fare, cpf } = scene.step;
  const { trip, family } = chosenTrip(scene);
  const names = [
    ...Array<'adult'>(adults).fill('adult'),
    ...(fare === 'courtesy' || adults + children === 0 ? (['courtesy'] as const) : []),
    ...Array<'child'>(children).fill('child'),
    ...Array<'lapChild'>(lapChildren).fill('lapChild'),
  ];
  return names.map((name, index) => ({ fare: fareOf(trip, family.fares[name]), cpf: index === 1 ? cpf : null }));
}

function asStaff(scene: Scene, path: string, body?: object, method = 'POST') {
  const { token } = scene.world.staff;
  return sending(scene, { method, path, token, body, keyed: method === 'POST' }).send;
}

interface Change {
  path: string;
  method?: string;
  body?: object;
  faults: string[];
  expects?: object;
}

function changing(work: (reservation: Chosen, step: Step, scene: Scene) => Change): Planner {
  return (scene) => {
    const reservation = chosenReservation(scene);
    if (!reservation) return undefined;
    const { path, method, body, ...expected } = work(reservation, scene.step, scene);
    const send = asStaff(scene, `/reservations/${reservation.id}${path}`, body, method);
    return { send, ...expected, reservationId: reservation.id };
  };
}

// A request is answered before anything else comes of it.
function unanswered({ state }: Chosen): string[] {
  return state === 'requested' ? ['REQUEST_TO_ANSWER'] : [];
}

function faultOfFares(trip: SeenTrip, people: readonly SeenPerson[]): string[] {
  const party = people.map(({ fare_id }) => ({ fareId: fare_id, count: 1 }));
  return [partyFault(trip.fares, party) ?? []].flat();
}

// What keeps an expired reservation from coming back.
function returnFaults(scene: Scene, reservation: Chosen, full: string[]): string[] {
  const others = goingOn(scene.seen, reservation.trip_id, reservation.id);
  return [...full, ...listFaults(others, reservation.people, 'ALREADY_PASSENGER'), ...payerFaults(scene, reservation)];
}

// On the site nobody has two active reservations in a trip.
function payerFaults({ seen }: Scene, { id, user_id, trip_id, channel }: Chosen): string[] {
  const hasOther = seen.reservations.some(
    (one) =>
      one.id !== id && one.user_id === user_id && one.trip_id === trip_id && one.channel === 'site' && isActive(one),
  );
  return channel === 'site' && hasOther ? ['ALREADY_PASSENGER'] : [];
}

// The fare of the same label, unless the age demands another.
function movedTo(to: SeenTrip, { trip }: Chosen, person: SeenPerson): SeenPerson {
  const former = fareOf(trip, person.fare_id);
  const age = person.birthdate ? ageOf(to, person.birthdate) : undefined;
  const same = to.fares.find(({ label }) => label === former.label);
  const fare =
    same && (age === undefined || fitsAge(same, age)) ? same : fareOfAge(to.fares, former.audience, age ?? 0);
  if (!fare) throw new Error('no fare on the other departure');
  return { ...somebody(fare), ...person, fare_id: fare.id, price_cents: fare.priceCents, takes_place: fare.takesPlace };
}

async function setCapacity({ app, staff: { token } }: World, tripId: string, capacity: number) {
  const { body: trip } = await call(app, 'GET', `/api/trips/${tripId}`, { token });
  const fields = Object.keys(tripDraft()).map((field) => [field, trip[field]]);
  const body = { ...Object.fromEntries(fields), id: trip.id, version: trip.version, capacity, minParticipants: 0 };
  return call(app, 'PUT', '/api/trips', { token, body });
}

async function expire(world: World, id: string, ago: string) {
  await sql`update reservations set hold_expires_at = now() - ${ago}::interval
    where id = ${id} and state in ('requested', 'held')`.execute(world.app.db);
  return sweep(world, id);
}

async function sweep({ app, staff: { token }, warnings }: World, id: string) {
  const { db, jobs, changes } = app.app.deps;
  const logger = { warn: (facts: object) => void warnings.push(facts), info: () => undefined };
  await sweepHolds({ db, jobs, changes, logger, publicUrl: app.url });
  return call(app, 'GET', `/api/reservations/${id}`, { token });
}
