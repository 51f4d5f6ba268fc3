import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { isRuleViolation } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { listExtras } from '../trip/extras.ts';
import { listFares } from '../trip/fares.ts';
import { listQuestions } from '../trip/questions.ts';
import { listRoomTypes } from '../trip/room-types.ts';
import { factsOf, labelOf } from '../trip/trip-facts.ts';
import { findTrip, lockTrip } from '../trip/trips.queries.ts';

export interface StoredDraft {
  id: string;
  version: number;
  draft: TripDraft;
}

/** A trip as the draft that would leave it as it is. */
export async function readStoredDraft(db: Database, id: string): Promise<StoredDraft | undefined> {
  const row = await findTrip(db, 'id', id);
  if (!row) return undefined;
  const parts = {
    fares: await listFares(db, [id]),
    extras: await listExtras(db, [id]),
    roomTypes: await listRoomTypes(db, [row]),
    questions: await listQuestions(db, [id]),
  };
  const { extras: _, roomTypes: __, questions: ___, ...draft } = factsOf(row, parts);
  return { id, version: row.version, draft };
}

/** Deletes a trip to which nothing refers, and that nobody has changed. Throws IMPORT_ROW_KEPT. */
export async function removeTrip(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const row = await lockTrip(trx, id);
  if (!row) return;
  const label = labelOf(row, await readTimeZone(trx));
  const kept = (why: string) => new AppError('IMPORT_ROW_KEPT', { row: `${label}: ${why}.` });
  if (row.version !== version) throw kept('foi alterado depois da importação');
  try {
    await trx.deleteFrom('trips').where('id', '=', id).execute();
  } catch (error) {
    throw isRuleViolation(error) ? kept('já tem reserva ou outro registro') : error;
  }
  await recordAudit(trx, actor, { action: 'trip.removed', subject: { type: 'trip', id, label } });
}
