import { dayAndTime, formatNight } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import { participantFieldLabels } from '@passeio/contract/reservations/participants';
import { BOARDING_TO_BE_AGREED, thingsToBring } from '@passeio/contract/reservations/voucher-texts';
import type {
  QueuedEmail,
  ReminderEmailData,
  ReminderKind,
  RequestEmailData,
  SendCondition,
} from '../messages/index.ts';
import { EVENING_HOURS } from './moments.queries.ts';
import type { RemindedReservation, TripReminder } from './reminders.queries.ts';

type TimedData = ReminderEmailData & RequestEmailData;
const HOUR_MS = 3_600_000;

type ReminderEmail = { [Kind in keyof TimedData]: QueuedEmail<Kind> }[keyof TimedData];

/** What all e-mails of a sweep have in common. */
export interface Wording {
  timeZone: string;
  /** Origin of links in e-mails. */
  publicUrl: string;
  brand: { phone: string; whatsapp: string; email: string };
  now: Date;
}

/**
 * The e-mails about a new reservation, a new request (the operator too) or an accepted one; none without an
 * address, or if it was paid meanwhile.
 */
export function emailToNew(one: RemindedReservation, wording: Wording): ReminderEmail[] {
  const isNew = one.received_cents === 0 && one.departs_at > wording.now;
  if (!isNew) return [];
  if (one.state === 'requested') return emailsOfRequest(one, wording);
  if (!one.email) return [];
  if (one.requested_at) return emailOfAccepted(one, one.email, wording);
  const facts = { ...reminderData(one, wording), people: one.people.length };
  const to = one.email;
  if (one.state === 'held') {
    const ends = one.hold_expires_at;
    if (!ends || ends <= wording.now) return [];
    const data = { ...facts, depositCents: one.deposit_cents, deadline: dayAndTime(ends, wording.timeZone) };
    const reason: SendCondition = { reservationId: one.id, state: 'held', holdExpiresAt: ends.toISOString() };
    return [{ kind: 'reservationReceived', to, data, reason }];
  }
  if (one.state !== 'booked') return [];
  const balanceUntil = dayAndTime(one.balance_due_at, wording.timeZone);
  const data = { ...facts, balanceCents: one.total_cents, balanceUntil };
  const reason: SendCondition = { reservationId: one.id, reminder: 'confirmed', tripId: one.trip_id, about: '' };
  return [{ kind: 'reservationConfirmed', to, data, reason }];
}

// To the payer and to the operator.
function emailsOfRequest(one: RemindedReservation, wording: Wording): ReminderEmail[] {
  const ends = one.hold_expires_at;
  if (!ends || ends <= wording.now) return [];
  const reason: SendCondition = { reservationId: one.id, state: 'requested', holdExpiresAt: ends.toISOString() };
  const { payable: _, ...words } = reminderData(one, wording);
  const request = { people: one.people.length, deadline: dayAndTime(ends, wording.timeZone) };
  const { code, title: trip, payer_name: payer } = one;
  const link = wording.publicUrl + pagePaths.requests;
  return [
    ...(one.email ? [{ kind: 'requestReceived' as const, to: one.email, data: { ...words, ...request }, reason }] : []),
    ...(wording.brand.email
      ? [
          {
            kind: 'requestArrived' as const,
            to: wording.brand.email,
            data: { payer, code, trip, link, ...request },
            reason,
          },
        ]
      : []),
  ];
}

function emailOfAccepted(one: RemindedReservation, to: string, wording: Wording): ReminderEmail[] {
  const ends = one.state === 'held' ? one.hold_expires_at : null;
  if (one.state === 'held' && (!ends || ends <= wording.now)) return [];
  if (one.state !== 'held' && one.state !== 'booked') return [];
  const deadline = ends && dayAndTime(ends, wording.timeZone);
  const data = { ...reminderData(one, wording), people: one.people.length, depositCents: one.deposit_cents, deadline };
  const reason: SendCondition = ends
    ? { reservationId: one.id, state: 'held', holdExpiresAt: ends.toISOString() }
    : { reservationId: one.id, reminder: 'confirmed', tripId: one.trip_id, about: '' };
  return [{ kind: 'requestAccepted', to, data, reason }];
}

/** The e-mail of a reminder; none without an address. */
export function emailToReminded(one: RemindedReservation, reminder: TripReminder, wording: Wording): ReminderEmail[] {
  if (!one.email) return [];
  const { kind, trip_id: tripId, about } = reminder;
  const reason: SendCondition = { reservationId: one.id, reminder: kind, tripId, about };
  if (kind === 'thanks') {
    const link = { does: 'review' as const, reservationId: one.id };
    return [
      {
        kind: 'tripThanks',
        to: one.email,
        data: { name: one.payer_name, code: one.code, trip: one.title, link },
        reason,
      },
    ];
  }
  return [{ ...contentOf(kind, one, wording), to: one.email, reason }];
}

function contentOf(kind: Exclude<ReminderKind, 'thanks'>, one: RemindedReservation, wording: Wording) {
  const facts = { ...reminderData(one, wording), departure: dayAndTime(one.departs_at, wording.timeZone) };
  switch (kind) {
    case 'balance_week':
    case 'balance_soon':
    case 'balance_overdue': {
      const until = dayAndTime(one.balance_due_at, wording.timeZone);
      const data = { ...facts, amountCents: one.total_cents - one.received_cents, until };
      return { kind: kind === 'balance_overdue' ? ('balanceOverdue' as const) : ('balanceDue' as const), data };
    }
    case 'data_week':
    case 'data_soon':
      return {
        kind: 'dataMissing' as const,
        data: { ...facts, until: dayAndTime(one.data_due_at, wording.timeZone), lacks: lacksOf(one) },
      };
    case 'departure':
      return { kind: 'departureSoon' as const, data: { ...facts, ...departureOf(one, wording) } };
  }
}

// Guests have no account in which they could see their reservation.
function reminderData(one: RemindedReservation, { publicUrl }: Wording) {
  const { payer_name: name, code, title: trip, payable, has_account: seesReservation } = one;
  const link = publicUrl + (seesReservation ? pagePaths.reservation(code) : pagePaths.trip(one.slug));
  return { name, code, trip, payable, seesReservation, link };
}

function lacksOf({ people }: RemindedReservation) {
  const list = new Intl.ListFormat('pt-BR');
  return people.flatMap((person, index) =>
    person.missing.length === 0
      ? []
      : [
          {
            person: person.name || `Pessoa ${index + 1} (${person.fare})`,
            fields: list.format(person.missing.map((field) => participantFieldLabels[field])),
          },
        ],
  );
}

function departureOf(one: RemindedReservation, { brand, timeZone, now, publicUrl }: Wording) {
  const boardingOf = (id: string | null) => {
    const point = one.boarding_points.find((known) => known.id === id);
    return point ? `${point.time} – ${point.place}` : BOARDING_TO_BE_AGREED;
  };
  const [boarding = null, ...others] = new Set(one.people.map((person) => boardingOf(person.boardingPointId)));
  const isShared = others.length === 0;
  return {
    ...momentOf(one.departs_at, now, timeZone),
    saidOn: dayIn(now, timeZone).toString(),
    people: one.people.map(({ name, fare, boardingPointId }, index) => {
      const person = `${name || `Pessoa ${index + 1}`} (${fare})`;
      return isShared ? person : `${person}: ${boardingOf(boardingPointId)}`;
    }),
    boarding: isShared ? boarding : null,
    bring: thingsToBring(one.bring),
    contact: [brand.whatsapp && `WhatsApp ${brand.whatsapp}`, brand.phone, brand.email].filter(Boolean).join(' · '),
    voucher: one.has_account ? publicUrl + pagePaths.voucher(one.code) : null,
    dueCents: Math.max(one.total_cents - one.received_cents, 0),
  };
}

// "É amanhã", "hoje à noite, na madrugada de sábado para domingo, 06/12/2026 às 00:30".
function momentOf(departsAt: Date, now: Date, timeZone: string) {
  const dayAndHour = dayAndTime(departsAt, timeZone);
  const night = formatNight(departsAt.toISOString(), timeZone);
  const departure = night ? `${dayAndHour} (${night})` : dayAndHour;
  const eve = dayIn(new Date(departsAt.getTime() - EVENING_HOURS * HOUR_MS), timeZone);
  const day = ['hoje', 'amanhã'][eve.since(dayIn(now, timeZone)).days];
  if (!day) return { departure, when: 'Está chegando', leaves: `em ${departure}` };
  const when = eve.equals(dayIn(departsAt, timeZone)) ? day : `${day} à noite`;
  return { departure, when: `É ${when}`, leaves: `${when}, ${night ? `na ${night}, ` : ''}${dayAndHour}` };
}

function dayIn(instant: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}
