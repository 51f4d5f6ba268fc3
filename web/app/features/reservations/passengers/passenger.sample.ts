import type {
  Passenger,
  PassengerTotals,
  PassengerTrip,
  PassengerWithExtras,
} from '@passeio/contract/boarding/passengers';
import { emptyPerson } from '@passeio/contract/reservations/participants';

// For tests only.
const DEPARTURE = '2026-12-05T07:30:00.000Z';

const boardingPoints = [
  { id: '0197d2a4-5c3b-7d10-9a55-000000000001', time: '04:30', place: 'Três Corações – posto do trevo' },
  { id: '0197d2a4-5c3b-7d10-9a55-000000000002', time: '05:00', place: 'Varginha – Terminal Rodoviário' },
];

export const sampleTrip: PassengerTrip = {
  id: '0197d2a4-5c3b-7d10-9a55-00000000000a',
  slug: 'capitolio',
  title: 'Capitólio: cânions',
  date: DEPARTURE,
  returnDate: '2026-12-06T01:00:00.000Z',
  isActive: true,
  hasDeparted: false,
  vehicle: 'Ônibus 44 lugares',
  capacity: 44,
  placesLeft: 7,
  fares: [],
  roomTypes: [],
  discounts: [],
  extras: [],
  questions: [],
  depositPercent: 30,
  boardingPoints,
};

export const sampleTotals: PassengerTotals = {
  byState: { held: 3, booked: 35, cancelled: 2 },
  byBoardingPoint: [
    { boardingPointId: boardingPoints[0]?.id ?? null, count: 14 },
    { boardingPointId: boardingPoints[1]?.id ?? null, count: 23 },
    { boardingPointId: null, count: 1 },
  ],
  going: 38,
  places: 37,
  complete: 31,
  anttMissing: null,
  extras: [],
  reservations: 16,
  receivedCents: 500_000,
  dueCents: 300_000,
  toReturnCents: 0,
};

const payer: Passenger['payer'] = {
  id: crypto.randomUUID(),
  name: 'Maria Souza',
  contact: '+5535988112233',
  email: 'maria@viajantes.example',
  hasAccount: true,
};

export const heldReservation = {
  id: crypto.randomUUID(),
  code: '34679A',
  state: 'held',
  status: {
    key: 'deposit_due',
    label: 'Aguardando pagamento do sinal',
    tone: 'waiting',
    nextStep: 'Falta o sinal de R$ 260,10.',
    until: '2026-11-21T12:00:00.000Z',
  },
  channel: 'site',
  holdExpiresAt: '2026-11-21T12:00:00.000Z',
  totalCents: 86_700,
  depositCents: 26_010,
  receivedCents: 0,
  dueCents: 86_700,
  toReturnCents: 0,
  people: 3,
  cancellable: true,
  reinstatable: false,
  cancellationReason: '',
  createdAt: '2026-11-20T12:00:00.000Z',
  chat: {
    ...{ id: crypto.randomUUID(), code: '34679A', state: 'held', status: 'deposit_due' },
    payer: { name: payer.name, contact: payer.contact, hasAccount: true },
    trip: { id: sampleTrip.id, title: sampleTrip.title, date: DEPARTURE },
    boarding: [],
    missing: [],
    ...{ depositCents: 26_010, dueCents: 86_700, until: '2026-11-21T12:00:00.000Z', refund: null },
  },
} satisfies Passenger['reservation'];

/** The reservation of these people, in which they lack what they lack. */
export function reservationOf(...people: Pick<Passenger, 'id' | 'name' | 'isPayer' | 'missing'>[]) {
  const lacking = people.filter(({ missing }) => missing.length > 0);
  const missing = lacking.map(({ missing: fields, ...who }) => ({ ...who, name: who.name || 'Pessoa 3', fields }));
  return { ...heldReservation, chat: { ...heldReservation.chat, missing } };
}

/** The payer of a party of three, with complete data; `changed` makes somebody else of them. */
export function samplePassenger(changed: Partial<PassengerWithExtras> = {}): PassengerWithExtras {
  const passenger = newPassenger(changed);
  return { ...passenger, reservation: changed.reservation ?? reservationOf(passenger) };
}

function newPassenger(changed: Partial<PassengerWithExtras>): PassengerWithExtras {
  return {
    id: crypto.randomUUID(),
    number: 1,
    fareId: '0197d2a4-5c3b-7d10-9a55-0000000000f1',
    fareLabel: 'Adulto',
    priceCents: 28_900,
    takesPlace: true,
    isPayer: true,
    ...emptyPerson,
    name: payer.name,
    birthdate: '1986-05-17',
    documentNumber: 'MG-12.345.678',
    documentIssuer: 'SSP/MG',
    contact: payer.contact,
    boardingPointId: boardingPoints[1]?.id ?? null,
    companionId: null,
    age: 40,
    minor: null,
    missing: [],
    hasLink: false,
    boardedAt: null,
    missedAt: null,
    heldUntil: null,
    seat: null,
    authorization: null,
    reservation: heldReservation,
    payer,
    boardingPoint: boardingPoints[1] ?? null,
    companion: null,
    extras: [],
    answers: [],
    ...changed,
  };
}

/** A participant of the same party whose data nobody has entered. */
export function unnamedPassenger(number: number, changed: Partial<PassengerWithExtras> = {}): PassengerWithExtras {
  return samplePassenger({
    number,
    isPayer: false,
    name: '',
    birthdate: null,
    documentNumber: null,
    documentIssuer: null,
    contact: null,
    age: null,
    missing: ['name', 'birthdate', 'documentNumber', 'documentIssuer'],
    ...changed,
  });
}
