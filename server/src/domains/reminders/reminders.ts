import { type RawBuilder, sql } from 'kysely';
import type { EmailKind } from '../messages/index.ts';
import { balanceDueHours, missingFields, transferHours } from '../reservations/index.ts';

/** A reminder: what its trip's payers are e-mailed, and when. Expressions are of `trips` and `operator`. */
interface Reminder {
  key: string;
  /** Whether it is sent before its trip departs or after the return. */
  trips: 'ahead' | 'back';
  /** The day that it is about: of a trip that moves to another day it is sent again. */
  day: RawBuilder<string>;
  at: RawBuilder<Date>;
  /** It is not sent from then on. */
  until: RawBuilder<Date>;
  /** The reservations, `r`, whose payers get it. */
  to: RawBuilder<boolean>;
  /** What their reservation must lack, also when the e-mail is sent; `party`: its people, see `withParty`. */
  applies: RawBuilder<boolean>;
  email: Extract<EmailKind, 'balanceDue' | 'balanceOverdue' | 'dataMissing' | 'departureSoon' | 'tripThanks'>;
}

/** When the balance of a row of `trips` is due, and until when its clients may fill in data themselves. */
export const balanceDue = sql<Date>`(trips.departs_at - ${balanceDueHours} * interval '1 hour')`;
export const dataDue = sql<Date>`(trips.departs_at - ${transferHours} * interval '1 hour')`;
const departure = sql<Date>`trips.departs_at`;

/** A boarding within so many hours after midnight belongs to the evening before: people leave home on that day. */
export const EVENING_HOURS = 3;
const lastEvening = sql<Date>`(trips.departs_at - ${sql.lit(EVENING_HOURS)} * interval '1 hour')`;
const FOLLOW_UP_DAYS = 5;

const dayOf = (instant: RawBuilder<unknown>) => sql<string>`(${instant} at time zone operator.time_zone)::date`;
const returnDay = dayOf(sql`trips.returns_at`);
const before = (instant: RawBuilder<Date>, days: number) =>
  sql<Date>`(${instant} - ${sql.lit(days)} * interval '1 day')`;
const after = (instant: RawBuilder<Date>, days: number) =>
  sql<Date>`(${instant} + ${sql.lit(days)} * interval '1 day')`;
/** A time of the operator's clock, so many days after a calendar day. */
const clock = (day: RawBuilder<string>, days: number, time: string) =>
  sql<Date>`((${day} + ${sql.lit(days)} + time ${sql.lit(time)}) at time zone operator.time_zone)`;
const dayAfter = clock(returnDay, 1, '10:00');

const booked = sql<boolean>`r.state = 'booked' and trips.cancelled_at is null`;
// Instalments have reminders of their own.
const owes = sql<boolean>`r.received_cents < r.total_cents and r.receipt_submitted_at is null and r.instalments is null`;
const lacksData = sql<boolean>`party.lacks_data`;

const ofBalance = { trips: 'ahead', day: dayOf(balanceDue), to: booked, applies: owes } as const;
const ofData = { trips: 'ahead', day: dayOf(dataDue), to: booked, applies: lacksData, email: 'dataMissing' } as const;

/** All reminders. To add one, add an entry: the sweep sends it, each key once per trip and day. */
export const reminders: readonly Reminder[] = [
  { ...ofBalance, key: 'balance_week', at: before(balanceDue, 7), until: before(balanceDue, 2), email: 'balanceDue' },
  { ...ofBalance, key: 'balance_soon', at: before(balanceDue, 2), until: balanceDue, email: 'balanceDue' },
  { ...ofBalance, key: 'balance_overdue', at: balanceDue, until: departure, email: 'balanceOverdue' },
  { ...ofData, key: 'data_week', at: before(dataDue, 5), until: before(dataDue, 2) },
  { ...ofData, key: 'data_soon', at: before(dataDue, 2), until: dataDue },
  {
    key: 'departure',
    trips: 'ahead',
    day: dayOf(departure),
    // The morning of the day before.
    at: clock(dayOf(lastEvening), -1, '09:00'),
    until: departure,
    to: booked,
    applies: sql`true`,
    email: 'departureSoon',
  },
  {
    key: 'thanks',
    trips: 'back',
    day: returnDay,
    at: dayAfter,
    until: after(dayAfter, FOLLOW_UP_DAYS),
    to: booked,
    // Skips no-shows and people who have already reviewed.
    applies: sql`party.travelled and not exists (select from reviews where reviews.reservation_id = r.id)`,
    email: 'tripThanks',
  },
];

/** The people of a reservation `r` as `party`, for what reminders apply to; with `trips` and `operator`. */
export const withParty = sql`
  join trips on trips.id = r.trip_id cross join operator
  cross join lateral (
    select coalesce(bool_or(${missingFields(sql`operator.time_zone`)} <> '{}'), false) as lacks_data,
      coalesce(bool_or(participants.missed_at is null), false) as travelled
    from participants where participants.reservation_id = r.id and participants.removed_at is null
  ) as party`;
