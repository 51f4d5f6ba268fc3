import { randomUUIDv7 } from 'node:crypto';
import { keysOf } from '@passeio/contract/table';
import {
  type ChangeOfDates,
  SERIES_UNDO_HOURS,
  type SeriesChange,
  type SeriesChangePreviewed,
  type SeriesChangeState,
} from '@passeio/contract/trips/series-changes';
import { type Actor, gatherAudits, system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { isRuleViolation } from '../../../platform/database/constraints.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { TripFollower } from '../trip/trip-follower.ts';
import { type Before, changeDate, type Outcome, type Wanted } from './change-date.ts';
import type { PictureFiles } from './pictures-of-date.ts';
import {
  type ChangeDateRow,
  carryVersion,
  datesOfChanges,
  departuresIn,
  findDate,
  finishChange,
  insertSeriesChange,
  type ListedChange,
  listChanges,
  lockUnfinished,
  nextDate,
  type SeriesChangeRow,
  unfinishedSeries,
  updateDate,
} from './series-changes.queries.ts';

const HOUR_MS = 60 * 60 * 1000;
const USUAL_MESSAGE = 'Veja abaixo o que mudou.';
const UNDONE_MESSAGE = 'A mudança foi desfeita: vale o que estava combinado antes.';

interface SeriesDeps extends NonNullable<PictureFiles> {
  db: Database;
  follower: TripFollower;
}

/** What a change would do to each of its dates, by departure. Throws TRIP_NOT_FOUND for one of another series. */
export async function previewSeriesChange(
  { db, follower }: Pick<SeriesDeps, 'db' | 'follower'>,
  seriesId: string,
  { tripIds, fields, editedOn, acceptsOverlap = false }: ChangeOfDates,
): Promise<SeriesChangePreviewed> {
  const departures = await requireDepartures(db, seriesId, tripIds);
  const dates: SeriesChangePreviewed['dates'] = [];
  const concerned: string[] = [];
  const wanted = { fields, editedOn: editedOn ?? null, acceptsOverlap, seenVersion: null };
  for (const { id: tripId, departs_at, version } of departures) {
    const { before: _, versionBefore: __, reservationIds, ...outcome } = await rehearse(db, follower, tripId, wanted);
    concerned.push(...reservationIds);
    dates.push({ ...outcome, version, tripId, date: departs_at.toISOString() });
  }
  return { dates, payers: await inTransaction(db, (trx) => follower.countPayers(trx, concerned)) };
}

class Rehearsed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('a rehearsal is rolled back');
    this.outcome = outcome;
  }
}

// The change is made, and rolled back: what is refused then is refused now.
async function rehearse(db: Database, follower: TripFollower, tripId: string, wanted: Wanted): Promise<Outcome> {
  const actor: Actor = { ...system, gathered: [] };
  try {
    return await inTransaction(db, async (trx) => {
      throw new Rehearsed(
        await changeDate(trx, { actor, follower, files: undefined, notice: { tell: false } }, tripId, wanted),
      );
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome;
    throw error;
  }
}

/** Writes a change of many dates, which {@link applySeriesChanges} makes. Throws TRIP_NOT_FOUND. */
export async function startSeriesChange(
  trx: DatabaseTransaction,
  actor: Actor,
  seriesId: string,
  { tripIds, fields, editedOn, acceptsOverlap, notice, versions = {} }: SeriesChange,
): Promise<string> {
  const departures = await requireDepartures(trx, seriesId, tripIds);
  // Last, as the others find their entries by the labels that it has.
  const ordered = departures.toSorted((a, b) => Number(a.id === editedOn) - Number(b.id === editedOn));
  const id = randomUUIDv7();
  await insertSeriesChange(
    trx,
    {
      ...{ id, series_id: seriesId, fields, actor, edited_on: editedOn ?? null },
      ...{ accepts_overlap: acceptsOverlap ?? false, created_by: actor.caller?.id ?? null },
      message: notice?.tell === false ? null : (notice?.message ?? USUAL_MESSAGE),
    },
    ordered.map((departure) => ({ tripId: departure.id, seenVersion: versions[departure.id] ?? null })),
  );
  return id;
}

/**
 * Writes what undoes a change of many dates. Throws SERIES_CHANGE_NOT_FOUND, SERIES_CHANGE_UNDONE and, after 24 hours
 * or where no date was changed, SERIES_CHANGE_UNDO_OVER.
 */
export async function startUndoing(
  trx: DatabaseTransaction,
  actor: Actor,
  { seriesId, changeId }: { seriesId: string; changeId: string },
): Promise<string> {
  const [found] = await listChanges(trx, seriesId, changeId);
  if (!found) throw new AppError('SERIES_CHANGE_NOT_FOUND');
  if (found.undone_by) throw new AppError('SERIES_CHANGE_UNDONE');
  const changed = (await datesOfChanges(trx, [changeId])).filter(({ state }) => state === 'changed');
  const isOver = Date.now() > endOf(found) || found.undoes !== null || found.notified_at === null;
  if (isOver || changed.length === 0) throw new AppError('SERIES_CHANGE_UNDO_OVER');
  const id = randomUUIDv7();
  const undoing = {
    ...{ id, series_id: seriesId, fields: {}, actor, edited_on: null, accepts_overlap: true, undoes: changeId },
    ...{ created_by: actor.caller?.id ?? null, message: found.message === null ? null : UNDONE_MESSAGE },
  };
  const dates = changed.map(({ trip_id: tripId, version }) => ({ tripId, seenVersion: version }));
  try {
    await insertSeriesChange(trx, undoing, dates);
  } catch (error) {
    throw isRuleViolation(error) ? new AppError('SERIES_CHANGE_UNDONE') : error;
  }
  return id;
}

/** Makes all changes of a series that are not made yet: each date in its own transaction, then payers are told once. */
export async function applySeriesChanges(deps: SeriesDeps, seriesId: string): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await inTransaction(deps.db, (trx) => applyNext(trx, deps, seriesId));
}

/** {@link applySeriesChanges} for those that a stopped process has left. */
export async function finishSeriesChanges(
  { changes, ...deps }: SeriesDeps & { changes: { announce(change: 'everything'): void } },
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const seriesId of await unfinishedSeries(deps.db)) {
    if (signal.aborted) break;
    try {
      await applySeriesChanges(deps, seriesId);
      changes.announce('everything');
    } catch (error) {
      // A series that fails holds up no other.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function applyNext(trx: DatabaseTransaction, deps: SeriesDeps, seriesId: string): Promise<boolean> {
  const change = await lockUnfinished(trx, seriesId);
  if (!change) return false;
  const date = await nextDate(trx, change.id);
  if (date) await applyDate(trx, deps, change, date);
  else await finishChange(trx, change.id, await deps.follower.notifyOfSeries(trx, change.id));
  return true;
}

async function applyDate(
  trx: DatabaseTransaction,
  { follower, storage, jobs }: SeriesDeps,
  change: SeriesChangeRow,
  date: ChangeDateRow & { dates: number },
): Promise<void> {
  const { message } = change;
  const notice = message === null ? { tell: false as const } : { tell: true as const, message };
  const {
    refused,
    versionBefore: version_before,
    reservationIds: _,
    ...outcome
  } = await gatherAudits(trx, (change.actor as Actor | null) ?? system, async (actor) =>
    changeDate(
      trx,
      { actor, follower, files: { storage, jobs }, notice, series: { changeId: change.id, dates: date.dates } },
      date.trip_id,
      await wantedOf(trx, change, date),
    ),
  );
  const state = refused ? 'refused' : outcome.before ? 'changed' : 'unchanged';
  await updateDate(trx, date, { ...outcome, version_before, state, refusal: refused ?? null });
  // What was before is so again, and can be undone too.
  if (change.undoes && state === 'changed') await carryVersion(trx, change.undoes, date.trip_id, outcome.version);
}

async function wantedOf(trx: DatabaseTransaction, change: SeriesChangeRow, date: ChangeDateRow): Promise<Wanted> {
  const { seen_version: seenVersion, change_id: changeId, trip_id: tripId } = date;
  const undone = change.undoes ? await findDate(trx, change.undoes, tripId) : undefined;
  if (undone?.before) {
    return { before: undone.before as Before, picturesLeft: undone.changes.tripImages?.[1], seenVersion };
  }
  if (change.undoes) throw new Error(`nothing to undo of ${tripId} in ${changeId}`);
  return { fields: change.fields, editedOn: change.edited_on, acceptsOverlap: change.accepts_overlap, seenVersion };
}

/** A change of many dates as it is now. Throws SERIES_CHANGE_NOT_FOUND. */
export async function readSeriesChange(db: Database, seriesId: string, id: string): Promise<SeriesChangeState> {
  const [found] = await present(db, await listChanges(db, seriesId, id));
  if (!found) throw new AppError('SERIES_CHANGE_NOT_FOUND');
  return found;
}

/** The changes of the last 24 hours, the latest first. */
export async function listSeriesChanges(db: Database, seriesId: string): Promise<{ data: SeriesChangeState[] }> {
  return { data: await present(db, await listChanges(db, seriesId)) };
}

async function present(db: Database, changes: ListedChange[]): Promise<SeriesChangeState[]> {
  const byChange = Map.groupBy(
    await datesOfChanges(
      db,
      changes.map(({ id }) => id),
    ),
    ({ change_id }) => change_id,
  );
  return changes.map((change) => {
    const dates = (byChange.get(change.id) ?? []).toSorted((a, b) => a.departs_at.getTime() - b.departs_at.getTime());
    const isDone = change.notified_at !== null;
    const canUndo = isDone && !change.undone_by && !change.undoes && dates.some(({ state }) => state === 'changed');
    return {
      ...{ id: change.id, seriesId: change.series_id, createdAt: change.created_at.toISOString(), by: change.by ?? '' },
      ...{ fields: keysOf(change.fields), isDone, isUndone: change.undone_by !== null, payers: change.payers },
      undoableUntil: canUndo && Date.now() <= endOf(change) ? new Date(endOf(change)).toISOString() : null,
      dates: dates.map(({ trip_id: tripId, departs_at, people, reservations, waiting, refusal, ...date }) => ({
        ...{ tripId, date: departs_at.toISOString(), people, reservations, waiting },
        version: date.version ?? date.trip_version,
        changes: date.changes,
        ...(refusal !== null && { refused: refusal }),
      })),
    };
  });
}

const endOf = ({ created_at }: ListedChange) => created_at.getTime() + SERIES_UNDO_HOURS * HOUR_MS;

async function requireDepartures(db: Database, seriesId: string, tripIds: string[]) {
  const departures = await departuresIn(db, seriesId, tripIds);
  if (departures.length < tripIds.length) throw new AppError('TRIP_NOT_FOUND');
  return departures;
}
