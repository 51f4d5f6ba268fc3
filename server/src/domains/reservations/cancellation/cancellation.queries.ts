import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { withdrawalDays } from '../../settings/index.ts';

/**
 * What a quote reads beside reservation and trip. `promised_for`: until when a refund of now is given back, which joins
 * one that is due already. `earlier_penalty_cents`: of people who left.
 */
export function readCancellationTerms(db: Database, reservationId: string) {
  return db
    .selectFrom('operator')
    .select(['time_zone', withdrawalDays.as('withdrawal_days')])
    .select([
      sql<string>`coalesce(
        (select promised_for from refunds where reservation_id = ${reservationId} and state = 'due'),
        (now() at time zone operator.time_zone)::date + operator.refund_days)`.as('promised_for'),
      sql<number>`coalesce((select sum(quantity * unit_cents) from reservation_lines
        where reservation_id = ${reservationId} and kind = 'penalty' and ended_at is null), 0)::integer`.as(
        'earlier_penalty_cents',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** A cancelled reservation, or one of which people left, with all that the e-mail to its payer says. */
export function readPayerOfReservation(db: Database, reservationId: string) {
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(['reservations.code', 'trips.title', 'trips.slug', 'users.name', 'users.email', 'users.subject'])
    .where('reservations.id', '=', reservationId)
    .executeTakeFirstOrThrow();
}
