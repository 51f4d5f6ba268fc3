import { type CrewRole, crewRoleKeys, type TripCrew, type TripCrewChange } from '@passeio/contract/crew/crew';
import { type CrewConflict, crewConflictText } from '@passeio/contract/crew/crew-conflicts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import type { Duty } from './conflicts.ts';
import { type Member, readDuties } from './duties.ts';

/** Everybody who may work on a departure, and what they do on it. Throws TRIP_NOT_FOUND. */
export async function readTripCrew(db: Database, tripId: string): Promise<TripCrew> {
  return presentTripCrew(await peopleFor(db, await requireDeparture(db, tripId), await readTimeZone(db)));
}

/**
 * Says who works on a departure; guides with an account board it. Throws TRIP_NOT_FOUND, CREW_MEMBER_NOT_FOUND for
 * somebody who is not offered for what they should do, and CREW_CONFLICT for somebody new, unless that is accepted.
 */
export async function changeTripCrew(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { crew, acceptsConflicts }: TripCrewChange,
): Promise<TripCrew> {
  const departure = await requireDeparture(trx, tripId);
  // The later of two departures that get somebody at once sees the other.
  await lockMembers(
    trx,
    crew.map(({ memberId }) => memberId),
  );
  const timeZone = await readTimeZone(trx);
  const people = await peopleFor(trx, departure, timeZone);
  for (const { memberId, role } of crew) {
    const person = people.find(({ member }) => member.id === memberId);
    if (!(person && mayDo(person, role))) throw new AppError('CREW_MEMBER_NOT_FOUND');
  }
  const after = people.map((person) => ({ ...person, roles: rolesIn(crew, person.member.id) }));
  if (!acceptsConflicts) {
    const added = after.filter(({ roles }, index) => roles.length > 0 && people[index]?.roles.length === 0);
    refuseConflicts(added, timeZone);
  }
  const changes = Object.fromEntries(
    crewRoleKeys
      .map((role): [CrewRole, [string, string]] => [role, [namesOf(people, role), namesOf(after, role)]])
      .filter(([, [was, is]]) => was !== is),
  );
  for (const [index, { member, roles }] of after.entries()) {
    const before = people[index]?.roles ?? [];
    for (const role of crewRoleKeys) {
      if (roles.includes(role) !== before.includes(role)) {
        await assign(trx, { tripId, member, role, isOn: roles.includes(role) });
      }
    }
  }
  if (Object.keys(changes).length > 0) {
    const subject = { type: 'trip', id: tripId, label: departure.title } as const;
    await recordAudit(trx, actor, { action: 'trip.crew_changed', subject, changes });
  }
  return presentTripCrew(after);
}

interface OnDeparture {
  member: Member;
  roles: CrewRole[];
  conflicts: CrewConflict[];
}

async function requireDeparture(db: Database, tripId: string): Promise<Duty> {
  const trip = await db
    .selectFrom('trips')
    .select(['id as tripId', 'title', 'departs_at as departsAt', 'returns_at as returnsAt'])
    .where('id', '=', tripId)
    .executeTakeFirst();
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  return trip;
}

/** Everybody who is offered for a departure or is on it, by name. */
async function peopleFor(db: Database, departure: Duty, timeZone: string): Promise<OnDeparture[]> {
  const { members, rolesOn, conflicts } = await readDuties(db, [departure], timeZone);
  return members
    .map((member) => ({ member, roles: rolesOn(departure.tripId, member.id) }))
    .filter(({ member, roles }) => member.isOffered || roles.length > 0)
    .map((person) => ({ ...person, conflicts: conflicts(departure, person.member) }));
}

function presentTripCrew(people: readonly OnDeparture[]): TripCrew {
  return {
    data: people.map(({ member: { id, name, userId, isGuide, isDriver }, roles, conflicts }) => ({
      ...{ id, name, hasAccount: userId !== null, isGuide, isDriver, roles, conflicts },
    })),
  };
}

function mayDo({ member: { isOffered, isGuide, isDriver }, roles }: OnDeparture, role: CrewRole): boolean {
  return roles.includes(role) || (isOffered && { guide: isGuide, driver: isDriver }[role]);
}

function rolesIn(crew: TripCrewChange['crew'], id: string): CrewRole[] {
  return crewRoleKeys.filter((role) => crew.some((one) => one.memberId === id && one.role === role));
}

function namesOf(people: readonly OnDeparture[], role: CrewRole): string {
  return people
    .filter(({ roles }) => roles.includes(role))
    .map(({ member }) => member.name)
    .join(', ');
}

function refuseConflicts(added: readonly OnDeparture[], timeZone: string): void {
  const sentences = added.flatMap(({ member, conflicts }) =>
    conflicts.map((conflict) => `${member.name} ${crewConflictText(conflict, timeZone)}.`),
  );
  if (sentences.length > 0) throw new AppError('CREW_CONFLICT', { crew: sentences.join(' ') });
}

async function lockMembers(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .selectFrom('crew_members')
    .select('id')
    .where('id', '=', sqlAny(ids, 'uuid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

interface Assignment {
  tripId: string;
  member: Pick<Member, 'id' | 'userId'>;
  role: CrewRole;
  isOn: boolean;
}

/** The only writer of assignments, with {@link moveToAccount}: a guide with an account has a row that lets them board. */
async function assign(trx: DatabaseTransaction, { tripId, member, role, isOn }: Assignment): Promise<void> {
  const row = { trip_id: tripId, member_id: member.id, role };
  if (role === 'driver' || member.userId === null) {
    if (isOn)
      await trx
        .insertInto('trip_crew')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await trx
        .deleteFrom('trip_crew')
        .where((eb) => eb.and(row))
        .execute();
    return;
  }
  // The row stays: cash that they took before is still recorded.
  const removed_at = isOn ? null : new Date();
  await trx
    .insertInto('trip_guides')
    .values({ trip_id: tripId, user_id: member.userId, removed_at })
    .onConflict((conflict) => conflict.columns(['trip_id', 'user_id']).doUpdateSet({ removed_at }))
    .execute();
}

/** Lets somebody who guided without an account board their departures with one. */
export async function moveToAccount(trx: DatabaseTransaction, memberId: string, userId: string): Promise<void> {
  const guided = await trx
    .deleteFrom('trip_crew')
    .where('member_id', '=', memberId)
    .where('role', '=', 'guide')
    .returning('trip_id')
    .execute();
  for (const { trip_id } of guided) {
    await assign(trx, { tripId: trip_id, member: { id: memberId, userId }, role: 'guide', isOn: true });
  }
}
