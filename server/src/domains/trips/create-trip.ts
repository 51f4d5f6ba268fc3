import { randomUUIDv7 } from 'node:crypto';
import type { TripDraft } from '@passeio/contract/trip-draft';
import type { Trip } from '@passeio/contract/trips';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { readTimeZone } from '../settings/index.ts';
import { listFares, writeFares } from './fares.queries.ts';
import { settleFares } from './fares.ts';
import { slugOf } from './slug.ts';
import { columnsOf, labelOf } from './trip-facts.ts';
import { presentTrip } from './trips.present.ts';
import { insertTrip, readTripRow } from './trips.queries.ts';

/** Creates a trip. Throws INVALID_INPUT for boarding points or fares with an id. */
export async function createTrip(trx: DatabaseTransaction, actor: Actor, draft: TripDraft): Promise<Trip> {
  const timeZone = await readTimeZone(trx);
  const { id } = await insertTrip(trx, {
    id: randomUUIDv7(),
    slug: slugOf(draft.title, draft.date, timeZone),
    archived_at: null,
    ...columnsOf(draft, [], timeZone),
  });
  await writeFares(trx, id, settleFares(id, draft.fares, []));
  // Again: the fares have set its lowest price.
  const row = await readTripRow(trx, id);
  const fares = await listFares(trx, [id]);
  const subject = { type: 'trip' as const, id: row.id, label: labelOf(row, timeZone) };
  await recordAudit(trx, actor, { action: 'trip.created', subject });
  if (row.is_active) await recordAudit(trx, actor, { action: 'trip.activated', subject });
  return presentTrip(row, { fares, images: [] }, new Date());
}
