import type { Attendance, BoardingList, BoardingPerson } from '@passeio/contract/boarding/boarding';
import type { OutboxTap } from './outbox';
import { attendanceOf } from './saved-boarding';

/** A person with the last decision that this phone knows, and whether two phones disagree about it. */
export interface Boarder {
  person: BoardingPerson;
  attendance: Attendance | null;
  isDisputed: boolean;
}

/** A boarding point; `people` are shown, `all` includes those whom a search leaves out. */
export interface Stop {
  id: string;
  title: string;
  people: Boarder[];
  all: Boarder[];
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
  return people.map((person) => {
    const attendance = attendanceOf(person, own.get(person.id) ?? []);
    // A later tap on this phone answers the question.
    return {
      person,
      attendance,
      isDisputed: person.claims.length > 0 && attendance?.tapId === person.attendance?.tapId,
    };
  });
}

/** The boarding points of shown people in the order of boarding, at last those who have none yet. */
export function stopsOf(
  { trip }: BoardingList,
  boarders: readonly Boarder[],
  isShown: (boarder: Boarder) => boolean,
): Stop[] {
  const points = new Map(trip.boardingPoints.map(({ id, time, place }) => [id, `${time} ${place}`]));
  const byPoint = Map.groupBy(boarders, ({ person: { boardingPointId: id } }) => (id && points.has(id) ? id : ''));
  return [...points, ['', 'Embarque a combinar'] as const]
    .map(([id, title]) => ({ id, title, all: byPoint.get(id) ?? [] }))
    .map((stop) => ({ ...stop, people: stop.all.filter(isShown) }))
    .filter(({ people }) => people.length > 0);
}

/** The people of a reservation at a stop; `people` and `all` as there. */
export interface Party {
  code: string;
  people: Boarder[];
  all: Boarder[];
}

/** The shown people of a stop by reservation. */
export function partiesOf({ people, all }: Stop): Party[] {
  const whole = Map.groupBy(all, ({ person }) => person.code);
  return [...Map.groupBy(people, ({ person }) => person.code)].map(([code, shown]) => {
    return { code, people: shown, all: whole.get(code) ?? shown };
  });
}

/** The first so many people of the stops, in their order. */
export function firstOf(stops: readonly Stop[], count: number): Stop[] {
  let left = count;
  const first: Stop[] = [];
  for (const stop of stops) {
    if (left === 0) break;
    first.push({ ...stop, people: stop.people.slice(0, left) });
    left -= Math.min(left, stop.people.length);
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
