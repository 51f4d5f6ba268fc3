import { randomUUIDv7 } from 'node:crypto';
import {
  AUTHORIZATION_AGE,
  AUTHORIZATION_YEARS,
  type TravelAuthorization,
} from '@passeio/contract/reservations/travel-authorization';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { DocumentFile } from '../../../platform/http/document-files.ts';

type AuthorizationRow = Selectable<Schema['travel_authorizations']>;

/** Needs a row of `participants` who is `age` years old on the departure of `trips` and travels without a parent. */
export function travelAuthorizationOf(
  age: RawBuilder<number | null>,
  timeZone: string | RawBuilder<string>,
): RawBuilder<TravelAuthorization | null> {
  return sql`(
    select jsonb_build_object('hasFile', a.sent_at is not null, 'validUntil', a.valid_until,
      'isValid', a.sent_at is not null and a.valid_until >= (trips.returns_at at time zone ${timeZone})::date)
    from travel_authorizations a
    where a.participant_id = participants.id and a.ended_at is null and ${age} < ${sql.lit(AUTHORIZATION_AGE)})`;
}

/** What has been said of a participant; undefined unless they travel without a parent. */
export function findAuthorization(db: Database, participantId: string): Promise<AuthorizationRow | undefined> {
  return db
    .selectFrom('travel_authorizations')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Ends what was said of a participant; its file goes at night. Returns whether there was anything. */
export async function endAuthorization(trx: DatabaseTransaction, participantId: string): Promise<boolean> {
  const ended = await trx
    .updateTable('travel_authorizations')
    .set({ ended_at: sql<Date>`now()` })
    .where('participant_id', '=', participantId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Says that a participant of a locked reservation travels without a parent, and until when their document is valid. */
export async function saveAuthorization(
  trx: DatabaseTransaction,
  { id, reservation_id }: { id: string; reservation_id: string },
  validUntil: string | null,
): Promise<void> {
  const blank = { content_type: null, size_bytes: null, sha256: null, sent_at: null, ended_at: null };
  // The day of a document that was sent may be another, but not unknown.
  const day = sql<string | null>`coalesce(excluded.valid_until,
    case when travel_authorizations.sent_at is not null then travel_authorizations.valid_until end)`;
  await trx
    .insertInto('travel_authorizations')
    .values({ id: randomUUIDv7(), reservation_id, participant_id: id, valid_until: validUntil, ...blank })
    .onConflict((conflict) =>
      conflict.column('participant_id').where('ended_at', 'is', null).doUpdateSet({ valid_until: day }),
    )
    .execute();
}

/** Records the signed document of a participant of a locked reservation, instead of an earlier one. */
export async function saveAuthorizationFile(
  trx: DatabaseTransaction,
  { id, reservation_id }: { id: string; reservation_id: string },
  file: DocumentFile,
): Promise<void> {
  const before = await findAuthorization(trx, id);
  await endAuthorization(trx, id);
  const usual = sql<string>`((select now() at time zone time_zone from operator)::date
    + make_interval(years => ${AUTHORIZATION_YEARS}))::date`;
  await trx
    .insertInto('travel_authorizations')
    .values({
      id: file.id,
      reservation_id,
      participant_id: id,
      valid_until: before?.valid_until ?? usual,
      content_type: file.contentType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      sent_at: sql<Date>`now()`,
      ended_at: null,
    })
    .execute();
}
