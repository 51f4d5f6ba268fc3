import { randomUUIDv7 } from 'node:crypto';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { readRulesInForce } from '../../discounts/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { extrasOfDraft, listExtras, writeExtras } from '../trip/extras.ts';
import { faresOfDraft, listFares, writeFares } from '../trip/fares.ts';
import { listQuestions, questionsOfDraft, writeQuestions } from '../trip/questions.ts';
import { listRoomTypes, roomTypesOfDraft, writeRoomTypes } from '../trip/room-types.ts';
import { columnsOf, labelOf } from '../trip/trip-facts.ts';
import { writeTripVehicles } from '../trip/trip-vehicles.queries.ts';
import { vehiclesOfDraft } from '../trip/trip-vehicles.ts';
import { presentTrip } from '../trip/trips.present.ts';
import { insertTrip, readTripRow } from '../trip/trips.queries.ts';
import { requireFreeVehicles } from '../trip/vehicle-overlaps.ts';

/**
 * Creates a trip. Throws INVALID_INPUT for boarding points, fares, extras, room types or questions with an id, for a
 * vehicle that is not offered, and for a capacity above the seats of its vehicles, and VEHICLE_ON_OTHER_TRIP unless
 * that is accepted.
 */
export async function createTrip(trx: DatabaseTransaction, actor: Actor, draft: TripDraft): Promise<Trip> {
  const timeZone = await readTimeZone(trx);
  const id = randomUUIDv7();
  const vehicles = await vehiclesOfDraft(trx, id, draft, []);
  const planned = { tripId: id, vehicles, departsAt: draft.date, returnsAt: draft.returnDate };
  await requireFreeVehicles(trx, { planned, timeZone, accepts: draft.acceptsOverlap });
  await insertTrip(trx, {
    id,
    slug: slugOf(draft.title, draft.date, timeZone),
    archived_at: null,
    ...columnsOf(draft, { known: [], vehicles, timeZone }),
  });
  await writeFares(trx, id, faresOfDraft(id, draft.fares, []));
  await writeExtras(trx, id, extrasOfDraft(id, draft.extras ?? [], []));
  await writeRoomTypes(trx, id, roomTypesOfDraft(id, draft.roomTypes ?? [], []));
  await writeQuestions(trx, id, questionsOfDraft(id, draft.questions ?? [], []));
  await writeTripVehicles(trx, id, vehicles);
  // Again: the fares have set its lowest price.
  const row = await readTripRow(trx, id);
  const fares = await listFares(trx, [id]);
  const extras = await listExtras(trx, [id]);
  const roomTypes = await listRoomTypes(trx, [row]);
  const questions = await listQuestions(trx, [id]);
  const subject = { type: 'trip' as const, id: row.id, label: labelOf(row, timeZone) };
  await recordAudit(trx, actor, { action: 'trip.created', subject });
  if (row.is_active) await recordAudit(trx, actor, { action: 'trip.activated', subject });
  const discounts = await readRulesInForce(trx);
  return presentTrip(row, { fares, extras, roomTypes, questions, vehicles, images: [], discounts }, new Date());
}

/** The slug of a trip: title and departure date, as in "tiradentes-2026-12-05". */
export function slugOf(title: string, departsAt: Date | string, timeZone: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const day = Temporal.Instant.from(new Date(departsAt).toISOString()).toZonedDateTimeISO(timeZone).toPlainDate();
  return `${words || 'passeio'}-${day}`;
}
