import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import {
  type CrewList,
  type CrewMember,
  type CrewMemberDraft,
  type CrewMemberUpdate,
  weekdays,
} from '@passeio/contract/crew/crew';
import { formatDay } from '@passeio/contract/format-moments';
import { sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { daysOffSince, memberName } from './duties.ts';
import { moveToAccount } from './trip-crew.ts';

const refusals: Record<string, ErrorCode> = { crew_members_user_id_key: 'CREW_ACCOUNT_TAKEN' };

/** Everybody of the team, archived people last, and the accounts that staff has. */
export async function readCrew(db: Database): Promise<CrewList> {
  const accounts = await db
    .selectFrom('users as u')
    .leftJoin('crew_members as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.name', 'm.id as memberId'])
    .where('u.role', '<>', sql.lit('CLIENT'))
    .where('u.is_disabled', '=', sql.lit(false))
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
  const rows = await members(db, await readTimeZone(db)).execute();
  return { data: rows.map(presentMember), accounts };
}

function members(db: Database, timeZone: string) {
  return db
    .selectFrom('crew_members as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'm.is_guide', 'm.is_driver', 'm.weekdays', 'm.version', 'm.archived_at'])
    .select([memberName.as('name'), sql<string>`coalesce(m.phone, u.contact, '')`.as('phone')])
    .select(daysOffSince(sql`(now() at time zone ${timeZone})::date`).as('days_off'))
    .select(
      sql<number>`(select count(distinct t.id)::integer from crew_of_trips c join trips t on t.id = c.trip_id
        where c.member_id = m.id and t.returns_at > now() and t.cancelled_at is null and t.archived_at is null)`.as(
        'upcoming',
      ),
    )
    .orderBy(sql`m.archived_at is not null`)
    .orderBy(sql`searchable(${memberName})`)
    .orderBy('m.id');
}
type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number];

function presentMember(row: MemberRow): CrewMember {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    phone: row.phone,
    isGuide: row.is_guide,
    isDriver: row.is_driver,
    weekdays: row.weekdays,
    daysOff: row.days_off,
    upcoming: row.upcoming,
    isArchived: row.archived_at !== null,
    version: row.version,
  };
}

/** Throws CREW_MEMBER_NOT_FOUND. */
async function requireMember(db: Database, id: string): Promise<MemberRow> {
  const row = await members(db, await readTimeZone(db))
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('CREW_MEMBER_NOT_FOUND');
  return row;
}

/** Locks somebody of the team for the transaction and reads them. Throws CREW_MEMBER_NOT_FOUND. */
async function lockMember(trx: DatabaseTransaction, id: string): Promise<MemberRow> {
  await trx.selectFrom('crew_members').select('id').where('id', '=', id).forUpdate().execute();
  return requireMember(trx, id);
}

/** Throws PERSON_NOT_FOUND for an account that is none of staff, and CREW_ACCOUNT_TAKEN. */
export async function createMember(
  trx: DatabaseTransaction,
  actor: Actor,
  { daysOff, ...draft }: CrewMemberDraft,
): Promise<CrewMember> {
  const id = randomUUIDv7();
  if (draft.userId !== null) await requireStaffAccount(trx, draft.userId);
  await mapConstraintErrors(refusals, () =>
    trx
      .insertInto('crew_members')
      .values({ id, user_id: draft.userId, ...columnsOf(draft) })
      .execute(),
  );
  await writeDaysOff(trx, id, daysOff);
  const row = await requireMember(trx, id);
  await recordAudit(trx, actor, { action: 'crew.created', subject: subjectOf(row) });
  return presentMember(row);
}

/**
 * Replaces somebody of the team, given the version that was edited. Throws CREW_MEMBER_NOT_FOUND, CHANGED_MEANWHILE,
 * PERSON_NOT_FOUND for an account that is none of staff, and CREW_ACCOUNT_TAKEN where they have another.
 */
export async function changeMember(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { version, daysOff, ...draft }: CrewMemberUpdate,
): Promise<CrewMember> {
  const before = await lockMember(trx, id);
  if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
  if (before.user_id !== null && before.user_id !== draft.userId) throw new AppError('CREW_ACCOUNT_TAKEN');
  if (before.user_id === null && draft.userId !== null) await giveAccount(trx, id, draft.userId);
  await trx
    .updateTable('crew_members')
    .set((eb) => ({ ...columnsOf(draft), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await writeDaysOff(trx, id, daysOff);
  const after = await requireMember(trx, id);
  const changes = changesBetween(factsOf(before), factsOf(after));
  if (Object.keys(changes).length > 0)
    await recordAudit(trx, actor, { action: 'crew.changed', subject: subjectOf(after), changes });
  return presentMember(after);
}

/** Archives or restores somebody of the team. Throws CREW_MEMBER_NOT_FOUND. */
export async function archiveMember(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  isArchived: boolean,
): Promise<CrewMember> {
  const before = await lockMember(trx, id);
  if ((before.archived_at !== null) === isArchived) return presentMember(before);
  await trx
    .updateTable('crew_members')
    .set((eb) => ({ archived_at: isArchived ? new Date() : null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await recordAudit(trx, actor, {
    action: isArchived ? 'crew.archived' : 'crew.restored',
    subject: subjectOf(before),
  });
  return presentMember(await requireMember(trx, id));
}

async function requireStaffAccount(trx: DatabaseTransaction, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '<>', 'CLIENT')
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  if (!account) throw new AppError('PERSON_NOT_FOUND');
}

/**
 * Gives an account to somebody who had none. What the account's own entry of the team has becomes theirs: everybody
 * with a guide's account has one.
 */
async function giveAccount(trx: DatabaseTransaction, id: string, userId: string): Promise<void> {
  await requireStaffAccount(trx, userId);
  const other = await trx
    .selectFrom('crew_members')
    .select('id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (other) {
    for (const table of ['trip_crew', 'crew_days_off']) {
      const columns = table === 'trip_crew' ? sql`trip_id, role` : sql`first_day, last_day`;
      await sql`insert into ${sql.table(table)} (member_id, ${columns})
        select ${id}, ${columns} from ${sql.table(table)} where member_id = ${other.id} on conflict do nothing`.execute(
        trx,
      );
    }
    await trx.deleteFrom('crew_members').where('id', '=', other.id).execute();
  }
  await moveToAccount(trx, id, userId);
  await trx
    .updateTable('crew_members')
    .set({ user_id: userId, name: null, phone: null })
    .where('id', '=', id)
    .execute();
}

async function writeDaysOff(trx: DatabaseTransaction, id: string, daysOff: CrewMemberDraft['daysOff']): Promise<void> {
  await trx.deleteFrom('crew_days_off').where('member_id', '=', id).execute();
  const rows = [...new Map(daysOff.map(({ from, to }) => [from, to]))].map(([first_day, last_day]) => ({
    ...{ member_id: id, first_day, last_day },
  }));
  if (rows.length > 0) await trx.insertInto('crew_days_off').values(rows).execute();
}

function columnsOf({ userId, name, phone, isGuide, isDriver, weekdays }: Omit<CrewMemberDraft, 'daysOff'>) {
  const named = userId === null ? { name, phone: phone || null } : { name: null, phone: null };
  return { ...named, is_guide: isGuide, is_driver: isDriver, weekdays };
}

function factsOf({ name, phone, user_id, is_guide, is_driver, days_off, ...row }: MemberRow) {
  return {
    ...{ name, phone, hasAccount: user_id !== null, isGuide: is_guide, isDriver: is_driver },
    weekdays: row.weekdays.map((day) => weekdays[day as keyof typeof weekdays]).join(', '),
    daysOff: days_off.map(({ from, to }) => (from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`)),
  };
}

function subjectOf({ id, name }: MemberRow) {
  return { type: 'crew' as const, id, label: name };
}
