import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { ContractState } from '@passeio/contract/contracts/accepted-contract';
import { totalOf } from '@passeio/contract/lines';
import { meansOf, type PaymentMeans, type TripMeans } from '@passeio/contract/means';
import { instalmentsOf } from '@passeio/contract/reservations/instalments';
import type { OwnLinkRequest } from '@passeio/contract/reservations/link-requests';
import type { MinorStatement } from '@passeio/contract/reservations/minor-statement';
import { type Minor, type Participant, personFields } from '@passeio/contract/reservations/participants';
import {
  dueCentsOf,
  type StatusFacts,
  type StatusReader,
  statusOf,
  toReturnCentsOf,
} from '@passeio/contract/reservations/reservation-status';
import type { PersonReservation, Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { sharesOf } from '@passeio/contract/reservations/shares';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import type { RoomType } from '@passeio/contract/trips/room-types';
import { fromColumns } from '../../../platform/database/column-names.ts';
import { CARD_REVIEW_MS, presentCharge, presentReceipt, presentRefund, type ShownMoney } from '../../book/index.ts';
import { presentImage, type ShownImage } from '../../trips/index.ts';
import { type AnswerRow, presentAnswers } from './answers.ts';
import type { StoredLine } from './lines.ts';
import { maskReservation } from './masks.ts';
import type { ParticipantRow } from './participants.queries.ts';
import { isClockStopped, mayCancel, mayChangeParty, mayPay, partyChangesUntil } from './reservations.policy.ts';
import type { PersonReservationRow, ReservationRow } from './reservations.queries.ts';
import { presentRooms, type RoomRow } from './rooms.ts';
import { reservedAt } from './state-by-money.ts';

/** What a reservation's response is made of besides its row. */
export interface ReservationParts {
  participants: ParticipantRow[];
  lines: readonly StoredLine[];
  /** Rooms that the lines name. */
  rooms?: readonly RoomRow[];
  /** None of a new one. */
  answers?: readonly AnswerRow[];
  /** None for a new one. */
  money?: ShownMoney | undefined;
  /** What came for the share of whom. */
  receivedOf?: ReadonlyMap<string, number> | undefined;
  /** From when an expired one may be reserved again. */
  againFrom?: Date | undefined;
  offer: {
    slug: string;
    title: string;
    departs_at: Date;
    returns_at: Date;
    boarding_points: { id: string; time: string; place: string }[];
    images: ShownImage[];
    balance_due_hours: number;
    transfer_hours: number;
    time_zone: string;
    takes_pix: boolean;
    takes_card: boolean;
    payment_means: TripMeans;
    pix_permille: number;
    card_permille: number;
    trip_cancelled_at: Date | null;
  };
  now: Date;
  reader?: StatusReader;
  /** For the holder of the payer's link. */
  isMasked?: boolean;
}

/** The response for a reservation, with its trip's card image. */
export function presentReservation(row: ReservationRow, parts: ReservationParts): Reservation {
  const {
    participants,
    lines,
    rooms = [],
    answers = [],
    money,
    againFrom,
    offer,
    now,
    reader = 'client',
    isMasked,
  } = parts;
  const people = participants.map((one) => ({
    ...presentParticipant(one, row.user_id),
    answers: presentAnswers(answers.filter(({ participant_id }) => participant_id === one.id)),
  }));
  const means = meansOf(offer.takes_pix, offer.takes_card, offer.payment_means);
  const card = offer.images.find((image) => image.is_card_img) ?? offer.images[0];
  const reservation: Reservation = {
    ...presentFacts(row),
    status: statusOfRow(row, { ...offer, means, people, now, reader }),
    participants: people,
    answers: presentAnswers(answers.filter(({ participant_id }) => participant_id === null)),
    adjustments: presentAdjustments(lines),
    lines: lines.map(presentLine),
    rooms: presentRooms(rooms, lines),
    instalments: presentInstalments(row, now),
    shares: row.splits_payment && row.is_active ? presentShares(row, parts) : null,
    cancellable: !offer.trip_cancelled_at && mayCancel(row, offer.departs_at, now),
    changeable: !offer.trip_cancelled_at && mayChangeParty(row, offer, now),
    changeableUntil: partyChangesUntil(offer).toISOString(),
    payable: means.length > 0 && mayPay(row, offer, now),
    means,
    meansPermille: { pix: offer.pix_permille, card: offer.card_permille },
    charge: money?.charge ? presentCharge(money.charge) : null,
    receipt: money?.receipt ? presentReceipt(money.receipt) : null,
    refund: money?.refund ? presentRefund(money.refund) : null,
    creditCents: money && !(isMasked && money.is_of_account) ? money.credit_cents : 0,
    chargedBackCents: money?.charged_back_cents ?? 0,
    guideCents: row.guide_cents,
    cardInReview: money?.card_in_review ?? false,
    againFrom: againFrom?.toISOString() ?? null,
    trip: {
      ...presentTrip(row.trip_id, offer),
      cardImage: card ? presentImage(card) : null,
      boardingPoints: offer.boarding_points,
    },
  };
  return isMasked ? maskReservation(reservation) : reservation;
}

/** The response for one reservation, with what its page needs. */
export function presentDetails(
  row: ReservationRow,
  parts: ReservationParts,
  more: {
    fares: Fare[];
    extras: TripExtra[];
    questions: AskedQuestion[];
    roomTypes: RoomType[];
    shareDecisionDays: number | null;
    placesLeft: number;
    depositPercent: number;
    seatChoice: boolean;
    payer: { id: string; name: string; contact: string; email: string | null };
    minorStatement: MinorStatement | null;
    emailToConfirm: string | null;
    linkRequests: OwnLinkRequest[];
    contract: ContractState;
  },
): ReservationDetails {
  const { payer, minorStatement, emailToConfirm, linkRequests, contract, ...offered } = more;
  const reservation = presentReservation(row, parts);
  return {
    ...reservation,
    trip: { ...reservation.trip, ...offered },
    payer,
    minorStatement,
    emailToConfirm,
    linkRequests,
    contract,
  };
}

function presentLine({
  id,
  kind,
  label,
  quantity,
  unitCents,
  participantId,
  sourceId,
  isTripExtra,
}: StoredLine): Reservation['lines'][number] {
  return {
    ...{ id, kind, label, quantity, unitCents, totalCents: totalOf([{ quantity, unitCents }]), participantId },
    extraId: isTripExtra ? sourceId : null,
  };
}

function presentInstalments(row: ReservationRow, now: Date): Reservation['instalments'] {
  const { instalments, total_cents: totalCents, deposit_cents: depositCents, received_cents: receivedCents } = row;
  return instalmentsOf(instalments ?? [], { totalCents, depositCents, receivedCents }, now).map(
    ({ dueAt: _, ...one }) => one,
  );
}

function presentShares(
  { deposit_cents: depositCents, received_cents: receivedCents }: ReservationRow,
  { lines, participants, receivedOf = new Map() }: ReservationParts,
): Reservation['shares'] {
  return sharesOf({ lines, people: participants.map(({ id }) => id), depositCents, receivedCents, receivedOf });
}

/** Discounts, extras and penalties as staff agreed them, oldest first: each is the sum of its lines. */
function presentAdjustments(lines: readonly StoredLine[]): Reservation['adjustments'] {
  const agreed = Map.groupBy(
    lines.filter(({ kind, isTripExtra }) => kind !== 'fare' && kind !== 'room' && !isTripExtra),
    ({ sourceId }) => sourceId,
  );
  return [...agreed]
    .map(([id, parts]) => ({
      id,
      amountCents: totalOf(parts),
      reason: parts[0]?.label ?? '',
      isPenalty: parts[0]?.kind === 'penalty',
      createdAt: parts[0]?.createdAt.toISOString() ?? '',
    }))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id));
}

export function presentParticipant(row: ParticipantRow, payerId: string): Omit<Participant, 'answers'> {
  return {
    id: row.id,
    fareId: row.fare_id,
    fareLabel: row.fare_label,
    priceCents: row.price_cents,
    takesPlace: row.takes_place,
    isPayer: row.user_id === payerId,
    ...fromColumns(row, personFields),
    companionId: row.companion_id,
    age: row.age,
    minor: minorityOf(row.age),
    missing: row.missing,
    hasLink: row.has_link,
    heldUntil: row.held_until?.toISOString() ?? null,
    boardedAt: row.boarded_at?.toISOString() ?? null,
    missedAt: row.missed_at?.toISOString() ?? null,
    seat: presentSeat(row),
    authorization: row.authorization,
  };
}

export function presentSeat({
  seat,
  seat_vehicle,
}: Pick<ParticipantRow, 'seat' | 'seat_vehicle'>): Participant['seat'] {
  return seat === null ? null : { vehicle: seat_vehicle, number: seat };
}

function minorityOf(age: number | null): Minor | null {
  if (age === null || age >= 16) return null;
  return age < 12 ? 'under12' : 'under16';
}

/** The facts that the status follows from. */
export interface StatusContext {
  departs_at: Date;
  returns_at: Date;
  balance_due_hours: number;
  /** Only a client reads how to pay. */
  means?: PaymentMeans[];
  people: StatusFacts['participants'];
  now: Date;
  reader: StatusReader;
}

type StatusRow = Pick<
  ReservationRow,
  | 'state'
  | 'hold_expires_at'
  | 'channel'
  | 'total_cents'
  | 'deposit_cents'
  | 'received_cents'
  | 'receipt_submitted_at'
  | 'clock_stopped_at'
  | 'requested_at'
  | 'answered_at'
  | 'refusal'
  | 'card_review_cents'
  | 'card_review_at'
  | 'guide_cents'
  | 'refund_due_on'
  | 'refunded_cents'
  | 'credited_cents'
  | 'retained_cents'
  | 'choose_until'
  | 'instalments'
  | 'created_at'
  | 'moved_at'
>;

/** The status of a row, in the words of contract/src/reservations/reservation-status.ts. */
export function statusOfRow(
  row: StatusRow,
  { departs_at, returns_at, balance_due_hours, means = [], people, now, reader }: StatusContext,
) {
  return statusOf(
    {
      state: row.state,
      channel: row.channel,
      holdExpiresAt: row.hold_expires_at,
      totalCents: row.total_cents,
      depositCents: row.deposit_cents,
      receivedCents: row.received_cents,
      request: row.requested_at && { answeredAt: row.answered_at, refusal: row.refusal },
      receiptSubmittedAt: row.receipt_submitted_at,
      isClockStopped: isClockStopped(row),
      guideCents: row.guide_cents,
      cardReview: row.card_review_at && {
        cents: row.card_review_cents,
        until: new Date(row.card_review_at.getTime() + CARD_REVIEW_MS),
      },
      refundDueOn: row.refund_due_on,
      refundedCents: row.refunded_cents,
      creditedCents: row.credited_cents,
      retainedCents: row.retained_cents,
      chooseUntil: row.choose_until,
      participants: people,
      departsAt: departs_at,
      returnsAt: returns_at,
      balanceDueHours: balance_due_hours,
      reservedAt: reservedAt(row),
      agreed: row.instalments ?? [],
      means,
    },
    reader,
    now,
  );
}

/** A reservation of a person's list, as staff sees it. */
export function presentForStaff(
  row: PersonReservationRow,
  { chat, now }: { chat: ChatFacts; now: Date },
): PersonReservation {
  const people = row.held_people.map((one) => ({ ...one, boardedAt: null, missedAt: null, missing: [] }));
  return {
    ...presentFacts(row),
    status: statusOfRow(row, { ...row, people, now, reader: 'staff' }),
    people: row.people,
    chat,
    trip: presentTrip(row.trip_id, row),
  };
}

function presentFacts(row: ReservationRow) {
  const money = {
    state: row.state,
    totalCents: row.total_cents,
    receivedCents: row.received_cents,
    retainedCents: row.retained_cents,
  };
  return {
    id: row.id,
    code: row.code,
    state: row.state,
    channel: row.channel,
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    totalCents: row.total_cents,
    depositCents: row.deposit_cents,
    receivedCents: row.received_cents,
    dueCents: dueCentsOf(money),
    toReturnCents: toReturnCentsOf(money),
    refundedCents: row.refunded_cents,
    retainedCents: row.retained_cents,
    places: row.places,
    createdAt: row.created_at.toISOString(),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    chooseUntil: row.choose_until?.toISOString() ?? null,
  };
}

function presentTrip(
  id: string,
  { slug, title, departs_at, returns_at }: { slug: string; title: string; departs_at: Date; returns_at: Date },
) {
  return { id, slug, title, date: departs_at.toISOString(), returnDate: returns_at.toISOString() };
}

/**
 * When people board: boarding points have a time only, and it is the one nearest to the departure, so that 23:40 is the
 * evening before one at 00:30.
 */
export function boardingInstant(time: string, departsAt: Date, timeZone: string): Date {
  const departure = Temporal.Instant.from(departsAt.toISOString()).toZonedDateTimeISO(timeZone);
  const onTheDay = departure.withPlainTime(time);
  const [nearest = departsAt] = [-1, 0, 1]
    .map((days) => new Date(onTheDay.add({ days }).epochMilliseconds))
    .toSorted((one, other) => distance(one, departsAt) - distance(other, departsAt));
  return nearest;
}

function distance(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime());
}
