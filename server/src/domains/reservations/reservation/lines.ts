import { randomUUIDv7 } from 'node:crypto';
import { fareLine, type Line, type LineChange } from '@passeio/contract/lines';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

export type NewLine = Insertable<Schema['reservation_lines']>;

/** A line as it is stored. */
export interface StoredLine extends Line {
  id: string;
  reservationId: string;
  createdAt: Date;
  /** Whether it is an extra that its trip sells. */
  isTripExtra: boolean;
}

const isTripExtra = sql<boolean>`(line.kind = 'extra' and exists (select from trip_extras where id = line.source_id))`;

/** The lines of reservations that have not ended: those of people in their order, then those of the whole. */
export function listLines(db: Database, reservationIds: readonly string[]): Promise<StoredLine[]> {
  if (reservationIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('reservation_lines as line')
    .leftJoin('participants', 'participants.id', 'line.participant_id')
    .select(['line.id', 'line.reservation_id as reservationId', 'line.participant_id as participantId', 'line.kind'])
    .select(['line.label', 'line.quantity', 'line.unit_cents as unitCents', 'line.source_id as sourceId'])
    .select(['line.created_at as createdAt', 'line.is_refundable as isRefundable', isTripExtra.as('isTripExtra')])
    .where('line.reservation_id', 'in', reservationIds)
    .where('line.ended_at', 'is', null)
    .orderBy('participants.position')
    .orderBy('line.created_at')
    .orderBy('line.id')
    .execute();
}

/** The fare of a participant as a line. */
export function fareOfPerson(person: { id: string; fare_id: string; fare_label: string; price_cents: number }): Line {
  const { id, fare_id, fare_label, price_cents } = person;
  return fareLine({ id: fare_id, label: fare_label, priceCents: price_cents }, id);
}

/** The row of a new line; `by`: who agreed or chose it, null for a fare. */
export function lineRow(reservationId: string, line: Line, by: string | null): NewLine {
  return {
    id: randomUUIDv7(),
    reservation_id: reservationId,
    participant_id: line.participantId,
    kind: line.kind,
    label: line.label,
    quantity: line.quantity,
    unit_cents: line.unitCents,
    source_id: line.sourceId,
    is_refundable: line.isRefundable ?? true,
    created_by: line.kind === 'fare' ? null : by,
  };
}

/** A new line as it is stored. */
export function storedLine(row: NewLine, createdAt: Date): StoredLine {
  return {
    id: row.id,
    reservationId: row.reservation_id,
    participantId: row.participant_id ?? null,
    kind: row.kind,
    label: row.label,
    quantity: row.quantity ?? 1,
    unitCents: row.unit_cents,
    sourceId: row.source_id,
    isRefundable: row.is_refundable ?? true,
    createdAt,
    isTripExtra: row.kind === 'extra',
  };
}

/** Ends and adds lines of a locked reservation, whose total follows in the same transaction. */
export async function writeLines(
  trx: DatabaseTransaction,
  reservationId: string,
  { ended, added }: LineChange<StoredLine>,
  by: string,
): Promise<void> {
  if (ended.length > 0) {
    await trx
      .updateTable('reservation_lines')
      .set({ ended_at: new Date() })
      .where('reservation_id', '=', reservationId)
      .where(
        'id',
        'in',
        ended.map(({ id }) => id),
      )
      .execute();
  }
  if (added.length > 0) {
    await trx
      .insertInto('reservation_lines')
      .values(added.map((line) => lineRow(reservationId, line, by)))
      .execute();
  }
}
