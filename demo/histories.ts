import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '@passeio/contract/audit';
import { type Selectable, sql } from 'kysely';
import { reservationSubject } from '../server/src/domains/reservations/index.ts';
import { type Actor, auditEntry, bank, type Changes, system } from '../server/src/platform/audit/audit.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import type { Schema } from '../server/src/platform/database/schema/schema.ts';

/** Rows in one statement, within the number of its parameters. */
const BATCH = 500;

type Reservation = Awaited<ReturnType<typeof readReservations>>[number];

interface Event {
  at: Date | null;
  actor: Actor;
  action: AuditAction;
  changes?: Changes;
}

/**
 * Writes what happened to every reservation that has no audit entry, as the application would have. `staff` recorded
 * what no bank did.
 */
export async function writeHistories(trx: DatabaseTransaction, staff: { id: string; name: string }): Promise<void> {
  const reservations = await readReservations(trx);
  const entriesOf = Map.groupBy(
    await trx.selectFrom('transfers').selectAll().execute(),
    ({ reservation_id }) => reservation_id,
  );
  const receiptsOf = Map.groupBy(
    await trx.selectFrom('receipts').selectAll().execute(),
    ({ reservation_id }) => reservation_id,
  );
  const operator: Actor = { ...system, caller: { ...staff, role: 'OPERATOR' } };
  const rows = reservations.flatMap((one) => {
    const payer: Actor = { ...system, caller: { id: one.user_id, name: one.name, role: 'CLIENT' } };
    const events: Event[] = [
      beginning(one, one.channel === 'site' ? payer : operator),
      ...confirmation(one, entriesOf.has(one.id), operator),
      ...(entriesOf.get(one.id) ?? []).map((entry) => movement(entry, operator)),
      ...(receiptsOf.get(one.id) ?? []).flatMap(({ created_at, reviewed_at, reason }): Event[] => [
        { at: created_at, actor: payer, action: 'reservation.receipt_submitted' },
        {
          at: reviewed_at,
          actor: operator,
          action: 'reservation.receipt_rejected',
          changes: { reason: [null, reason] },
        },
      ]),
      ...end(one, one.cancelled_by === one.user_id ? payer : operator),
    ];
    const subject = reservationSubject(one, one, one);
    // Nothing happened before the reservation was made.
    const notBefore = (at: Date) => (at < one.created_at ? one.created_at : at);
    return events.flatMap(({ at, actor, ...event }) =>
      at ? [{ ...auditEntry(actor, { ...event, subject }), at: notBefore(at) }] : [],
    );
  });
  // Ids are in the order of time, as those that the application makes one after the other.
  const ids = rows.map(() => randomUUIDv7()).sort();
  const inTime = rows
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((row, index) => ({ ...row, id: ids[index] as string }));
  for (let start = 0; start < inTime.length; start += BATCH) {
    const batch = inTime.slice(start, start + BATCH).map((row) => ({ ...row, changes: JSON.stringify(row.changes) }));
    await trx.insertInto('audit_entries').values(batch).execute();
  }
}

function readReservations(trx: DatabaseTransaction) {
  return trx
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .selectAll('reservations')
    .select(['users.name', 'trips.title'])
    .select((eb) =>
      eb
        .selectFrom('participants')
        .whereRef('participants.reservation_id', '=', 'reservations.id')
        .select((count) => count.fn.countAll<string>().as('people'))
        .as('people'),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('audit_entries').select('id').where('subject_id', '=', sql<string>`reservations.id::text`)),
      ),
    )
    .execute();
}

function beginning(one: Reservation, actor: Actor): Event {
  const asked = one.requested_at !== null;
  return {
    at: one.created_at,
    actor,
    action: asked ? 'reservation.requested' : 'reservation.created',
    changes: {
      people: [null, Number(one.people)],
      totalCents: [null, one.total_cents],
      state: [null, asked ? 'requested' : 'held'],
      ...(one.hold_expires_at ? { holdExpiresAt: [null, one.hold_expires_at.toISOString()] } : {}),
    },
  };
}

// Staff confirmed without a payment.
function confirmation(one: Reservation, isPaid: boolean, operator: Actor): Event[] {
  if (one.state !== 'booked' || isPaid) return [];
  return [
    { at: one.created_at, actor: operator, action: 'reservation.confirmed', changes: { state: ['held', 'booked'] } },
  ];
}

function movement(entry: Selectable<Schema['transfers']>, operator: Actor): Event {
  const { kind, method, amount_cents, recorded_at, recorded_via } = entry;
  const isBanks = recorded_via === 'provider';
  const payment = isBanks ? 'reservation.payment_received' : 'reservation.payment_recorded';
  return {
    at: recorded_at,
    actor: isBanks ? bank : operator,
    action: kind === 'refund' ? 'reservation.refund_recorded' : payment,
    changes: {
      ...{ kind: [null, kind], method: [null, method], amountCents: [null, amount_cents] },
      ...(kind === 'deposit' ? { state: ['held', 'booked'] } : {}),
    },
  };
}

function end(one: Reservation, canceller: Actor): Event[] {
  const { state, hold_expires_at, cancelled_at, cancellation_reason } = one;
  if (state === 'expired') {
    const changes: Changes = { state: ['held', 'expired'] };
    return [{ at: hold_expires_at, actor: system, action: 'reservation.expired', changes }];
  }
  const reason: Changes = cancellation_reason ? { cancellationReason: [null, cancellation_reason] } : {};
  const changes: Changes = { state: ['booked', 'cancelled'], cancelledFor: [null, 'client'], ...reason };
  return [{ at: cancelled_at, actor: canceller, action: 'reservation.cancelled', changes }];
}
