import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@passeio/contract/api/errors';
import type { AuditAction } from '@passeio/contract/audit';
import { crewConflictText } from '@passeio/contract/crew/crew-conflicts';
import type { TripPublication } from '@passeio/contract/trips/trip-changes';
import type { TripUpdate } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { type Actor, type Changes, changesBetween, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { crewConflictsAt } from '../../crew/index.ts';
import { readRulesInForce } from '../../discounts/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { extrasOfDraft, listExtras, writeExtras } from '../trip/extras.ts';
import { faresOfDraft, listFares, writeFares } from '../trip/fares.ts';
import { listQuestions, questionsOfDraft, writeQuestions } from '../trip/questions.ts';
import { listRoomTypes, roomTypesOfDraft, writeRoomTypes } from '../trip/room-types.ts';
import { columnsOf, factsOf, labelOf } from '../trip/trip-facts.ts';
import type { TripFollower } from '../trip/trip-follower.ts';
import { listTripVehicles, readTripVehicles, writeTripVehicles } from '../trip/trip-vehicles.queries.ts';
import { vehiclesOfDraft } from '../trip/trip-vehicles.ts';
import { presentTrip } from '../trip/trips.present.ts';
import { listImages, lockTrip, type TripRow, updateTrip } from '../trip/trips.queries.ts';
import { requireFreeVehicles } from '../trip/vehicle-overlaps.ts';

const refusals: Record<string, ErrorCode> = {
  trips_places_within_capacity: 'CAPACITY_TAKEN',
  trips_boarding_point_in_use: 'BOARDING_POINT_IN_USE',
  participants_fare_of_trip: 'FARE_IN_USE',
  participants_vehicle_of_trip: 'TRIP_VEHICLE_IN_USE',
};

/** The change of many dates that a trip's is part of, and how many dates it has. */
export interface PartOfSeries {
  changeId: string;
  dates: number;
}

/**
 * Replaces a trip, given the version that was edited; its slug stays. Throws CAPACITY_TAKEN with who takes the places,
 * TRIP_CHANGE_AFFECTS_PEOPLE with whom it concerns, TRIP_VEHICLE_IN_USE where people sit, INVALID_INPUT for another
 * trip's boarding point, fare, extra, room type or question, for a vehicle that is not offered, and for a capacity
 * above the seats of its vehicles, and VEHICLE_ON_OTHER_TRIP for an overlap that is new, unless it is accepted.
 */
export async function changeTrip(
  trx: DatabaseTransaction,
  { actor, follower, series }: { actor: Actor; follower: TripFollower; series?: PartOfSeries | undefined },
  { id, version, notice, ...draft }: TripUpdate,
): Promise<Trip> {
  const before = await lockTrip(trx, id);
  if (!before) throw new AppError('TRIP_NOT_FOUND');
  if (before.archived_at) throw new AppError('TRIP_ARCHIVED');
  if (before.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
  await requireCapacity(trx, follower, before, draft.capacity);
  const timeZone = await readTimeZone(trx);
  const served = await readTripVehicles(trx, id);
  const vehicles = await vehiclesOfDraft(trx, id, draft, served);
  const planned = { tripId: id, vehicles, departsAt: draft.date, returnsAt: draft.returnDate };
  await requireFreeVehicles(trx, {
    ...{ planned, timeZone, accepts: draft.acceptsOverlap },
    before: { ...planned, vehicles: served, departsAt: before.departs_at, returnsAt: before.returns_at },
    crewText: draft.acceptsOverlap ? '' : await newCrewConflicts(trx, before, planned, timeZone),
  });
  const columns = columnsOf(draft, { known: before.boarding_points, vehicles, timeZone });
  const known = await listFares(trx, [id]);
  const fares = faresOfDraft(id, draft.fares, known);
  const offered = await listExtras(trx, [id]);
  const extras = draft.extras ? extrasOfDraft(id, draft.extras, offered) : offered;
  const roomed = await listRoomTypes(trx, [before]);
  const roomTypes = draft.roomTypes ? roomTypesOfDraft(id, draft.roomTypes, roomed) : roomed;
  const asked = await listQuestions(trx, [id]);
  const questions = draft.questions ? questionsOfDraft(id, draft.questions, asked) : asked;
  const after = await mapConstraintErrors(refusals, async () => {
    if (!isDeepStrictEqual(fares, known)) await writeFares(trx, id, fares);
    if (!isDeepStrictEqual(extras, offered)) await writeExtras(trx, id, extras);
    if (!isDeepStrictEqual(roomTypes, roomed)) await writeRoomTypes(trx, id, roomTypes);
    if (!isDeepStrictEqual(questions, asked)) await writeQuestions(trx, id, questions);
    if (!isDeepStrictEqual(vehicles, served)) await writeTripVehicles(trx, id, vehicles);
    return updateTrip(trx, id, columns);
  });
  const change = { before, after, notice, timeZone, seriesChangeId: series?.changeId };
  const notified = await follower.follow(trx, actor, change);
  const subject = { type: 'trip' as const, id, label: labelOf(after, timeZone) };
  const cause: Changes = series ? { seriesDates: [null, series.dates] } : {};
  // Publishing has an audit action of its own.
  const { isActive, ...changes } = changesBetween(
    factsOf(before, { fares: known, extras: offered, roomTypes: roomed, questions: asked }),
    factsOf(after, { fares, extras, roomTypes, questions }),
  );
  if (Object.keys(changes).length > 0)
    await recordAudit(trx, actor, { action: 'trip.changed', subject, changes: { ...changes, ...notified, ...cause } });
  if (isActive) {
    const action = after.is_active ? 'trip.activated' : 'trip.deactivated';
    await recordAudit(trx, actor, { action, subject, changes: cause });
  }
  const images = await listImages(trx, [id]);
  const discounts = await readRulesInForce(trx);
  return presentTrip(after, { fares, extras, roomTypes, questions, vehicles, images, discounts }, new Date());
}

// Which conflicts other times would give the crew that it does not have now.
async function newCrewConflicts(
  trx: DatabaseTransaction,
  { id, departs_at, returns_at }: TripRow,
  planned: { departsAt: string; returnsAt: string },
  timeZone: string,
): Promise<string> {
  const times = { departsAt: new Date(planned.departsAt), returnsAt: new Date(planned.returnsAt) };
  if (+times.departsAt === +departs_at && +times.returnsAt === +returns_at) return '';
  const [known, conflicts] = [
    await crewConflictsAt(trx, id, { departsAt: departs_at, returnsAt: returns_at, isCopy: false }),
    await crewConflictsAt(trx, id, { ...times, isCopy: false }),
  ];
  const textsOf = (some: typeof known) =>
    some.flatMap(({ name, conflicts: own }) => own.map((one) => `${name} ${crewConflictText(one, timeZone)}`));
  const before = new Set(textsOf(known));
  return textsOf(conflicts)
    .filter((text) => !before.has(text))
    .join('; ');
}

// The trip is locked: nobody takes or frees a place meanwhile.
async function requireCapacity(
  trx: DatabaseTransaction,
  follower: TripFollower,
  trip: TripRow,
  capacity: number,
): Promise<void> {
  const { places_taken: taken, places_set_aside: aside } = trip;
  if (capacity >= taken + aside) return;
  const words = [
    ...(taken > 0 || aside === 0 ? [plural(taken, 'vaga está ocupada', 'vagas estão ocupadas')] : []),
    ...(aside > 0 ? [plural(aside, 'guardada para cupom', 'guardadas para cupons')] : []),
  ].join(' e ');
  const fields = { capacity: `${words}: a lotação não pode ser menor.` };
  throw new AppError('CAPACITY_TAKEN', fields, { occupants: await follower.occupantsOf(trx, trip) });
}

/**
 * Publishes, unpublishes, archives (which unpublishes) or restores a trip; a change to the current state is a no-op.
 * Throws TRIP_CANCELLED or TRIP_ARCHIVED when publishing such a trip, and TRIP_HAS_RESERVATIONS when archiving one with
 * active reservations.
 */
export async function publishTrip(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  change: TripPublication,
): Promise<Trip> {
  const before = await lockTrip(trx, id);
  if (!before) throw new AppError('TRIP_NOT_FOUND');
  const isArchived = change.isArchived ?? before.archived_at !== null;
  if (before.cancelled_at && change.isActive) throw new AppError('TRIP_CANCELLED');
  if (isArchived && change.isActive) throw new AppError('TRIP_ARCHIVED');
  const isActive = !isArchived && (change.isActive ?? before.is_active);
  const actions = actionsOf(before, isActive, isArchived);
  const after = actions.length > 0 ? await write(trx, before, isActive, isArchived) : before;
  const subject = { type: 'trip' as const, id, label: labelOf(after, await readTimeZone(trx)) };
  for (const action of actions) await recordAudit(trx, actor, { action, subject });
  const parts = {
    fares: await listFares(trx, [id]),
    extras: await listExtras(trx, [id]),
    roomTypes: await listRoomTypes(trx, [after]),
    questions: await listQuestions(trx, [id]),
    vehicles: await listTripVehicles(trx, [id]),
    images: await listImages(trx, [id]),
    discounts: await readRulesInForce(trx),
  };
  return presentTrip(after, parts, new Date());
}

function actionsOf(before: TripRow, isActive: boolean, isArchived: boolean): AuditAction[] {
  const actions: AuditAction[] = [];
  if (isArchived !== (before.archived_at !== null)) actions.push(isArchived ? 'trip.archived' : 'trip.restored');
  if (isActive !== before.is_active) actions.push(isActive ? 'trip.activated' : 'trip.deactivated');
  return actions;
}

function write(trx: DatabaseTransaction, before: TripRow, isActive: boolean, isArchived: boolean): Promise<TripRow> {
  const archived_at = isArchived ? (before.archived_at ?? new Date()) : null;
  return mapConstraintErrors({ trips_archived_without_reservations: 'TRIP_HAS_RESERVATIONS' }, () =>
    updateTrip(trx, before.id, { is_active: isActive, archived_at }),
  );
}
