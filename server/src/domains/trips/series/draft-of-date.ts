import { isSameLabel } from '@passeio/contract/fare-labels';
import type { SeriesFields } from '@passeio/contract/trips/series-changes';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import { AppError } from '../../../platform/http/errors.ts';
import { localTime } from '../editing/copied-dates.ts';
import type { ExtraRow } from '../trip/extras.ts';
import type { FareRow } from '../trip/fares.ts';
import type { QuestionRow } from '../trip/questions.ts';
import type { RoomTypeRow } from '../trip/room-types.ts';
import { factsOf } from '../trip/trip-facts.ts';
import type { TripRow } from '../trip/trips.queries.ts';

/** A departure with the lists of its draft. */
export interface StoredTrip {
  row: TripRow;
  fares: FareRow[];
  extras: ExtraRow[];
  roomTypes: RoomTypeRow[];
  questions: QuestionRow[];
  vehicleIds: string[];
}

/** The draft that would leave a departure as it is. */
export function draftOf({ row, vehicleIds, ...lists }: StoredTrip): TripDraft {
  return { ...factsOf(row, lists), vehicleIds };
}

interface Context {
  /** The departure in whose editor the fields were changed. */
  source: StoredTrip | undefined;
  timeZone: string;
}

/**
 * The draft of a departure with the fields of a change of many. Entries of lists are its own by their id, else by the
 * label that they have on `source`, else by their label. Throws INVALID_INPUT for a decision date without `source`.
 */
export function draftOfDate(own: StoredTrip, fields: SeriesFields, { source, timeZone }: Context): TripDraft {
  const { date: _, returnDate: __, decisionDate: ___, tripImages: ____, boardingPoints, ...others } = fields;
  const ofPoints = {
    own: own.row.boarding_points,
    source: source?.row.boarding_points,
    labelOf: ({ place }: { place: string }) => place,
  };
  const lists = labelledLists.flatMap((list) => {
    const entries: Labelled[] | undefined = fields[list];
    const of = { own: own[list], source: source?.[list], labelOf: ({ label }: Labelled) => label };
    return entries ? [[list, ownEntries(entries, of)]] : [];
  });
  return {
    ...draftOf(own),
    ...others,
    ...timesOf(own.row, fields, { source: source?.row, timeZone }),
    ...(Object.fromEntries(lists) as Pick<TripDraft, LabelledList>),
    ...(boardingPoints && { boardingPoints: ownEntries(boardingPoints, ofPoints).map(withOwnPicture(own)) }),
  };
}

const labelledLists = ['fares', 'extras', 'roomTypes', 'questions'] as const;
type LabelledList = (typeof labelledLists)[number];

interface Labelled {
  id?: string | undefined;
  label: string;
}

interface Lists<Named> {
  own: readonly (Named & { id: string })[];
  source: readonly (Named & { id: string })[] | undefined;
  labelOf: (entry: Named) => string;
}

function ownEntries<Named, Entry extends Named & { id?: string | undefined }>(
  entries: Entry[],
  { own, source = [], labelOf }: Lists<Named>,
): Entry[] {
  const free = new Map(own.map((one) => [one.id, one]));
  const claimed = entries.map(({ id = '' }) => (free.delete(id.toLowerCase()) ? id.toLowerCase() : undefined));
  return entries.map((entry, place) => {
    const before = source.find(({ id }) => id === entry.id?.toLowerCase());
    const label = labelOf(before ?? entry);
    const same = [...free.values()].find((one) => isSameLabel(labelOf(one), label))?.id;
    const id = claimed[place] ?? same;
    if (same && !claimed[place]) free.delete(same);
    const { id: _, ...values } = entry;
    return { ...values, ...(id && { id }) } as Entry;
  });
}

// A picture is of one departure: a boarding point keeps its own.
const withOwnPicture =
  ({ row }: StoredTrip) =>
  ({ imageId, ...point }: TripDraft['boardingPoints'][number]): TripDraft['boardingPoints'][number] => {
    const isOwn = row.boarding_points.some((one) => one.imageId === imageId);
    return imageId && !isOwn ? point : { ...point, ...(imageId !== undefined && { imageId }) };
  };

function timesOf(
  own: TripRow,
  { date, returnDate, decisionDate }: SeriesFields,
  { source, timeZone }: { source: TripRow | undefined; timeZone: string },
) {
  const local = (at: Date | string) => localTime(at, timeZone);
  const instantOf = (day: Temporal.PlainDate, plainTime: Temporal.PlainTime) =>
    day.toZonedDateTime({ timeZone, plainTime }).toInstant().toString();
  const [departs, returns] = [local(own.departs_at), local(own.returns_at)];
  const [day, returnDay] = [departs.toPlainDate(), returns.toPlainDate()];
  const sourceDay = source && local(date ?? source.departs_at).toPlainDate();
  const daysTo = (other: Temporal.PlainDate) => sourceDay?.until(other, { largestUnit: 'days' });
  const days = returnDate === undefined ? undefined : daysTo(local(returnDate).toPlainDate());
  if (decisionDate && !sourceDay) {
    throw new AppError('INVALID_INPUT', { editedOn: 'Diga em que data foi escolhido o dia da confirmação.' });
  }
  return {
    date: date === undefined ? own.departs_at.toISOString() : instantOf(day, local(date).toPlainTime()),
    returnDate:
      returnDate === undefined
        ? own.returns_at.toISOString()
        : instantOf(days ? day.add(days) : returnDay, local(returnDate).toPlainTime()),
    ...(decisionDate !== undefined && {
      decisionDate:
        decisionDate && day.add(daysTo(Temporal.PlainDate.from(decisionDate)) ?? new Temporal.Duration()).toString(),
    }),
  };
}
