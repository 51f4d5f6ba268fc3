import type { Candidate, PassengerTrip } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { Fare } from '@passeio/contract/trips/fares';

const adult: Fare = {
  id: crypto.randomUUID(),
  label: 'Adulto',
  minAge: 13,
  maxAge: null,
  priceCents: 28_900,
  takesPlace: true,
  audience: 'public',
};
export const fares = {
  adult,
  child: { ...adult, id: crypto.randomUUID(), label: 'Criança', minAge: 6, maxAge: 12, priceCents: 14_450 },
  lap: { ...adult, id: crypto.randomUUID(), label: 'Colo', minAge: 0, maxAge: 5, priceCents: 0, takesPlace: false },
  courtesy: { ...adult, id: crypto.randomUUID(), label: 'Cortesia', minAge: null, priceCents: 0, audience: 'staff' },
} as const satisfies Record<string, Fare>;

const points = [
  { id: crypto.randomUUID(), time: '04:30', place: 'Três Corações – posto do trevo' },
  { id: crypto.randomUUID(), time: '05:00', place: 'Varginha – Terminal Rodoviário' },
] as const;

/** A trip with four fares, two boarding points and twelve places left. */
export const sampleTrip: PassengerTrip & { boardingPoints: [(typeof points)[0], (typeof points)[1]] } = {
  id: crypto.randomUUID(),
  slug: 'capitolio',
  title: 'Capitólio: cânions e cachoeiras',
  date: '2099-12-05T07:30:00.000Z',
  returnDate: '2099-12-05T23:00:00.000Z',
  isActive: true,
  hasDeparted: false,
  vehicle: 'Micro-ônibus',
  capacity: 28,
  placesLeft: 12,
  fares: Object.values(fares),
  discounts: [],
  extras: [],
  roomTypes: [],
  questions: [],
  depositPercent: 30,
  boardingPoints: [...points],
};

export const cleusa: Candidate = {
  id: crypto.randomUUID(),
  name: 'Cleusa Maria Prado',
  maskedCpf: '•••.•••.247-25',
  contact: '+5535988887777',
  email: null,
  isPassenger: false,
};

/** An answer of the API about a reservation. */
export function sampleReservation(changed: Partial<ReservationDetails> = {}): ReservationDetails {
  const { id, slug, title, date, returnDate, boardingPoints, depositPercent, placesLeft } = sampleTrip;
  return {
    id: crypto.randomUUID(),
    code: '34679A',
    state: 'held',
    status: { key: 'deposit_due', label: 'Aguardando', tone: 'waiting', nextStep: 'Falta o sinal.', until: null },
    channel: 'operator',
    holdExpiresAt: null,
    totalCents: 28_900,
    depositCents: 8670,
    receivedCents: 0,
    dueCents: 28_900,
    toReturnCents: 0,
    refundedCents: 0,
    retainedCents: 0,
    minorStatement: null,
    emailToConfirm: null,
    linkRequests: [],
    contract: 'none',
    chooseUntil: null,
    againFrom: null,
    places: 1,
    participants: [],
    answers: [],
    adjustments: [],
    rooms: [],
    lines: [],
    instalments: [],
    shares: null,
    cancellable: true,
    changeable: true,
    changeableUntil: '2027-05-06T08:00:00.000Z',
    payable: true,
    means: ['pix'],
    meansPermille: { pix: 0, card: 0 },
    charge: null,
    receipt: null,
    refund: null,
    creditCents: 0,
    chargedBackCents: 0,
    guideCents: 0,
    cardInReview: false,
    createdAt: '2026-11-01T12:00:00.000Z',
    cancelledAt: null,
    trip: {
      ...{ id, slug, title, date, returnDate, boardingPoints, seatChoice: false, depositPercent, placesLeft },
      cardImage: null,
      fares: sampleTrip.fares,
      extras: sampleTrip.extras,
      roomTypes: [],
      shareDecisionDays: null,
      questions: sampleTrip.questions,
    },
    payer: { id: cleusa.id, name: cleusa.name, contact: cleusa.contact, email: null },
    ...changed,
  };
}
