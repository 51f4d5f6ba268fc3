import type { OpenItem, SettlementFigures } from '@passeio/contract/payments/settlement-report';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { participantNumber } from '../../reservations/index.ts';

/** Everybody who was to travel, by name. */
export function peopleOfTrip(db: Database, tripId: string) {
  return db
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .where('participants.trip_id', '=', tripId)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .select(['participants.id', 'participants.name', 'participants.fare_label', 'participants.contact'])
    .select(['participants.reservation_id', 'participants.boarded_at', 'participants.missed_at'])
    .select(['reservations.code', 'reservations.state', 'reservations.total_cents', 'reservations.received_cents'])
    .select(['payers.name as payer_name', 'payers.contact as payer_contact'])
    .select(participantNumber.as('number'))
    .select((eb) =>
      eb
        .selectFrom('boarding_taps')
        .select('reason')
        .whereRef('boarding_taps.trip_id', '=', 'participants.trip_id')
        .whereRef('boarding_taps.participant_id', '=', 'participants.id')
        .orderBy('decided_at', 'desc')
        .orderBy('boarding_taps.id', 'desc')
        .limit(1)
        .as('correction'),
    )
    .orderBy(sql`case when participants.name = '' then payers.sort_name || ' ~' else participants.sort_name end`)
    .orderBy('participants.reservation_id')
    .orderBy('participants.position')
    .execute();
}
export type SettlementPersonRow = Awaited<ReturnType<typeof peopleOfTrip>>[number];

/** What the reservations of a trip owe, are owed and ask staff to look at. */
export function openReservations(db: Database, tripId: string) {
  const amounts = db
    .selectFrom('reservations as r')
    .innerJoin('users as payers', 'payers.id', 'r.user_id')
    .where('r.trip_id', '=', tripId)
    .select(['r.id', 'r.code', 'payers.name as payer'])
    .select([
      sql<number>`case when r.is_active and r.state <> 'requested' then greatest(r.total_cents - r.received_cents, 0)
        else 0 end`.as('missing_cents'),
      sql<number>`greatest(r.received_cents - case when r.is_active then r.total_cents else r.retained_cents end, 0)`.as(
        'to_refund_cents',
      ),
      sql<boolean>`exists (select from receipts where receipts.reservation_id = r.id and receipts.state = 'submitted')`.as(
        'has_receipt',
      ),
      'r.guide_cents as cash_cents',
    ]);
  return db
    .selectFrom(amounts.as('open'))
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('missing_cents', '>', 0),
        eb('to_refund_cents', '>', 0),
        eb('has_receipt', '=', true),
        eb('cash_cents', '>', 0),
      ]),
    )
    .orderBy('payer')
    .orderBy('id')
    .execute();
}
export type OpenReservationRow = Awaited<ReturnType<typeof openReservations>>[number];

export function findSettlementReport(db: Database, tripId: string) {
  return db
    .selectFrom('settlement_reports')
    .innerJoin('users', 'users.id', 'settlement_reports.created_by')
    .selectAll('settlement_reports')
    .select('users.name as author')
    .where('trip_id', '=', tripId)
    .executeTakeFirst();
}

interface NewSettlementReport {
  tripId: string;
  figures: SettlementFigures;
  exceptions: OpenItem[];
  note: string;
  entries: string[];
  by: string;
}

export async function insertSettlementReport(trx: DatabaseTransaction, report: NewSettlementReport): Promise<void> {
  const { tripId, figures, exceptions, note, entries, by } = report;
  const { cash_exceptions = [], others = [] } = Object.groupBy(exceptions, ({ kind }) =>
    kind === 'cash' ? 'cash_exceptions' : 'others',
  );
  await trx
    .insertInto('settlement_reports')
    .values({
      ...{ trip_id: tripId, figures: JSON.stringify(figures), note, entries, created_by: by },
      ...{ exceptions: JSON.stringify(others), cash_exceptions: JSON.stringify(cash_exceptions) },
    })
    .execute();
}

/** Codes and payers of reservations. */
export function namesOfReservations(db: Database, ids: string[]) {
  return db
    .selectFrom('reservations')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .select(['reservations.id', 'reservations.code', 'payers.name as payer'])
    .where('reservations.id', '=', sqlAny(ids, 'uuid'))
    .execute();
}

/** The trips with people that departed last. */
export function lastDeparted(db: Database, limit: number) {
  return db
    .selectFrom('trips')
    .leftJoin('settlement_reports', 'settlement_reports.trip_id', 'trips.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('participants')
          .whereRef('participants.trip_id', '=', 'trips.id')
          .where('participants.is_active', '=', true)
          .where('participants.removed_at', 'is', null)
          .select([
            sql<number>`count(*) filter (where boarded_at is not null)::integer`.as('boarded'),
            sql<number>`count(*) filter (where missed_at is not null)::integer`.as('missed'),
            sql<number>`count(*) filter (where boarded_at is null and missed_at is null)::integer`.as('unknown'),
          ])
          .as('people'),
      (join) => join.onTrue(),
    )
    .select([
      'trips.id',
      'trips.title',
      'trips.departs_at',
      'trips.returns_at',
      'settlement_reports.created_at as closed_at',
    ])
    .select(['people.boarded', 'people.missed', 'people.unknown'])
    .where('trips.places_taken', '>', sql.lit(0))
    .where('trips.departs_at', '<=', sql<Date>`now()`)
    .where('trips.cancelled_at', 'is', null)
    .orderBy('trips.departs_at', 'desc')
    .orderBy('trips.id', 'desc')
    .limit(limit)
    .execute();
}
