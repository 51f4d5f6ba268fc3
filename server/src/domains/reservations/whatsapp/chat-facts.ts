import type { ChatFacts } from '@passeio/contract/chat-facts';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { toReturnCentsOf } from '@passeio/contract/reservations/reservation-status';
import { firstName } from '@passeio/contract/words';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { readTimeZone } from '../../settings/index.ts';
import { balanceDueHours } from '../reservation/deadlines.ts';
import { listParticipants, type ParticipantRow } from '../reservation/participants.queries.ts';
import { boardingInstant, statusOfRow } from '../reservation/reservations.present.ts';

/** What texts to the payers of these reservations follow from, by the id of a reservation. */
export async function chatFactsOf(
  db: Database,
  reservationIds: readonly string[],
): Promise<(reservationId: string) => ChatFacts> {
  const found =
    reservationIds.length === 0
      ? new Map<string, ChatFacts>()
      : await factsWhere(db, sql<SqlBool>`reservations.id = ${sqlAny([...new Set(reservationIds)], 'uuid')}`);
  return (reservationId) => {
    const facts = found.get(reservationId);
    if (!facts) throw new Error(`reservation ${reservationId} does not exist`);
    return facts;
  };
}

/** The same of a trip's reservations that are not over or have money to get back, by payer. */
export async function chatFactsOfTrip(db: Database, tripId: string): Promise<ChatFacts[]> {
  const stands = sql<SqlBool>`reservations.trip_id = ${tripId} and (reservations.state not in ('cancelled', 'expired')
    or reservations.refund_due_on is not null)`;
  return [...(await factsWhere(db, stands)).values()];
}

async function factsWhere(db: Database, condition: Expression<SqlBool>): Promise<Map<string, ChatFacts>> {
  const [rows, timeZone] = await Promise.all([
    rowsOf(db).where(condition).orderBy('users.sort_name').orderBy('reservations.id').execute(),
    readTimeZone(db),
  ]);
  const ids = rows.map(({ id }) => id);
  const parties = Map.groupBy(await listParticipants(db, ids, timeZone), (one) => one.reservation_id);
  const now = new Date();
  return new Map(rows.map((row) => [row.id, presentFacts(row, { party: parties.get(row.id) ?? [], timeZone, now })]));
}

function rowsOf(db: Database) {
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .selectAll('reservations')
    .select(['trips.title', 'trips.departs_at', 'trips.returns_at', 'trips.boarding_points'])
    .select(['users.name as payer_name', 'users.contact', 'users.subject'])
    .select(balanceDueHours.as('balance_due_hours'));
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

interface Context {
  party: ParticipantRow[];
  timeZone: string;
  now: Date;
}

function presentFacts(row: FactsRow, { party, timeZone, now }: Context): ChatFacts {
  const { state, total_cents: totalCents, received_cents: receivedCents, retained_cents: retainedCents } = row;
  const people = party.map((one) => ({
    boardedAt: one.boarded_at,
    missedAt: one.missed_at,
    missing: one.missing,
    heldUntil: one.held_until,
  }));
  const status = statusOfRow(row, { ...row, people, now, reader: 'staff' });
  const toReturn = toReturnCentsOf({ state, totalCents, receivedCents, retainedCents });
  const isOver = state === 'cancelled' || state === 'expired';
  return {
    id: row.id,
    code: row.code,
    state,
    status: status.key,
    payer: { name: row.payer_name, contact: row.contact, hasAccount: row.subject !== null },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
    boarding: boardingOf(row, party, timeZone),
    missing: party
      .filter(({ missing }) => missing.length > 0)
      .map((one) => ({
        id: one.id,
        name: one.name ? firstName(one.name) : `${nameAmong(one, party)} (${one.fare_label})`,
        isPayer: one.user_id === row.user_id,
        fields: one.missing,
      })),
    depositCents: Math.max(row.deposit_cents - receivedCents, 0),
    dueCents: isOver ? 0 : Math.max(totalCents - receivedCents, 0),
    until: status.until,
    refund: row.refund_due_on && toReturn > 0 ? { amountCents: toReturn, promisedFor: row.refund_due_on } : null,
  };
}

function boardingOf({ boarding_points, departs_at }: FactsRow, party: ParticipantRow[], timeZone: string) {
  return boarding_points
    .filter(({ id }) => party.some((one) => one.boarding_point_id === id))
    .map(({ time, place }) => ({ at: boardingInstant(time, departs_at, timeZone).toISOString(), place }))
    .toSorted((one, other) => one.at.localeCompare(other.at));
}
