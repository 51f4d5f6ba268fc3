import type { Charge, Receipt } from '@passeio/contract/payments/payments';
import { emptyPerson, type Participant } from '@passeio/contract/reservations/participants';
import { statusOf } from '@passeio/contract/reservations/reservation-status';
import type { Reservation, ReservationDetails, ReservationLine } from '@passeio/contract/reservations/reservations';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import { newChat } from './chats';

const DAY_MS = 86_400_000;
const POINT = { id: crypto.randomUUID(), time: '05:30', place: 'Rodoviária de Varginha' };
const OTHER_POINT = { id: crypto.randomUUID(), time: '06:10', place: 'Trevo de Três Corações' };

export const fares = {
  adult: newFare({ label: 'Adulto', minAge: 13, priceCents: 18_900 }),
  child: newFare({ label: 'Criança', minAge: 6, maxAge: 12, priceCents: 9_500 }),
  lap: newFare({ label: 'Criança de colo', minAge: 0, maxAge: 5, takesPlace: false }),
} as const;

function newFare(more: Partial<Fare>): Fare {
  const any = { minAge: null, maxAge: null, priceCents: 0, takesPlace: true, audience: 'public' } as const;
  return { id: crypto.randomUUID(), label: '', ...any, ...more };
}

/** Somebody with the adult's fare of whom nothing is known. */
export function newParticipant(more: Partial<Participant> = {}, fare: Fare = fares.adult): Participant {
  return {
    id: crypto.randomUUID(),
    fareId: fare.id,
    fareLabel: fare.label,
    priceCents: fare.priceCents,
    takesPlace: fare.takesPlace,
    isPayer: false,
    ...emptyPerson,
    boardingPointId: POINT.id,
    companionId: null,
    age: null,
    minor: null,
    missing: ['name', 'birthdate', 'documentNumber', 'documentIssuer'],
    hasLink: false,
    boardedAt: null,
    missedAt: null,
    heldUntil: null,
    seat: null,
    authorization: null,
    answers: [],
    ...more,
  };
}

/** The payer, whose data is complete. */
export function newPayer(more: Partial<Participant> = {}): Participant {
  return newParticipant({
    isPayer: true,
    name: 'Marina Alves de Souza',
    birthdate: '1990-12-05',
    documentNumber: 'MG-12345678',
    documentIssuer: 'SSP/MG',
    cpf: '52998224725',
    contact: '+5535988887777',
    age: 36,
    missing: [],
    ...more,
  });
}

/** A reservation of two adults and a child that waits for its deposit; totals and status follow from the rest. */
export function newReservation(more: Partial<Reservation> = {}): Reservation {
  const people = more.participants ?? [newPayer(), newParticipant(), newParticipant({}, fares.child)];
  const money = { receivedCents: 0, depositCents: 14_190, totalCents: total(people), ...more };
  const inFiveDays = new Date(Date.now() + 5 * DAY_MS).toISOString();
  const facts = {
    state: 'held' as const,
    channel: 'site' as const,
    holdExpiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    refundedCents: 0,
    retainedCents: 0,
    charge: null,
    receipt: null,
    refund: null,
    rooms: [],
    ...more,
    ...money,
  };
  const { receipt, refund } = facts;
  const followUp = {
    receiptSubmittedAt: receipt?.state === 'submitted' ? receipt.createdAt : null,
    refundDueOn: refund && refund.state !== 'paid' ? refund.promisedFor : null,
    creditedCents: refund?.asCredit ? refund.amountCents : 0,
  };
  const trip = more.trip ?? newReservedTrip(inFiveDays);
  const active = facts.state === 'held' || facts.state === 'booked';
  const dueCents = active ? Math.max(money.totalCents - money.receivedCents, 0) : 0;
  const dates = { departsAt: trip.date, returnsAt: trip.returnDate, balanceDueHours: 48 };
  return {
    id: crypto.randomUUID(),
    code: 'A3K7QX',
    ...facts,
    status: statusOf(
      { ...facts, ...followUp, ...dates, means: more.means ?? ['pix'], participants: people },
      'client',
      new Date(),
    ),
    dueCents,
    toReturnCents: active ? 0 : money.receivedCents - facts.retainedCents,
    places: people.filter((one) => one.takesPlace).length,
    answers: [],
    adjustments: [],
    lines: [],
    instalments: [],
    shares: null,
    cancellable: active,
    changeable: active,
    changeableUntil: new Date(Date.parse(trip.date) - 2 * DAY_MS).toISOString(),
    payable: dueCents > 0,
    means: ['pix'],
    meansPermille: { pix: 0, card: 0 },
    creditCents: 0,
    chargedBackCents: 0,
    guideCents: 0,
    cardInReview: false,
    createdAt: '2026-11-01T12:00:00.000Z',
    cancelledAt: null,
    chooseUntil: null,
    againFrom: null,
    ...more,
    participants: people,
    trip,
  };
}

/** An open charge of the deposit that a provider confirms by itself. */
export function newCharge(more: Partial<Charge> = {}): Charge {
  return {
    id: crypto.randomUUID(),
    purpose: 'deposit',
    amountCents: 14_190,
    adjustmentCents: 0,
    txid: 'PASSEIO00000000000000A3K7QX',
    payload: `00020126580014br.gov.bcb.pix0136${crypto.randomUUID()}5204000053039865406141.905802BR6304ABCD`,
    method: 'provider_pix',
    state: 'open',
    expiresAt: null,
    dueOn: null,
    confirmsItself: true,
    ...more,
  };
}

/** A receipt that waits for its review. */
export function newReceipt(more: Partial<Receipt> = {}): Receipt {
  return {
    id: crypto.randomUUID(),
    state: 'submitted',
    reason: '',
    contentType: 'image/webp',
    hasFile: true,
    createdAt: '2026-11-01T12:00:00.000Z',
    reviewedAt: null,
    ...more,
  };
}

export function newReservedTrip(date: string): Reservation['trip'] {
  return {
    id: crypto.randomUUID(),
    slug: 'canions-de-furnas',
    title: 'Cânions de Furnas',
    date,
    returnDate: new Date(Date.parse(date) + DAY_MS / 2).toISOString(),
    cardImage: null,
    boardingPoints: [POINT, OTHER_POINT],
  };
}

/** Somebody's first place in the waiting list of a trip, for two adults and a child. */
export function newWaitingEntry(more: Partial<WaitingListEntry> = {}): WaitingListEntry {
  const { id, slug, title, date } = newReservedTrip(new Date(Date.now() + 5 * DAY_MS).toISOString());
  return {
    id: crypto.randomUUID(),
    state: 'waiting',
    position: 1,
    places: 3,
    people: 3,
    party: [
      { fareId: fares.adult.id, label: fares.adult.label, count: 2 },
      { fareId: fares.child.id, label: fares.child.label, count: 1 },
    ],
    totalCents: 47_300,
    sharing: null,
    joinedAt: '2026-11-01T12:00:00.000Z',
    offer: null,
    trip: { id, slug, title, date },
    ...more,
  };
}

/** The line of an extra that somebody has, or the reservation as a whole. */
export function newExtraLine(extra: TripExtra, participantId: string | null, quantity = 1): ReservationLine {
  const { id: extraId, label, priceCents: unitCents } = extra;
  const totalCents = quantity * unitCents;
  return { id: crypto.randomUUID(), kind: 'extra', extraId, label, unitCents, quantity, totalCents, participantId };
}

/** The same in detail, in a trip that sells `extras`. */
export function newDetails(more: Partial<Reservation> = {}, extras: TripExtra[] = []): ReservationDetails {
  const reservation = newReservation(more);
  return {
    ...reservation,
    trip: {
      ...{ ...reservation.trip, fares: Object.values(fares), extras },
      ...{
        roomTypes: [],
        shareDecisionDays: null,
        questions: [],
        placesLeft: 4,
        depositPercent: 30,
        seatChoice: false,
      },
    },
    payer: { id: crypto.randomUUID(), name: 'Marina Alves de Souza', contact: '+5535988887777', email: null },
    minorStatement: null,
    emailToConfirm: null,
    linkRequests: [],
    contract: 'none',
  };
}

function total(people: Participant[]): number {
  return people.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/** A reservation as staff's page shows it: it waits for its deposit, and its payer has no account. */
export function newForStaff(more: Partial<ReservationForStaff> = {}): ReservationForStaff {
  const details = newDetails(more);
  const payer = { ...details.payer, hasAccount: false, ...more.payer };
  return {
    ...details,
    ...{
      cancellable: true,
      reinstatable: false,
      cancellationReason: '',
      refunds: [],
      notes: [],
      tags: [],
      touches: null,
    },
    chat: newChat({ id: details.id, code: details.code, payer }),
    ...more,
    participants: more.participants ?? details.participants.map((one) => ({ ...one, shareCents: one.priceCents })),
    payer,
    trip: {
      ...{ ...details.trip, vehicle: 'Micro-ônibus', isArchived: false, isCancelled: false, hasDeparted: false },
      ...more.trip,
    },
  };
}
