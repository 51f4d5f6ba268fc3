import type { EmailState } from '@passeio/contract/messages/messages';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { peopleOfReservation } from './cancellations.queries.ts';

/** A reservation of a cancelled departure with what its payer reads. */
function choices(db: Database) {
  return db
    .selectFrom('trip_cancellation_choices as c')
    .innerJoin('trip_cancellations as cancellation', 'cancellation.trip_id', 'c.trip_id')
    .innerJoin('trips as t', 't.id', 'c.trip_id')
    .innerJoin('reservations as r', 'r.id', 'c.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .leftJoin('trips as other', 'other.id', 'c.moved_to')
    .select(['c.reservation_id', 'c.trip_id', 'c.outcome', 'c.moved_to', 'c.received_cents as told_cents'])
    .select(['cancellation.reason', 'cancellation.choose_until as last_day', 't.title', 't.departs_at'])
    .select(['r.user_id', 'r.code', 'r.places', 'r.received_cents', 'r.total_cents', 'r.choose_until'])
    .select(['payer.name as payer_name', 'payer.email_written_by'])
    .select(['other.title as other_title', 'other.departs_at as other_departs_at', 'other.slug as other_slug'])
    .select(peopleOfReservation);
}
export type ChoiceRow = Awaited<ReturnType<ReturnType<typeof choices>['executeTakeFirstOrThrow']>>;

/** What was to be chosen last of a reservation. */
export function findChoice(db: Database, reservationId: string): Promise<ChoiceRow | undefined> {
  return choices(db)
    .where('c.reservation_id', '=', reservationId)
    .orderBy('c.notified_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findChoiceOfTrip(
  db: Database,
  { reservationId, tripId }: { reservationId: string; tripId: string },
): Promise<ChoiceRow | undefined> {
  return choices(db).where('c.reservation_id', '=', reservationId).where('c.trip_id', '=', tripId).executeTakeFirst();
}

export function findByChoiceLink(db: Database, tokenHash: string): Promise<ChoiceRow | undefined> {
  return choices(db)
    .innerJoin('trip_choice_links as l', (join) =>
      join.onRef('l.reservation_id', '=', 'c.reservation_id').onRef('l.trip_id', '=', 'c.trip_id'),
    )
    .where('l.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function storeChoiceLink(
  db: Database,
  link: { token_hash: string; reservation_id: string; trip_id: string },
): Promise<void> {
  await db.insertInto('trip_choice_links').values(link).execute();
}

/** Departures on sale with so many places, where the payer is not going: of the same title first, then by date. */
export function departuresToOffer(db: Database, { title, places, user_id }: ChoiceRow, limit: number) {
  return db
    .selectFrom('trips as t')
    .select(['t.id', 't.slug', 't.title', 't.departs_at'])
    .where('t.is_active', '=', true)
    .where('t.on_request', '=', false)
    .where('t.departs_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`places_left(t.capacity, t.places_taken, t.places_set_aside) >= ${places}::integer
      and not is_for_waiting(t.capacity, t.places_taken + t.places_set_aside, t.smallest_waiting)
      and not exists (select from reservations r where r.trip_id = t.id and r.user_id = ${user_id} and r.is_active)`)
    .orderBy(sql`t.title = ${title}`, 'desc')
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .limit(limit)
    .execute();
}

/** When payers have to have chosen. */
export const choiceMoments = sql`select choose_until as at from reservations where choose_until is not null`;

/** Reservations whose payers did not choose in time. */
export async function overdueChoices(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .select('id')
    .where('choose_until', 'is not', null)
    .where('choose_until', '<=', now)
    .orderBy('choose_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The reservations of a cancelled departure whose payers were notified, those without a choice first. */
export function notifiedReservations(db: Database, tripId: string) {
  return db
    .selectFrom('trip_cancellation_choices as c')
    .innerJoin('reservations as r', 'r.id', 'c.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .leftJoin('trips as other', 'other.id', 'c.moved_to')
    .leftJoin('reservation_emails as e', 'e.id', 'c.email_id')
    .select(['c.reservation_id', 'r.code', 'payer.name', 'payer.contact', 'c.received_cents', 'c.outcome'])
    .select(['c.is_default', 'c.settled_at', 'c.email_id', 'e.state as email_state'])
    .select(['other.id as other_id', 'other.title as other_title', 'other.departs_at as other_departs_at'])
    .select([
      sql<boolean>`payer.subject is not null`.as('has_account'),
      peopleOfReservation,
      // The furthest back: what is due still waits for somebody.
      sql<'due' | 'sent' | 'paid' | null>`(select f.state from refunds f
        where f.reservation_id = r.id and c.outcome in ('refund', 'credit')
        order by array_position(array['due', 'sent', 'paid'], f.state) limit 1)`.as('refund'),
      sql<Date | null>`(select max(w.opened_at) from whatsapp_messages w
        where w.reservation_id = r.id and w.undone_at is null and w.opened_at >= c.notified_at)`.as('chat_at'),
    ])
    .where('c.trip_id', '=', tripId)
    .orderBy(sql`c.outcome is not null`)
    .orderBy('payer.sort_name')
    .orderBy('r.id')
    .$narrowType<{ email_state: EmailState | null }>()
    .execute();
}
export type NotifiedReservation = Awaited<ReturnType<typeof notifiedReservations>>[number];
