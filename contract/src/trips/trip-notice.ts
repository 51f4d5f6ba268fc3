// Without schemas, as the words that it is made of.
import { formatLongMoment } from '../format-moments.ts';

/** The facts of a trip whose change its travellers must know; instants in ISO 8601. */
export interface NoticeableTrip {
  date: string;
  returnDate: string;
  vehicle: string;
  boardingPoints: readonly { id: string; time: string; place: string }[];
}

export const tripChangeFields = ['date', 'returnDate', 'boardingPoint', 'vehicle', 'seats'] as const;
export type TripChangeField = (typeof tripChangeFields)[number];

/**
 * A change that travellers must know, in words; a boarding point concerns only passengers who board there, seats only
 * their own.
 */
export interface TripChange {
  field: TripChangeField;
  /** Null unless the change is of a boarding point. */
  boardingPointId: string | null;
  label: string;
  old: string;
  new: string;
}

export const tripChangeLabels: Record<TripChangeField, string> = {
  date: 'Saída',
  returnDate: 'Volta',
  boardingPoint: 'Embarque',
  vehicle: 'Veículo',
  seats: 'Poltronas',
};

const NO_VEHICLE = 'a definir';

/**
 * What travellers must know of a changed trip, in the operator's time zone: departure, return, boarding points that
 * stay under their id, and vehicle. New and removed boarding points are nobody's.
 */
export function tripChanges(before: NoticeableTrip, after: NoticeableTrip, timeZone: string): TripChange[] {
  const moments = (['date', 'returnDate'] as const).map((field) =>
    changeOf(field, formatLongMoment(before[field], timeZone), formatLongMoment(after[field], timeZone)),
  );
  const points = before.boardingPoints.map((point) => {
    const same = after.boardingPoints.find(({ id }) => id === point.id) ?? point;
    return changeOf('boardingPoint', pointLabel(point), pointLabel(same), point.id);
  });
  const vehicle = changeOf('vehicle', before.vehicle.trim() || NO_VEHICLE, after.vehicle.trim() || NO_VEHICLE);
  return [...moments, ...points, vehicle].filter((change) => change.old !== change.new);
}

/** A change of a reservation's seats. */
export function seatsChange(old: string, now: string): TripChange {
  return changeOf('seats', old, now);
}

/** Whether two changes are of the same thing. */
export function isOfSame(
  one: Pick<TripChange, 'field' | 'boardingPointId'>,
  other: Pick<TripChange, 'field' | 'boardingPointId'>,
): boolean {
  return one.field === other.field && one.boardingPointId === other.boardingPointId;
}

/** The `changes` that concern people who board at these points. */
export function changesFor(changes: readonly TripChange[], boardingPointIds: readonly string[]): TripChange[] {
  return changes.filter(
    ({ boardingPointId }) => boardingPointId === null || boardingPointIds.includes(boardingPointId),
  );
}

function changeOf(field: TripChangeField, old: string, now: string, boardingPointId: string | null = null): TripChange {
  return { field, boardingPointId, label: tripChangeLabels[field], old, new: now };
}

function pointLabel({ time, place }: { time: string; place: string }): string {
  return `${time} – ${place}`;
}
