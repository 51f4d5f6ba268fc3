import { emptyPerson, type Participant } from '@passeio/contract/reservations/participants';
import { type ReservationStatus, type StatusFacts, statusOf } from '@passeio/contract/reservations/reservation-status';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { OverviewTrip } from '@passeio/contract/staff/overview';
import type { Fare } from '@passeio/contract/trips/fares';
import { usualTrip } from '@passeio/contract/trips/trip-table';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Joining } from '~/features/trips/join-button';
import { showAlert } from '~/ui/feedback/alert';

// Sample data of the style guide; nothing is stored.
const ID = '01920000-0000-7000-8000-000000000000';

function sampleFare(fare: Partial<Fare>): Fare {
  const anyone = { label: '', minAge: null, maxAge: null, priceCents: 0, takesPlace: true } as const;
  return { id: fare.label ?? '', audience: 'public', ...anyone, ...fare };
}

export const sampleTrip: Trip = {
  id: ID,
  ...usualTrip,
  slug: 'exemplo',
  title: 'Serra e cachoeira: um passeio de exemplo',
  summary: 'Um dia de trilha leve, banho de cachoeira e café da roça.',
  description:
    '<p>Saímos cedo e voltamos no fim da tarde, com <strong>guia local</strong> o dia todo.</p><h3>Bom saber</h3><ul><li>Trilha de 2 km, para todas as idades</li><li>Café da manhã incluído</li></ul>',
  showDescription: true,
  date: '2027-05-08T09:00:00.000Z',
  returnDate: '2027-05-08T22:00:00.000Z',
  isActive: true,
  situation: 'open',
  priceCents: 12_900,
  fares: [
    sampleFare({ label: 'Adulto', minAge: 13, priceCents: 18_900 }),
    sampleFare({ label: 'Criança', minAge: 6, maxAge: 12, priceCents: 12_900 }),
    sampleFare({ label: 'Criança de colo', maxAge: 5, priceCents: 0, takesPlace: false }),
  ],
  paymentPlan: null,
  capacity: 28,
  placesLeft: 9,
  minParticipants: 18,
  decisionDate: '2027-05-03',
  vehicle: 'Micro-ônibus 28 lugares',
  vehicles: [],
  boardingPoints: [{ id: ID, time: '06:00', place: 'Rodoviária' }],
  itinerary: [{ day: 1, time: '08:30', text: 'Café na fazenda' }],
  included: ['Transporte', 'Guia local'],
  excluded: ['Almoço'],
  bring: ['Roupa de banho'],
  discounts: [],
  extras: [],
  roomTypes: [],
  questions: [],
  faq: [],
  cancellationTiers: [],
  version: 1,
  isArchived: false,
  isGuaranteed: false,
  tripImages: [],
};

const sampleParticipant: Participant = {
  ...{ id: ID, fareId: ID, fareLabel: 'Adulto', priceCents: 18_900, takesPlace: true, isPayer: true },
  ...{ ...emptyPerson, name: 'Helena Prado', boardingPointId: ID, companionId: null, age: null, minor: null },
  ...{ missing: [], hasLink: false, boardedAt: null, missedAt: null, heldUntil: null, seat: null, authorization: null },
  answers: [],
};

const sampleFacts: StatusFacts = {
  state: 'held',
  channel: 'site',
  holdExpiresAt: null,
  totalCents: 18_900,
  depositCents: 5_670,
  receivedCents: 0,
  receiptSubmittedAt: null,
  refundDueOn: null,
  refundedCents: 0,
  creditedCents: 0,
  retainedCents: 0,
  participants: [{ boardedAt: null, missedAt: null, missing: [] }],
  departsAt: sampleTrip.date,
  returnsAt: sampleTrip.returnDate,
  balanceDueHours: 48,
  means: ['pix'],
};
const before = new Date('2027-04-20T12:00:00.000Z');
const sampleStatus = (facts: Partial<StatusFacts>, now = before) =>
  statusOf({ ...sampleFacts, ...facts }, 'client', now);
const boarded = [{ boardedAt: sampleTrip.date, missedAt: null, missing: [] }];

/** One of each status. */
export const sampleStatuses: readonly ReservationStatus[] = [
  sampleStatus({}),
  sampleStatus({ holdExpiresAt: '2027-05-01T12:00:00.000Z' }, new Date('2027-05-01T12:00:01.000Z')),
  sampleStatus({ state: 'booked' }),
  sampleStatus({ state: 'booked', receivedCents: 5_670 }),
  sampleStatus({ state: 'booked', receivedCents: 5_670 }, new Date('2027-05-07T12:00:00.000Z')),
  sampleStatus({ state: 'booked', receivedCents: 18_900 }),
  sampleStatus({ state: 'booked', participants: boarded }),
  sampleStatus({ state: 'booked', participants: [{ boardedAt: null, missedAt: sampleTrip.date, missing: [] }] }),
  sampleStatus({ state: 'booked', participants: boarded }, new Date('2027-05-09T12:00:00.000Z')),
  sampleStatus({ state: 'expired' }),
  sampleStatus({ state: 'cancelled' }),
  sampleStatus({ receiptSubmittedAt: sampleTrip.date }),
  sampleStatus({ state: 'cancelled', receivedCents: 5_670, refundDueOn: '2027-05-12' }),
  sampleStatus({ state: 'cancelled', refundedCents: 5_670 }),
  sampleStatus({ state: 'cancelled', refundedCents: 5_670, creditedCents: 5_670 }),
];

export const sampleReservation: Reservation = {
  id: ID,
  code: 'A3K7QX',
  state: 'held',
  status: sampleStatus({}),
  channel: 'site',
  holdExpiresAt: null,
  totalCents: 18_900,
  depositCents: 5_670,
  receivedCents: 0,
  dueCents: 18_900,
  toReturnCents: 0,
  refundedCents: 0,
  retainedCents: 0,
  chooseUntil: null,
  againFrom: null,
  places: 1,
  participants: [sampleParticipant],
  answers: [],
  rooms: [],
  adjustments: [],
  lines: [],
  instalments: [],
  shares: null,
  cancellable: false,
  changeable: false,
  changeableUntil: '2027-05-06T08:00:00.000Z',
  payable: false,
  means: ['pix'],
  meansPermille: { pix: 0, card: 0 },
  charge: null,
  receipt: null,
  refund: null,
  creditCents: 0,
  chargedBackCents: 0,
  guideCents: 0,
  cardInReview: false,
  createdAt: '2027-04-20T12:00:00.000Z',
  cancelledAt: null,
  trip: {
    id: ID,
    slug: sampleTrip.slug,
    title: sampleTrip.title,
    date: sampleTrip.date,
    returnDate: sampleTrip.returnDate,
    cardImage: null,
    boardingPoints: [],
  },
};

export const sampleOverviewTrip: OverviewTrip = {
  id: ID,
  title: sampleTrip.title,
  date: sampleTrip.date,
  capacity: sampleTrip.capacity,
  placesTaken: 11,
  minParticipants: sampleTrip.minParticipants,
  decisionDate: sampleTrip.decisionDate,
};

async function sayExample(): Promise<'failed'> {
  showAlert('info', 'É só um exemplo: nada foi reservado.');
  return 'failed';
}

/** Enrols in nothing. */
export const joinNothing: Joining = {
  reserve: sayExample,
  wait: sayExample,
  leave: async () => void (await sayExample()),
};

export const oneAdult = { party: [{ fareId: sampleTrip.fares[0]?.id ?? '', count: 1 }] };
