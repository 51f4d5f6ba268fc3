import { dayAndTime, formatDay } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import type { EmailAbout } from '../messages/index.ts';
import { codeOf, isClockStopped } from '../reservations/index.ts';
import { type Context, kind, ofPayer, ofReservation, type Readers } from './facts.ts';
import {
  type OfEmailCode,
  type ReservationFacts,
  readEmailCode,
  readMoved,
  readNoticed,
  readOfCancelledTrip,
  readOfRefund,
} from './reservation-facts.queries.ts';
import { readWaitingCode } from './waiting-emails.ts';

type CodeFacts = Pick<ReservationFacts, 'id' | 'title'> & OfEmailCode;

interface AboutHold {
  holdExpiresAt: string;
}

// In the state, with the same deadline, which no receipt stops and which is still to come, unless it expired.
const holdIs =
  (state: 'requested' | 'held' | 'expired') =>
  (row: ReservationFacts, { holdExpiresAt }: AboutHold) =>
    row.state === state &&
    row.hold_expires_at?.toISOString() === holdExpiresAt &&
    !isClockStopped(row) &&
    (state === 'expired' || row.hold_expires_at > new Date());

const isBookedUnpaid = ({ state, received_cents }: ReservationFacts) => state === 'booked' && received_cents === 0;
const isAhead = ({ departs_at }: ReservationFacts) => departs_at > new Date();

const codeSent = (
  key: Uint8Array,
  { id: reservation_id, proves }: { id: string; proves: boolean },
  { createdAt, ...sent }: NonNullable<OfEmailCode['sent']>,
) => codeOf(key, proves ? 'proves' : 'confirms', { ...sent, reservation_id, created_at: new Date(createdAt) });
const deadlineOf = ({ hold_expires_at }: ReservationFacts, { timeZone }: Context) =>
  hold_expires_at ? dayAndTime(hold_expires_at, timeZone) : '';
const departureOf = ({ departs_at }: ReservationFacts, { timeZone }: Context) => dayAndTime(departs_at, timeZone);

function ofHold(row: ReservationFacts, context: Context) {
  const missingCents = Math.max(row.deposit_cents - row.received_cents, 0);
  return { ...ofPayer(row, context), deadline: deadlineOf(row, context), missingCents };
}

// The link of an ended reservation is to the trip.
function ofEnded(row: ReservationFacts, context: Context) {
  const link = context.publicUrl + pagePaths.trip(row.slug);
  return { ...ofHold(row, context), seesReservation: false, link };
}

// To the operator.
function ofRequest(row: ReservationFacts, context: Context) {
  const { code, title: trip, payer_name: payer } = row;
  const request = { people: row.people.length, deadline: deadlineOf(row, context) };
  return { payer, code, trip, ...request, link: context.publicUrl + pagePaths.requests };
}

function ofCancelled(row: Awaited<ReturnType<typeof readOfCancelledTrip>> & object, { timeZone }: Context) {
  const { payer_name: name, code, cancelled } = row;
  const departure = cancelled ? dayAndTime(new Date(cancelled.departsAt), timeZone) : '';
  return { name, code, trip: cancelled?.title ?? '', departure, reason: cancelled?.reason ?? '' };
}

/**
 * E-mails about reservations: those that the clock causes are in reminder-emails.ts, those about money in
 * money-emails.ts.
 */
export const reservationEmails: Readers<
  | 'emailCode'
  | 'reservationReceived'
  | 'reservationConfirmed'
  | 'contractAccepted'
  | 'requestReceived'
  | 'requestArrived'
  | 'requestAccepted'
  | 'requestRefused'
  | 'requestLapsed'
  | 'requestUnanswered'
  | 'holdEnding'
  | 'holdExpired'
  | 'offerLapsed'
  | 'addedPeopleExpired'
  | 'shareAlone'
  | 'shareBecameSingle'
  | 'reservationCancelled'
  | 'departureGuaranteed'
  | 'departureCancelled'
  | 'departureChoice'
  | 'departureMoved'
  | 'tripChanged'
> = {
  emailCode: kind({
    read: (db, about): Promise<CodeFacts | undefined> =>
      'waitingId' in about ? readWaitingCode(db, about) : readEmailCode(db, about),
    applies: ({ sent }, { email }) => sent?.email === email,
    data: ({ sent, id, title: trip }, { emailCodeKey }, about) => {
      const waits = 'waitingId' in about;
      const proves = !waits && about.proves === true;
      return { code: sent ? codeSent(emailCodeKey, { id, proves }, sent) : '', ...{ trip, proves, waits } };
    },
  }),
  reservationReceived: ofReservation({
    applies: holdIs('held'),
    data: (row, context) => {
      const held = ofHold(row, context);
      return { ...held, payable: row.payable, people: row.people.length, depositCents: held.missingCents };
    },
  }),
  reservationConfirmed: ofReservation({
    applies: (row, { isImported }) => (isImported ? row.state === 'booked' && isAhead(row) : isBookedUnpaid(row)),
    data: (row, context) => ({
      ...{ ...ofPayer(row, context), payable: row.payable },
      ...{ people: row.people.length, balanceCents: row.total_cents - row.received_cents },
      balanceUntil: dayAndTime(row.balance_due_at, context.timeZone),
    }),
  }),
  contractAccepted: ofReservation({
    applies: ({ is_active }) => is_active,
    data: ofPayer,
    attached: ({ reservationId }) => ({ file: 'contract', reservationId }),
  }),
  requestReceived: ofReservation({
    applies: holdIs('requested'),
    data: (row, context) => ({ ...ofHold(row, context), people: row.people.length }),
  }),
  requestArrived: ofReservation({ applies: holdIs('requested'), data: ofRequest }),
  requestAccepted: ofReservation({
    applies: (row, { holdExpiresAt }) =>
      holdExpiresAt === null ? isBookedUnpaid(row) : holdIs('held')(row, { holdExpiresAt }),
    data: (row, context) => ({
      ...{ ...ofPayer(row, context), payable: row.payable },
      ...{ people: row.people.length, depositCents: row.deposit_cents },
      deadline: row.state === 'held' ? deadlineOf(row, context) : null,
    }),
  }),
  requestRefused: ofReservation({
    data: ({ payer_name: name, code, title: trip, refusal }, { publicUrl }) => ({
      ...{ name, code, trip, reason: refusal ?? '' },
      link: publicUrl + pagePaths.schedule,
    }),
  }),
  requestLapsed: ofReservation({ applies: holdIs('expired'), data: ofEnded }),
  requestUnanswered: ofReservation({ applies: holdIs('expired'), data: ofRequest }),
  holdEnding: ofReservation({
    applies: holdIs('held'),
    data: (row, context) => ({ ...ofHold(row, context), payable: row.payable && isAhead(row) }),
  }),
  holdExpired: ofReservation({ applies: holdIs('expired'), data: ofEnded }),
  offerLapsed: ofReservation({ applies: holdIs('expired'), data: ofEnded }),
  addedPeopleExpired: ofReservation({
    data: (row, context, { people, deadline }) => ({ ...ofPayer(row, context), people, deadline }),
  }),
  shareAlone: ofReservation({
    applies: (row) => row.is_active && isAhead(row),
    data: (row, context, { reservationId: _, ...said }) => ({ ...ofPayer(row, context), ...said }),
  }),
  shareBecameSingle: ofReservation({
    applies: (row) => row.is_active && isAhead(row),
    data: (row, context, { reservationId: _, ...said }) => ({ ...ofPayer(row, context), ...said }),
  }),
  reservationCancelled: kind({
    read: readOfRefund,
    // The refund that it announces is still to come.
    applies: ({ refund_open }, { refundCents }) => refundCents === 0 || refund_open,
    data: (row, context, { reservationId: _, ...said }) => ({ ...ofPayer(row, context), ...said }),
  }),
  departureGuaranteed: ofReservation({
    applies: (row, { tripId }) =>
      row.trip_id === tripId && row.is_active && !!row.guaranteed_at && !row.trip_cancelled_at && isAhead(row),
    data: (row, context) => ({ ...ofPayer(row, context), departure: departureOf(row, context) }),
  }),
  departureCancelled: kind({
    read: readOfCancelledTrip,
    applies: ({ cancelled }) => cancelled !== null,
    data: (row, context) => ({
      ...ofCancelled(row, context),
      next: row.next.map(({ title, departsAt }) => `${title}, ${dayAndTime(new Date(departsAt), context.timeZone)}`),
      link: context.publicUrl + pagePaths.schedule,
    }),
  }),
  // The link exists as long as there is something to choose.
  departureChoice: kind({
    read: readOfCancelledTrip,
    applies: ({ cancelled }) => cancelled !== null,
    data: (row, context, { reservationId, tripId }) => ({
      ...{ ...ofCancelled(row, context), amountCents: row.received_cents },
      until: row.cancelled ? formatDay(row.cancelled.lastDay) : '',
      link: { does: 'departureChoice', reservationId, tripId },
    }),
  }),
  departureMoved: kind({
    read: readMoved,
    applies: (row, { tripId }) => row.trip_id === tripId && row.is_active,
    data: (row, context) => {
      const missing = row.total_cents - row.received_cents;
      return {
        ...{ ...ofPayer(row, context), departure: departureOf(row, context), former: row.former ?? '' },
        ...{ isBooked: row.state === 'booked', dueCents: Math.max(missing, 0), refundCents: Math.max(-missing, 0) },
      };
    },
  }),
  tripChanged: kind({
    async read(db, { others = [], ...about }) {
      const rows = await Promise.all([about, ...others].map((one) => readNoticedWith(db, one)));
      const [first, ...more] = rows.filter((row): row is Noticed => row !== undefined && saysNews(row));
      return first ? { ...first, more } : rows[0] && { ...rows[0], more };
    },
    applies: (row) => saysNews(row),
    data: (row, context) => ({
      ...{ ...ofPayer(row, context), message: row.notice?.message ?? '' },
      changes: changesOf(row),
      others: row.more.map((one) => ({
        ...{ code: one.code, departure: departureOf(one, context), changes: changesOf(one) },
        deadline: newDeadlineOf(one, context),
      })),
      departure: departureOf(row, context),
      deadline: newDeadlineOf(row, context),
    }),
  }),
};

type Noticed = NonNullable<Awaited<ReturnType<typeof readNoticedWith>>>;

async function readNoticedWith(db: Context['db'], { holdMoved, ...about }: Omit<EmailAbout['tripChanged'], 'others'>) {
  const row = await readNoticed(db, about);
  return row && { ...row, holdMoved };
}

// The latest notice of the reservation, whose trip is still to depart.
const saysNews = (row: Noticed) =>
  !!row.notice?.isLatest && row.notice.tripId === row.trip_id && row.is_active && isAhead(row);

const changesOf = ({ notice }: Noticed) =>
  (notice?.changes ?? []).filter(({ tell }) => tell).map(({ label, old, new: now }) => ({ label, old, new: now }));

const newDeadlineOf = (row: Noticed, context: Context) => (row.holdMoved ? deadlineOf(row, context) || null : null);
