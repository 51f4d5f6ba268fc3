import type { CrewRole } from '@passeio/contract/crew/crew';
import type { CrewConflict } from '@passeio/contract/crew/crew-conflicts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { readTimeZone } from '../settings/index.ts';
import { conflictsOf, type Duty, MIN_REST_MS, type WorkDays } from './conflicts.ts';

/** Somebody of the team. `isOffered`: for departures on which they are not yet. */
export interface Member extends WorkDays {
  id: string;
  name: string;
  userId: string | null;
  isGuide: boolean;
  isDriver: boolean;
  isOffered: boolean;
}

export const memberName = sql<string>`coalesce(m.name, u.name)`;

/** Days off of a member `m` that are not over by `since`, an expression; as JSON. */
export function daysOffSince(since: ReturnType<typeof sql>) {
  return sql<{ from: string; to: string }[]>`coalesce((
    select json_agg(json_build_object('from', first_day, 'to', last_day) order by first_day)
    from crew_days_off where member_id = m.id and last_day >= ${since}), '[]')`;
}

/** Everybody of the team, also archived people, by name. */
function listMembers(db: Database): Promise<Member[]> {
  return db
    .selectFrom('crew_members as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', memberName.as('name'), 'm.user_id as userId'])
    .select(['m.is_guide as isGuide', 'm.is_driver as isDriver', 'm.weekdays'])
    .select(daysOffSince(sql`'-infinity'`).as('daysOff'))
    .select(sql<boolean>`m.archived_at is null and not coalesce(u.is_disabled, false)`.as('isOffered'))
    .orderBy(sql`searchable(${memberName})`)
    .orderBy('m.id')
    .execute();
}

/** The team and what it has to do around some departures. */
interface Duties {
  members: Member[];
  /** What somebody does on one of the departures. */
  rolesOn: (tripId: string, memberId: string) => CrewRole[];
  conflicts: (planned: Duty, member: Member) => CrewConflict[];
}

/** Everybody of the team with what may be in conflict with these departures. */
export async function readDuties(db: Database, departures: readonly Duty[], timeZone: string): Promise<Duties> {
  const [members, assigned, duties] = await Promise.all([
    listMembers(db),
    assignmentsOf(db, departures),
    dutiesAround(db, departures),
  ]);
  const roles = Map.groupBy(assigned, ({ trip_id, member_id }) => `${trip_id} ${member_id}`);
  const byMember = Map.groupBy(duties, ({ memberId }) => memberId);
  return {
    members,
    rolesOn: (tripId, memberId) => (roles.get(`${tripId} ${memberId}`) ?? []).map(({ role }) => role),
    conflicts: (planned, member) => conflictsOf(planned, byMember.get(member.id) ?? [], member, timeZone),
  };
}

/** Guides before drivers. */
function assignmentsOf(db: Database, departures: readonly Duty[]) {
  const tripIds = departures.map(({ tripId }) => tripId);
  return db
    .selectFrom('crew_of_trips')
    .selectAll()
    .where('trip_id', '=', sqlAny(tripIds, 'uuid'))
    .orderBy('role', 'desc')
    .execute();
}

/** Duties that may be in conflict with these departures, and some more; of cancelled and archived departures none. */
async function dutiesAround(db: Database, departures: readonly Duty[]): Promise<(Duty & { memberId: string })[]> {
  if (departures.length === 0) return [];
  const first = new Date(Math.min(...departures.map(({ departsAt }) => departsAt.getTime())) - MIN_REST_MS);
  const last = new Date(Math.max(...departures.map(({ returnsAt }) => returnsAt.getTime())) + MIN_REST_MS);
  return (
    db
      .selectFrom('trips as t')
      .innerJoin('crew_of_trips as c', 'c.trip_id', 't.id')
      // Who guides and drives a departure has one duty.
      .distinct()
      .select(['t.id as tripId', 't.title', 't.departs_at as departsAt', 't.returns_at as returnsAt'])
      .select('c.member_id as memberId')
      .where('t.archived_at', 'is', null)
      .where('t.cancelled_at', 'is', null)
      .where('t.departs_at', '<', last)
      .where('t.returns_at', '>', first)
      // No trip is that long: an index has those that departed since.
      .where('t.departs_at', '>', sql<Date>`${first}::timestamptz - interval '60 days'`)
      .orderBy('t.departs_at')
      .orderBy('t.id')
      .execute()
  );
}

/** The names of those who work on a trip, by what they do; empty where nobody does. */
export async function namesOfCrew(db: Database, tripId: string): Promise<Record<CrewRole, string>> {
  const rows = await db
    .selectFrom('crew_of_trips as c')
    .innerJoin('crew_members as m', 'm.id', 'c.member_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['c.role', memberName.as('name')])
    .where('c.trip_id', '=', tripId)
    .orderBy(sql`searchable(${memberName})`)
    .execute();
  const namesOf = (role: CrewRole) => rows.filter((row) => row.role === role).map(({ name }) => name);
  return { guide: namesOf('guide').join(', '), driver: namesOf('driver').join(', ') };
}

/** Who of a trip's crew would have conflicts, and which, if the trip, or a copy of it, departed and returned then. */
export async function crewConflictsAt(
  db: Database,
  tripId: string,
  { isCopy, ...times }: { departsAt: Date; returnsAt: Date; isCopy: boolean },
): Promise<{ name: string; conflicts: CrewConflict[] }[]> {
  const itself = { tripId, title: '', ...times };
  const { members, rolesOn, conflicts } = await readDuties(db, [itself], await readTimeZone(db));
  return members
    .filter(({ id }) => rolesOn(tripId, id).length > 0)
    .map((member) => ({ name: member.name, conflicts: conflicts(isCopy ? { ...itself, tripId: '' } : itself, member) }))
    .filter((one) => one.conflicts.length > 0);
}
