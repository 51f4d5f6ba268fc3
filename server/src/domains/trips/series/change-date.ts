import { errorCatalogue } from '@passeio/contract/api/errors';
import type { ChangedDate, SeriesFields } from '@passeio/contract/trips/series-changes';
import { type TripDraft, type TripNotice, type TripUpdate, tripUpdate } from '@passeio/contract/trips/trip-draft';
import type { z } from '@passeio/contract/zod';
import type { Actor, Changes } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { refusalText, withSavepoint } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { changeTrip, type PartOfSeries } from '../editing/change-trip.ts';
import { listExtras } from '../trip/extras.ts';
import { listFares } from '../trip/fares.ts';
import { listQuestions } from '../trip/questions.ts';
import { listRoomTypes } from '../trip/room-types.ts';
import { labelOf } from '../trip/trip-facts.ts';
import type { TripFollower } from '../trip/trip-follower.ts';
import { listTripVehicles } from '../trip/trip-vehicles.queries.ts';
import { findTrip, lockTrip } from '../trip/trips.queries.ts';
import { draftOf, draftOfDate, type StoredTrip } from './draft-of-date.ts';
import {
  copiesOf,
  type Picture,
  type PictureFiles,
  picturesOf,
  replacePictures,
  requirePictures,
} from './pictures-of-date.ts';

/** What a departure becomes: fields of many, or its own draft of before with the version that it must have. */
export type Wanted =
  | { fields: SeriesFields; editedOn: string | null; acceptsOverlap: boolean; seenVersion: number | null }
  | { before: Before; picturesLeft: unknown; seenVersion: number | null };

/** A departure before a change, with its pictures where these were changed. */
export type Before = TripDraft & { tripImages?: Picture[] };

interface ChangeDeps {
  /** Its entries are gathered. */
  actor: Actor;
  follower: TripFollower;
  files: PictureFiles;
  series?: PartOfSeries | undefined;
  /** What payers are told; without it nobody is. */
  notice: TripNotice;
}

/** What became of a departure. `before`: the draft of before, where it was changed. */
export type Outcome = Omit<ChangedDate, 'tripId' | 'date'> & {
  before: Before | null;
  versionBefore: number;
  /** The reservations concerned, of which at most 50 are named. */
  reservationIds: string[];
};

type Affected = NonNullable<NonNullable<AppError['details']>['affected']>;

/**
 * Changes a departure, or says why it stays as it is. Of a refused one nothing is written, and of one that is so
 * already neither.
 */
export async function changeDate(
  trx: DatabaseTransaction,
  deps: ChangeDeps,
  tripId: string,
  wanted: Wanted,
): Promise<Outcome> {
  const stored = await lockStored(trx, tripId);
  const version = stored?.row.version ?? 0;
  const none = {
    ...{ changes: {}, people: 0, reservations: 0, waiting: 0, before: null, reservationIds: [] },
    versionBefore: version,
  };
  const refused = (text: string): Outcome => ({ ...none, version, refused: text });
  if (!stored) return refused(errorCatalogue.TRIP_NOT_FOUND.message);
  if (stored.row.departs_at <= new Date()) return refused('Esta saída já aconteceu.');
  if (wanted.seenVersion !== null && wanted.seenVersion !== version) {
    return refused('Esta saída mudou enquanto isso, e fica como está. Confira de novo.');
  }
  const write = (notice: TripNotice | undefined) =>
    withSavepoint(
      trx,
      async () => {
        const update = await updateOf(trx, stored, { wanted, notice });
        const actor: Actor = { ...deps.actor, gathered: [] };
        const pictures = await changePictures(trx, { actor, files: deps.files }, stored, wanted);
        const changed = await changeTrip(trx, { actor, follower: deps.follower, series: deps.series }, update);
        const changes = changesIn(actor, tripId);
        if (Object.keys(changes).length === 0) throw new NothingChanged();
        deps.actor.gathered?.push(...(actor.gathered ?? []));
        const before: Before = { ...draftOf(stored), ...(changes.tripImages && { tripImages: pictures }) };
        return { version: changed.version, changes, before };
      },
      (error) => error,
    );
  // Without a notice it is refused with the people whom it concerns.
  const unnoticed = await write(undefined);
  const affected = unnoticed instanceof AppError ? unnoticed.details?.affected : undefined;
  const written = affected ? await write(deps.notice) : unnoticed;
  if (written instanceof NothingChanged) return { ...none, version };
  if (written instanceof AppError) return refused(refusalText(written));
  return { ...none, ...written, ...countsOf(affected) };
}

/** Changes the pictures where they are to be; those of before. */
async function changePictures(
  trx: DatabaseTransaction,
  { actor, files }: { actor: Actor; files: PictureFiles },
  { row }: StoredTrip,
  wanted: Wanted,
): Promise<Picture[]> {
  const own = await picturesOf(trx, row.id);
  const subject = { id: row.id, label: labelOf(row, await readTimeZone(trx)) };
  if ('before' in wanted) {
    const { tripImages } = wanted.before;
    if (!tripImages) return own;
    requirePictures(own, wanted.picturesLeft);
    await replacePictures(trx, { actor, files, subject }, own, tripImages);
    return own;
  }
  if (!wanted.fields.tripImages) return own;
  if (!wanted.editedOn) throw new AppError('INVALID_INPUT', { editedOn: 'Diga em que data estão as fotos.' });
  const copies = await copiesOf(await picturesOf(trx, wanted.editedOn), own, files);
  await replacePictures(trx, { actor, files, subject }, own, copies);
  return own;
}

// The trip keeps its version.
class NothingChanged extends AppError {
  constructor() {
    super('INVALID_INPUT');
  }
}

function countsOf(affected: Affected | undefined) {
  if (!affected) return {};
  const { people, total: reservations, waiting } = affected;
  return { people, reservations, waiting, reservationIds: affected.reservations.map(({ id }) => id) };
}

/** The changes in the trip's own audit entries; of payers' notices nothing. */
function changesIn({ gathered = [] }: Actor, tripId: string): Changes {
  const own = gathered.filter(({ subject_id }) => subject_id === tripId);
  const { notice: _, told: __, seriesDates: ___, ...changes } = Object.assign({}, ...own.map((one) => one.changes));
  const published = own.find(({ action }) => action === 'trip.activated' || action === 'trip.deactivated');
  const isActive = published?.action === 'trip.activated';
  return { ...changes, ...(published && { isActive: [!isActive, isActive] }) };
}

async function updateOf(
  trx: DatabaseTransaction,
  stored: StoredTrip,
  { wanted, notice }: { wanted: Wanted; notice: TripNotice | undefined },
): Promise<TripUpdate> {
  const timeZone = await readTimeZone(trx);
  const { id, version } = stored.row;
  if ('before' in wanted) {
    // What was removed since is made anew: entries of lists are found by their labels.
    const { acceptsOverlap: _, tripImages: __, ...fields } = wanted.before;
    const draft = draftOfDate(stored, fields, { source: stored, timeZone });
    return parseUpdate(
      { ...draft, date: fields.date, returnDate: fields.returnDate, acceptsOverlap: true },
      { id, version, notice },
    );
  }
  const source = wanted.editedOn ? await readStored(trx, wanted.editedOn) : undefined;
  const draft = draftOfDate(stored, wanted.fields, { source, timeZone });
  return parseUpdate({ ...draft, acceptsOverlap: wanted.acceptsOverlap }, { id, version, notice });
}

function parseUpdate(draft: TripDraft, own: Pick<TripUpdate, 'id' | 'version' | 'notice'>): TripUpdate {
  const { data, error } = tripUpdate.safeParse({ ...draft, ...own } satisfies z.input<typeof tripUpdate>);
  if (data) return data;
  const [issue] = error.issues;
  throw new AppError('INVALID_INPUT', issue && { [issue.path.join('.')]: issue.message });
}

async function lockStored(trx: DatabaseTransaction, tripId: string): Promise<StoredTrip | undefined> {
  return (await lockTrip(trx, tripId)) && readStored(trx, tripId);
}

async function readStored(trx: DatabaseTransaction, tripId: string): Promise<StoredTrip | undefined> {
  const row = await findTrip(trx, 'id', tripId);
  if (!row) return undefined;
  const vehicles = await listTripVehicles(trx, [tripId]);
  return {
    row,
    fares: await listFares(trx, [tripId]),
    extras: await listExtras(trx, [tripId]),
    roomTypes: await listRoomTypes(trx, [row]),
    questions: await listQuestions(trx, [tripId]),
    vehicleIds: vehicles.map(({ vehicle_id }) => vehicle_id),
  };
}
