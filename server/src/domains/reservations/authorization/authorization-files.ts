import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { eraseCounted } from '../../../platform/database/erased-counts.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { type OpenedDocument, openDocument, removeDocument } from '../../../platform/http/document-files.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { participantNumber } from '../reservation/participants.queries.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';

/** Files about to be stored: a crash may leave them without a row. Checked after an hour. */
export const startedAuthorizations: Queue = {
  name: 'started-authorizations',
  batchSize: 5,
  retryLimit: 36,
  retryDelay: 5,
  retryDelayMax: 3_600,
  startAfter: 3_600,
};
const BATCH = 100;

/**
 * Opens the signed authorisation of a passenger of a trip, which is audited each time. Throws AUTHORIZATION_NOT_FOUND.
 */
export async function openAuthorization(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  { tripId, participantId }: { tripId: string; participantId: string },
): Promise<OpenedDocument> {
  const found = await db
    .selectFrom('travel_authorizations as a')
    .innerJoin('participants', 'participants.id', 'a.participant_id')
    .innerJoin('reservations as r', 'r.id', 'participants.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['a.id', 'a.content_type', 'participants.name', participantNumber.as('number')])
    .select(['r.id as reservation_id', 'r.code', 'payer.name as payer_name', 'trips.title'])
    .where('a.participant_id', '=', participantId)
    .where('a.ended_at', 'is', null)
    .where('participants.removed_at', 'is', null)
    .where('r.trip_id', '=', tripId)
    .executeTakeFirst();
  if (!found?.content_type) throw new AppError('AUTHORIZATION_NOT_FOUND');
  const { reservation_id: id, code, payer_name: name, content_type: contentType } = found;
  await inTransaction(db, (trx) =>
    recordAudit(trx, actor, {
      action: 'reservation.authorization_opened',
      subject: reservationSubject({ id, code }, { name }, found),
      changes: { participant: [null, nameWithPayer(found, { name })] },
    }),
  );
  const content = await openDocument(storage, 'authorizations', found.id);
  if (!content) throw new AppError('AUTHORIZATION_NOT_FOUND');
  return { content, contentType, name: `autorizacao-${code}` };
}

/** Deletes the file of an authorisation without a row. */
export async function removeUnusedAuthorization(db: Database, storage: Storage, id: string): Promise<void> {
  const known = await db.selectFrom('travel_authorizations').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) await removeDocument(storage, 'authorizations', id);
}

/**
 * Deletes authorisations that were replaced, and all of trips whose time is over (a setting). Again after a crash in
 * between: the file goes first.
 */
export async function deleteOldAuthorizations(db: Database, storage: Storage): Promise<void> {
  let deleted: number;
  do {
    const { rows } = await sql<{ id: string }>`
      select a.id from travel_authorizations a join reservations r on r.id = a.reservation_id
        join trips t on t.id = r.trip_id, operator o
      where a.ended_at is not null or t.returns_at + make_interval(days => o.list_days) < now()
      limit ${BATCH}`.execute(db);
    const ids = rows.map(({ id }) => id);
    for (const id of ids) await removeDocument(storage, 'authorizations', id);
    deleted = await eraseCounted(db, 'authorizations', async (trx) => {
      if (ids.length > 0) await trx.deleteFrom('travel_authorizations').where('id', 'in', ids).execute();
      return ids.length;
    });
  } while (deleted === BATCH);
}
