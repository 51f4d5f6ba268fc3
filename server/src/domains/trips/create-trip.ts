import { randomUUIDv7 } from 'node:crypto';
import type { TripDraft } from '@passeio/contract/trip-draft';
import type { Trip } from '@passeio/contract/trips';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { readTimeZone } from '../settings/index.ts';
import { slugOf } from './slug.ts';
import { columnsOf, labelOf } from './trip-facts.ts';
import { presentTrip } from './trips.present.ts';
import { insertTrip } from './trips.queries.ts';

/** Creates a trip. Throws INVALID_INPUT for boarding points with an id. */
export async function createTrip(trx: DatabaseTransaction, actor: Actor, draft: TripDraft): Promise<Trip> {
  const timeZone = await readTimeZone(trx);
  const row = await insertTrip(trx, {
    id: randomUUIDv7(),
    slug: slugOf(draft.title, draft.date, timeZone),
    archived_at: null,
    ...columnsOf(draft, [], timeZone),
  });
  const subject = { type: 'trip' as const, id: row.id, label: labelOf(row, timeZone) };
  await recordAudit(trx, actor, { action: 'trip.created', subject });
  if (row.is_active) await recordAudit(trx, actor, { action: 'trip.activated', subject });
  return presentTrip(row, [], new Date());
}
