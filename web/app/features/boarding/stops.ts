import type { Attendance, BoardingList, BoardingPerson } from '@passeio/contract/boarding/boarding';
import type { OutboxTap } from './outbox';
import { attendanceOf } from './saved-boarding';

/** A person with the last decision that this phone knows. */
export interface Boarder {
  person: BoardingPerson;
  attendance: Attendance | null;
}

/** A boarding point with its people; without `point`: people who have none yet. */
export interface Stop {
  point: BoardingList['trip']['boardingPoints'][number] | undefined;
  people: Boarder[];
}

export const isBoarded = ({ attendance }: Boarder) => attendance?.decision === 'boarded';
/** Neither boarded nor marked as missing. */
export const isAwaited = ({ attendance }: Boarder) =>
  attendance?.decision !== 'boarded' && attendance?.decision !== 'missed';

/** Everybody, with what was tapped on this phone. */
export function boardersOf({ people }: BoardingList, taps: readonly OutboxTap[]): Boarder[] {
  const own = Map.groupBy(
    taps.filter(({ refusal }) => refusal === null),
    ({ participantId }) => participantId,
  );
  return people.map((person) => ({ person, attendance: attendanceOf(person, own.get(person.id) ?? []) }));
}

/** By boarding point, in the order of boarding. */
export function stopsOf({ trip }: BoardingList, boarders: readonly Boarder[]): Stop[] {
  const byPoint = Map.groupBy(boarders, ({ person }) => person.boardingPointId);
  const stops: Stop[] = trip.boardingPoints.map((point) => ({ point, people: byPoint.get(point.id) ?? [] }));
  const known = new Set(trip.boardingPoints.map(({ id }) => id));
  const others = boarders.filter(({ person }) => person.boardingPointId === null || !known.has(person.boardingPointId));
  return [...stops, { point: undefined, people: others }].filter(({ people }) => people.length > 0);
}

/** The first so many people of the stops, in their order. */
export function firstOf(stops: readonly Stop[], count: number): Stop[] {
  let left = count;
  const first: Stop[] = [];
  for (const { point, people } of stops) {
    if (left === 0) break;
    first.push({ point, people: people.slice(0, left) });
    left -= Math.min(left, people.length);
  }
  return first;
}

/** Whether every word is in the name, or the whole is the reservation's code. */
export function isFound({ person }: Boarder, q: string): boolean {
  if (q === '') return true;
  if (person.code === q.trim().toUpperCase()) return true;
  const name = searchable(person.name);
  return searchable(q)
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** Text without accents and capitals, to search in. */
function searchable(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
