import type { Role, UserFilters } from '@passeio/contract/users';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';

export type UserRow = Selectable<Schema['users']>;

export function findByIdentity(db: Database, { issuer, subject }: VerifiedIdentity): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function insertUser(db: Database, user: Insertable<Schema['users']>): Promise<UserRow> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export function updateUser(db: Database, id: string, change: Updateable<Schema['users']>): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the role that waits for an identity without a profile, if there is one. */
export async function takeRoleGrant(
  trx: DatabaseTransaction,
  { issuer, subject }: VerifiedIdentity,
): Promise<Role | undefined> {
  const grant = await trx
    .deleteFrom('role_grants')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('role')
    .executeTakeFirst();
  return grant?.role;
}

/** Gives an identity a role: at once if it has a profile, else when it completes one. */
export async function grantRole(db: Database, { issuer, subject }: VerifiedIdentity, role: Role): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role, updated_at: new Date() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto('role_grants')
    .values({ issuer, subject, role })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ role }))
    .execute();
}

export async function isKnown(db: Database, cpf: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('cpf', '=', cpf), eb(sql`lower(email)`, '=', email)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function listUsers(db: Database, filters: UserFilters): Promise<{ rows: UserRow[]; total: number }> {
  let matching = db.selectFrom('users');
  if (filters.role) matching = matching.where('role', '=', filters.role);
  if (filters.q) matching = matching.where('search_text', 'like', searchPattern(filters.q));
  const rows = await matching
    .selectAll()
    .orderBy(sql`searchable(name)`)
    .orderBy('id')
    .limit(filters.size)
    .offset((filters.page - 1) * filters.size)
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

// A CPF is stored as digits only: "123.456" and "123456" must find the same person.
function searchPattern(text: string) {
  const looksLikeCpf = /^[\d.\-\s]+$/.test(text);
  const wanted = looksLikeCpf ? text.replace(/\D/g, '') : text;
  return sql<string>`'%' || searchable(${wanted.replace(/[\\%_]/g, '\\$&')}) || '%'`;
}
