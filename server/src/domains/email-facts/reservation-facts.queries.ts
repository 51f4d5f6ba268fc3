import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { ReservationState } from '@passeio/contract/reservation-states';
import type { AgreedInstalment } from '@passeio/contract/reservations/instalments';
import type { ParticipantField } from '@passeio/contract/reservations/participants';
import type { TripChange } from '@passeio/contract/trips/trip-notice';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { balanceDue, dataDue } from '../reminders/index.ts';
import { balanceDueHours, missingFields } from '../reservations/index.ts';
import { takesPix } from '../settings/index.ts';
import { placesLeft } from '../trips/index.ts';

/** A reservation with what e-mails to its payer say. */
export interface ReservationFacts {
  id: string;
  code: string;
  trip_id: string;
  state: ReservationState;
  is_active: boolean;
  created_at: Date;
  answered_at: Date | null;
  moved_at: Date | null;
  instalments: AgreedInstalment[] | null;
  refusal: string | null;
  total_cents: number;
  deposit_cents: number;
  received_cents: number;
  hold_expires_at: Date | null;
  receipt_submitted_at: Date | null;
  clock_stopped_at: Date | null;
  guide_cents: number;
  title: string;
  slug: string;
  departs_at: Date;
  trip_cancelled_at: Date | null;
  guaranteed_at: Date | null;
  boarding_points: { id: string; time: string; place: string }[];
  bring: string[];
  balance_due_hours: number;
  balance_due_at: Date;
  data_due_at: Date;
  payer_name: string;
  has_account: boolean;
  /** The token of a link for a payer without an account, made when the e-mail is sent. */
  payer_link?: string;
  /** The reservation's page takes payments. */
  payable: boolean;
  /** In their order. */
  people: { name: string; fare: string; boardingPointId: string | null; missing: ParticipantField[] }[];
}

export async function readReservation<More = object>(
  db: Database,
  reservationId: string,
  more: RawBuilder<unknown> = sql``,
): Promise<(ReservationFacts & More) | undefined> {
  const { rows } = await sql<ReservationFacts & More>`
    select r.id, r.code, r.trip_id, r.state, r.is_active, r.created_at, r.answered_at, r.moved_at, r.instalments, r.refusal,
      r.total_cents, r.deposit_cents, r.received_cents, r.hold_expires_at, r.receipt_submitted_at, r.clock_stopped_at,
      r.guide_cents,
      trips.title, trips.slug, trips.departs_at, trips.cancelled_at as trip_cancelled_at, trips.guaranteed_at,
      trips.boarding_points, trips.bring, ${balanceDueHours} as balance_due_hours, ${balanceDue} as balance_due_at,
      ${dataDue} as data_due_at, payer.name as payer_name, payer.subject is not null as has_account,
      (${takesPix} and trips.payment_means <> 'card'
        or operator.has_card_provider and trips.payment_means <> 'pix') as payable, party.people ${more}
    from reservations r join trips on trips.id = r.trip_id join users as payer on payer.id = r.user_id
    cross join operator
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('name', participants.name, 'fare', participants.fare_label,
        'boardingPointId', participants.boarding_point_id,
        'missing', ${missingFields(sql`operator.time_zone`)}) order by participants.position), '[]') as people
      from participants where participants.reservation_id = r.id and participants.removed_at is null
    ) as party
    where r.id = ${reservationId}`.execute(db);
  return rows[0];
}

/** What a notice of a changed trip says to a reservation. */
export interface OfNotice {
  notice: { tripId: string; changes: (TripChange & { tell: boolean })[]; message: string; isLatest: boolean } | null;
}

export const readNoticed = (db: Database, { reservationId, noticeId }: { reservationId: string; noticeId: string }) =>
  readReservation<OfNotice>(
    db,
    reservationId,
    sql`, (select jsonb_build_object('tripId', trip_notices.trip_id, 'changes', n.changes, 'message', n.message,
        'isLatest', not exists (select from trip_notice_reservations newer
          where newer.reservation_id = r.id and newer.notice_id > n.notice_id))
      from trip_notice_reservations n join trip_notices on trip_notices.id = n.notice_id
      where n.reservation_id = r.id and n.notice_id = ${noticeId}) as notice`,
  );

/** The trip, as it was cancelled, of which the payer of a reservation is notified. */
export interface OfCancelledTrip {
  cancelled: { title: string; departsAt: string; reason: string; lastDay: string } | null;
  /** Titles of departures with places, and when they leave. */
  next: { title: string; departsAt: string }[];
}

/** The address that waits for its code, and of what that is made. */
export interface OfEmailCode {
  sent: { email: string; code: string | null; createdAt: string } | null;
}

export const readEmailCode = (db: Database, { reservationId, proves }: { reservationId: string; proves?: true }) => {
  const codes = sql.table(proves ? 'reservation_link_proofs' : 'reservation_email_codes');
  return readReservation<OfEmailCode>(
    db,
    reservationId,
    sql`, (select json_build_object('email', c.email, 'code', c.code, 'createdAt', c.created_at)
      from ${codes} c where c.reservation_id = r.id) as sent`,
  );
};

const DEPARTURES_NAMED = 3;

export const readOfCancelledTrip = (
  db: Database,
  { reservationId, tripId }: { reservationId: string; tripId: string },
) =>
  readReservation<OfCancelledTrip>(
    db,
    reservationId,
    sql`, (select jsonb_build_object('title', t.title, 'departsAt', t.departs_at, 'reason', c.reason,
        'lastDay', c.choose_until)
      from trip_cancellations c join trips t on t.id = c.trip_id where c.trip_id = ${tripId}) as cancelled,
    (select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'departsAt', t.departs_at)
        order by t.departs_at, t.id), '[]')
      from (select id, title, departs_at from trips
        where is_active and departs_at > now() and ${placesLeft} > 0
        order by departs_at, id limit ${sql.lit(DEPARTURES_NAMED)}) t) as next`,
  );

/** From which cancelled trip a reservation was moved last to that in which it is. */
export interface OfMoved {
  former: string | null;
}

export const readMoved = (db: Database, { reservationId }: { reservationId: string }) =>
  readReservation<OfMoved>(
    db,
    reservationId,
    sql`, (select t.title from trip_cancellation_choices c join trips t on t.id = c.trip_id
      where c.reservation_id = r.id and c.moved_to = r.trip_id order by c.notified_at desc limit 1) as former`,
  );

/** A payment with what its e-mail says. */
export interface OfPayment {
  entry: {
    amountCents: number;
    method: PaymentMethod;
    via: string;
    wasReversed: boolean;
    /** No money came after it. */
    isLast: boolean;
    refundKey: string | null;
  } | null;
  /** What is due to go back. */
  refund: { amountCents: number; promisedFor: string; sentVia: string | null } | null;
}

export const readOfPayment = (db: Database, { reservationId, entryId }: { reservationId: string; entryId: string }) =>
  readReservation<OfPayment>(
    db,
    reservationId,
    sql`, (select jsonb_build_object('amountCents', e.amount_cents, 'method', e.method, 'via', e.recorded_via,
        'wasReversed', exists (select from transfers reversal where reversal.reverses = e.id),
        'isLast', not exists (select from transfers later where later.reservation_id = e.reservation_id
          and later.direction = 'in' and later.reverses is null
          and (later.recorded_at, later.id) > (e.recorded_at, e.id)),
        'refundKey', (select pix_key from refunds where refunds.id = e.refund_id))
      from entries e where e.id = ${entryId}) as entry,
    (select jsonb_build_object('amountCents', f.amount_cents, 'promisedFor', f.promised_for, 'sentVia',
        (select method from transfers returned where returned.id = f.returned_entry and f.state = 'sent'))
      from refunds f where f.reservation_id = r.id and f.state in ('due', 'sent')
      order by f.state limit 1) as refund`,
  );

/** A receipt with what its e-mail says. */
export interface OfReceipt {
  receipt: { state: 'submitted' | 'accepted' | 'rejected'; reason: string; isLatest: boolean } | null;
}

export const readOfReceipt = (
  db: Database,
  { reservationId, receiptId }: { reservationId: string; receiptId: string },
) =>
  readReservation<OfReceipt>(
    db,
    reservationId,
    sql`, (select jsonb_build_object('state', one.state, 'reason', one.reason,
        'isLatest', not exists (select from receipts newer
          where newer.reservation_id = r.id and newer.created_at > one.created_at))
      from receipts one where one.id = ${receiptId}) as receipt`,
  );

/** A note of service; null: there is none. */
export interface OfInvoice {
  invoice: { state: string; number: string; amountCents: number; lookUpUrl: string; environment: '1' | '2' } | null;
}

export const readOfInvoice = (
  db: Database,
  { reservationId, invoiceId }: { reservationId: string; invoiceId: string },
) =>
  readReservation<OfInvoice>(
    db,
    reservationId,
    sql`, (select jsonb_build_object('state', one.state, 'number', one.note_number, 'amountCents', one.amount_cents,
        'lookUpUrl', one.look_up_url, 'environment', one.environment)
      from issued_invoices one where one.id = ${invoiceId}) as invoice`,
  );

/** Whether what a cancellation gives back is still to be paid. */
export interface OfRefund {
  refund_open: boolean;
}

export const readOfRefund = (db: Database, { reservationId }: { reservationId: string }) =>
  readReservation<OfRefund>(
    db,
    reservationId,
    sql`, exists (select from refunds f where f.reservation_id = r.id and f.state in ('due', 'sent')) as refund_open`,
  );
