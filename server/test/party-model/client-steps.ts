import type { ReservationState } from '@passeio/contract/reservation-states';
import { fareForAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { depositOf, isForAdults, partyFaultOfClient, quoteParty } from '@passeio/contract/trips/pricing';
import { call } from '../factories.ts';
import {
  birthdateOf,
  chosenFare,
  chosenParticipant,
  chosenPerson,
  chosenReservation,
  chosenTrip,
  editorOf,
  fareOf,
  otherParticipant,
  type Plan,
  type Scene,
  sending,
} from './steps.ts';
import {
  afterChangeOfPeople,
  ageOf,
  fareFaults,
  firmDeposit,
  goingOn,
  isActive,
  isAdult,
  listFaults,
  partyFaults,
  placesFaults,
  reversedShare,
  type Seen,
  type SeenPerson,
  type SeenTrip,
  somebody,
} from './world.ts';

/** After every other deadline. */
const LATER = '9999-01-01T00:00:00Z';

type Planner = (scene: Scene) => Plan | undefined;
type Chosen = NonNullable<ReturnType<typeof chosenReservation>>;

/** What anybody may do: reserve, cancel, and change who travels. */
export const clientSteps = {
  reserve(scene) {
    const { world, seen, step } = scene;
    const { trip, family } = chosenTrip(scene);
    const payer = chosenPerson(scene);
    const { adults, children, lapChildren } = step;
    const counts = { adult: adults || (children ? 0 : 1), child: children, lapChild: lapChildren };
    const party = Object.entries(counts).map(([name, count]) => ({
      fareId: family.fares[name as keyof typeof counts],
      count,
    }));
    const body = { party };
    const { key, send } = sending(scene, { path: `/trips/enrrol/${trip.id}`, token: payer.token, body, keyed: true });
    const { totalCents, depositCents, places } = quoteParty(trip.fares, party, trip.deposit_percent);
    return {
      async send() {
        const response = await send();
        if (response.status === 201)
          world.made.push({ tripId: trip.id, token: payer.token, body, key, id: response.body.id });
        return response;
      },
      faults: reserveFaults(seen, trip, payer.id, party),
      expects: { totalCents, depositCents, places, state: stateOfNew(trip, depositCents) },
    };
  },

  /** The same request again, however much has happened since. */
  repeat({ world, step }) {
    const made = world.made[step.which % Math.max(world.made.length, 1)];
    if (!made) return undefined;
    const { tripId, token, body, key, id } = made;
    const send = () =>
      call(world.app, 'POST', `/api/trips/enrrol/${tripId}`, { token, body, headers: { 'idempotency-key': key } });
    return { send, faults: [], expects: { id }, reservationId: id };
  },

  add(scene) {
    return changing(scene, (reservation, { isStaff }) => {
      const { trip, family } = reservation;
      const fare = chosenFare(scene, family, trip);
      const birthdate = birthdateOf(scene, family);
      const { cpf } = scene.step;
      const { held, isPaused } = heldAnew(reservation, fare, isStaff);
      const people = [...reservation.people, somebody(fare, { birthdate, cpf, ...held })];
      const data = { ...(birthdate && { birthdate }), ...(cpf && { cpf }) };
      return {
        path: '/participants',
        method: 'POST',
        body: { fareId: fare.id, ...data },
        people,
        faults: [
          ...(fare.audience === 'staff' && !isStaff ? ['FARE_UNKNOWN'] : fareFaults(trip, fare, birthdate)),
          ...(isPaused ? ['HOLD_PAUSED'] : []),
        ],
      };
    });
  },

  remove(scene) {
    return changing(scene, (reservation) => {
      const gone = chosenParticipant(scene, reservation);
      const people = reservation.people.filter((one) => one !== gone);
      const extra = reversedShare(reservation, gone);
      return { path: `/participants/${gone.id}`, method: 'DELETE', people, extra, faults: [] };
    });
  },

  /** A birth date, with the fare that fits if `flag`. */
  age(scene) {
    return changing(scene, (reservation, { isStaff }) => {
      const { family } = reservation;
      const before = chosenParticipant(scene, reservation);
      const birthdate = birthdateOf(scene, family);
      return { ...withFare(scene, reservation, before, { isStaff, birthdate, changes: { birthdate } }), method: 'PUT' };
    });
  },

  replace(scene) {
    return changing(scene, (reservation, { isStaff }) => {
      const before = chosenParticipant(scene, reservation);
      const birthdate = birthdateOf(scene, reservation.family);
      const changes = { replaces: true, name: 'Beatriz Nunes', ...(birthdate && { birthdate }) };
      const nobody = { user_id: null, cpf: null };
      return {
        ...withFare(scene, reservation, { ...before, ...nobody }, { isStaff, birthdate, changes, was: before }),
        method: 'PUT',
      };
    });
  },

  cpf(scene) {
    return changing(scene, (reservation) => {
      const before = chosenParticipant(scene, reservation);
      const { cpf } = scene.step;
      const people = reservation.people.map((one) => (one === before ? { ...one, cpf } : one));
      return { path: `/participants/${before.id}`, method: 'PUT', body: { cpf }, people, faults: [] };
    });
  },

  companion(scene) {
    return changing(scene, (reservation) => {
      const before = chosenParticipant(scene, reservation);
      const other = otherParticipant(scene, reservation);
      const isFree =
        before.takes_place ||
        !reservation.people.some((one) => one !== before && !one.takes_place && one.companion_id === other.id);
      const fits = other !== before && isAdult(reservation.trip, other);
      return {
        path: `/participants/${before.id}`,
        method: 'PUT',
        body: { companionId: other.id },
        people: reservation.people,
        faults: [...(fits ? [] : ['COMPANION_NOT_ADULT']), ...(isFree ? [] : ['LAP_WITHOUT_ADULT'])],
      };
    });
  },

  cancel(scene) {
    const reservation = chosenReservation(scene);
    const payer = scene.world.people.find(({ id }) => id === reservation?.user_id);
    if (!reservation || !payer) return undefined;
    const { send } = sending(scene, {
      path: `/reservations/${reservation.id}/cancel`,
      token: payer.token,
      // In the days of the right of withdrawal everything goes back.
      body: { refundCents: reservation.received_cents },
      keyed: true,
    });
    const faults = isActive(reservation) ? [] : ['RESERVATION_NOT_CANCELLABLE'];
    const { received_cents: toReturnCents } = reservation;
    return { send, faults, expects: { state: 'cancelled', toReturnCents }, reservationId: reservation.id };
  },

  /** Somebody corrects their age. */
  profile(scene) {
    const { family } = chosenTrip(scene);
    const birthdate = birthdateOf(scene, family);
    if (!birthdate || (scene.step.age ?? 0) < 15) return undefined;
    const { token } = chosenPerson(scene);
    const { send } = sending(scene, { method: 'PUT', path: '/users/me', token, body: { birthdate } });
    return { send, faults: [], expects: { birthdate } };
  },
} satisfies Record<string, Planner>;

function stateOfNew({ on_request }: SeenTrip, depositCents: number): ReservationState {
  if (on_request) return 'requested';
  return depositCents === 0 ? 'booked' : 'held';
}

function reserveFaults(
  seen: Seen,
  trip: SeenTrip,
  userId: string,
  party: { fareId: string; count: number }[],
): string[] {
  const payer = seen.users.find(({ id }) => id === userId);
  const going = goingOn(seen, trip.id);
  const hasOne = seen.reservations.some((one) => one.trip_id === trip.id && one.user_id === userId && isActive(one));
  const seats = party.flatMap(({ fareId, count }) =>
    Array.from({ length: count }, () => somebody(fareOf(trip, fareId))),
  );
  const hasLetGo = seen.reservations.some((one) => one.trip_id === trip.id && one.user_id === userId && one.let_go);
  // The payer sits where their age fits; without such a place they only pay.
  const age = payer && ageOf(trip, payer.birthdate);
  const own = seats.find((one) => one.takes_place && age !== undefined && fitsAge(fareOf(trip, one.fare_id), age));
  if (own && payer) Object.assign(own, { birthdate: payer.birthdate, user_id: payer.id, cpf: payer.cpf });
  const fault = partyFaultOfClient(
    trip.fares.filter(({ audience }) => audience === 'public'),
    party,
  );
  return [
    ...(hasOne ? ['ALREADY_ENROLLED'] : []),
    ...(hasLetGo ? ['HOLD_PAUSED'] : []),
    ...(fault ? [fault] : []),
    ...partyFaults(trip, seats, 'EMPTY_PARTY'),
    ...placesFaults(trip, seats.filter((one) => one.takes_place).length, 'TRIP_FULL'),
    ...listFaults(going, seats, 'ALREADY_ENROLLED'),
  ];
}

interface Change {
  path: string;
  method: string;
  body?: object;
  /** Who goes afterwards. */
  people: SeenPerson[];
  /** What it adds to the total beside fares. */
  extra?: number;
  faults: string[];
}

// A change of a party, with what is wrong with the party afterwards.
function changing(scene: Scene, work: (reservation: Chosen, editor: { isStaff: boolean }) => Change): Plan | undefined {
  const reservation = chosenReservation(scene);
  if (!reservation) return undefined;
  const { trip } = reservation;
  const { token, isStaff } = editorOf(scene, reservation);
  const { path, method, body, people, extra, faults } = work(reservation, { isStaff });
  const { send } = sending(scene, {
    ...{ method, token, body, path: `/reservations/${reservation.id}${path}` },
    keyed: method === 'POST',
  });
  const { firm, ...expects } = afterChangeOfPeople(trip, reservation, people, extra);
  return {
    send,
    faults: isActive(reservation)
      ? [
          ...faults,
          ...partyFaults(trip, people, 'LAST_PARTICIPANT'),
          ...(firm.some((one) => one.takes_place) ? [] : ['LAST_PARTICIPANT']),
          ...(!isStaff && hasAdultFare(trip, reservation.people.filter(isFirm)) && !hasAdultFare(trip, firm)
            ? ['MINOR_WITHOUT_ADULT']
            : []),
          ...placesFaults(trip, expects.places - reservation.places, isStaff ? 'NO_PLACES_LEFT' : 'TRIP_FULL'),
          ...listFaults(goingOn(scene.seen, trip.id, reservation.id), people, 'ALREADY_PASSENGER'),
          ...(expects.totalCents < 0 ? ['TOTAL_BELOW_ZERO'] : []),
        ]
      : ['RESERVATION_OVER'],
    expects,
    reservationId: reservation.id,
  };
}

const isFirm = ({ held_until }: SeenPerson) => held_until === null;

const hasAdultFare = (trip: SeenTrip, people: readonly SeenPerson[]) =>
  people.some(({ fare_id }) => isForAdults(fareOf(trip, fare_id)));

// The hold of somebody who takes a place more, and whether the pause refuses it.
function heldAnew(reservation: Chosen, fare: Fare, isStaff: boolean) {
  const { trip, let_go_until, received_cents } = reservation;
  const share = depositOf(fare.priceCents, trip.deposit_percent);
  const isHeld = !isStaff && reservation.state === 'booked' && share > 0;
  const isPaid = received_cents - Math.min(firmDeposit(reservation), received_cents) >= share;
  return {
    held: isHeld ? { held_until: let_go_until ?? LATER, held_deposit_cents: share } : {},
    isPaused: isHeld && !isPaid && let_go_until !== null && Date.parse(let_go_until) <= Date.now(),
  };
}

// A fare stays while neither it nor the birth date changes; otherwise it must fit.
function withFare(
  scene: Scene,
  reservation: Chosen,
  before: SeenPerson,
  facts: { isStaff: boolean; birthdate: string | null; changes: object; was?: SeenPerson },
): Omit<Change, 'method'> {
  const { trip } = reservation;
  const { isStaff, birthdate, changes, was = before } = facts;
  const current = fareOf(trip, was.fare_id);
  const offered = trip.fares.filter(({ audience }) => isStaff || audience === 'public');
  const fitting = birthdate ? fareForAge(offered, current, ageOf(trip, birthdate)) : current;
  const chosen = scene.step.flag && fitting ? fitting : current;
  const isSame = chosen === current && birthdate === was.birthdate;
  const faults = isSame ? [] : fareFaults({ ...trip, fares: offered }, chosen, birthdate);
  const { held_until, held_deposit_cents } = was;
  const paysForPlace = (takesPlace: boolean, cents: number) => takesPlace && cents > 0;
  const takesOneMore =
    paysForPlace(chosen.takesPlace, chosen.priceCents) &&
    !paysForPlace(was.takes_place, was.price_cents) &&
    held_until === null;
  const { held, isPaused } = takesOneMore
    ? heldAnew(reservation, chosen, isStaff)
    : { held: { held_until, held_deposit_cents }, isPaused: false };
  const kept = { id: was.id, birthdate, cpf: before.cpf, user_id: before.user_id, ...held };
  const after = { ...before, ...somebody(chosen), ...kept };
  if (chosen === current) after.price_cents = was.price_cents;
  return {
    path: `/participants/${was.id}`,
    body: { ...changes, ...(chosen === current ? {} : { fareId: chosen.id }) },
    people: reservation.people.map((one) => (one === was ? after : one)),
    faults: [...faults, ...(isPaused ? ['HOLD_PAUSED'] : [])],
  };
}
