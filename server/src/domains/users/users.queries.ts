import type { Role } from '@passeio/contract/roles';
import type { SignUpPayload } from '@passeio/contract/users/users';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { padded, sqlAny } from '../../platform/database/sql-any.ts';
import type { IdentityKey, VerifiedIdentity } from '../../ports/identity/port.ts';

export type UserRow = Selectable<Schema['users']>;

export function findByIdentity(db: Database, identity: IdentityKey): Promise<UserRow | undefined> {
  return byIdentity(db, identity).executeTakeFirst();
}

/** The fields of a person that access checks need. */
export type CallerRow = IdentityKey &
  Pick<UserRow, (typeof callerColumns)[number]> & { requires_two_factor: boolean | null };

const callerColumns = [
  ...(['id', 'role', 'name', 'email', 'is_disabled', 'permissions', 'refund_limit_cents'] as const),
  ...(['staff_until', 'cpf'] as const),
] as const;

/** May include others, if several issuers share a subject. */
export function listByIdentity(db: Database, identities: IdentityKey[]): Promise<CallerRow[]> {
  const issuers = [...new Set(identities.map(({ issuer }) => issuer))];
  const subjects = identities.map(({ subject }) => subject);
  return db
    .selectFrom('users')
    .select(['issuer', 'subject', ...callerColumns])
    .select((eb) => eb.selectFrom('operator').select('require_two_factor').as('requires_two_factor'))
    .where('issuer', 'in', padded(issuers))
    .where('subject', 'in', padded(subjects))
    .$narrowType<IdentityKey>()
    .execute();
}

/** Locks the person of an identity for the transaction and reads them. */
export function lockByIdentity(trx: DatabaseTransaction, identity: IdentityKey): Promise<UserRow | undefined> {
  return byIdentity(trx, identity).forNoKeyUpdate().executeTakeFirst();
}

function byIdentity(db: Database, { issuer, subject }: IdentityKey) {
  return db.selectFrom('users').selectAll().where('issuer', '=', issuer).where('subject', '=', subject);
}

export function insertUser(db: Database, user: Insertable<Schema['users']>): Promise<UserRow> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

/** Changes a person and, with their profile, whom they are on the lists of trips to come. */
export async function updateUser(
  trx: DatabaseTransaction,
  id: string,
  change: Updateable<Schema['users']>,
): Promise<UserRow> {
  const before = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const after = await trx
    .updateTable('users')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (PROFILE.some((column) => before[column] !== after[column])) await updateParticipantsOf(trx, before);
  return after;
}

const PROFILE = ['name', 'birthdate', 'rg', 'emitter', 'cpf', 'contact'] as const;

// The participants of a person who had the former value, until departure. What a trip's list would refuse stays there
// as it was, so that nobody is kept from correcting their profile.
async function updateParticipantsOf(trx: DatabaseTransaction, before: UserRow): Promise<void> {
  await sql`
    update participants p set
      name = case when p.name = ${before.name} then u.name else p.name end,
      birthdate = case when p.birthdate is not distinct from ${before.birthdate}::date and not (
        u.birthdate > (t.departs_at at time zone o.time_zone)::date - interval '18 years'
        and exists (select from participants child where child.companion_id = p.id and child.removed_at is null)
      ) then u.birthdate else p.birthdate end,
      document_number = case when p.document_number is not distinct from ${before.rg} then u.rg
        else p.document_number end,
      document_issuer = case when p.document_issuer is not distinct from ${before.emitter} then u.emitter
        else p.document_issuer end,
      cpf = case when p.cpf is not distinct from ${before.cpf} and not exists (
        select from participants other
        where other.trip_id = p.trip_id and other.cpf = u.cpf and other.id <> p.id
          and other.is_active and other.removed_at is null
      ) then u.cpf else p.cpf end,
      contact = case when p.contact is not distinct from ${before.contact} then u.contact else p.contact end
    from users u, trips t, operator o
    where u.id = ${before.id} and p.user_id = u.id and p.is_active and p.removed_at is null and t.id = p.trip_id
      and t.departs_at > now()`.execute(trx);
}

/** Copies the provider's current address, unless somebody else has it here. */
export async function syncEmail(db: Database, id: string, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, updated_at: new Date() })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as others').select('others.id').where(sql`lower(others.email)`, '=', email))),
    )
    .execute();
}

/** Takes the role stored for an identity, if any. */
export async function takeRoleGrant(
  trx: DatabaseTransaction,
  { issuer, subject }: IdentityKey,
): Promise<Role | undefined> {
  const grant = await trx
    .deleteFrom('role_grants')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('role')
    .executeTakeFirst();
  return grant?.role;
}

/** Stores a role for an identity until it has a profile. */
export async function saveRoleGrant(
  trx: DatabaseTransaction,
  { issuer, subject }: IdentityKey,
  role: Role,
): Promise<void> {
  await trx
    .insertInto('role_grants')
    .values({ issuer, subject, role })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ role }))
    .execute();
}

export function findPerson(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The people of these ids that exist, in no order. */
export function findPeople(db: Database, ids: string[]): Promise<UserRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('users').selectAll().where('id', '=', sqlAny(ids, 'uuid')).execute();
}

/** Locks a person for the transaction and reads them. */
export function lockPerson(trx: DatabaseTransaction, id: string): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Makes what guests with this telephone do wait for each other. */
export async function lockGuestContact(trx: DatabaseTransaction, contact: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${contact}`}, 0))`.execute(trx);
}

/** The guest who made themselves with exactly this name, telephone and e-mail. */
export function findGuest(
  db: Database,
  { name, contact, email }: { name: string; contact: string; email: string | null },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('subject', 'is', null)
    .where('is_disabled', '=', false)
    .where('contact', '=', contact)
    .where('is_self_made', '=', true)
    .where(sql`searchable(name)`, '=', sql<string>`searchable(${name})`)
    .where(sql<boolean>`lower(email) is not distinct from ${email}`)
    .orderBy('created_at')
    .executeTakeFirst();
}

/** Who has this CPF or this e-mail: at most two people. */
export function findByCpfOrEmail(
  db: Database,
  { cpf, email }: { cpf?: string | null | undefined; email?: string | null | undefined },
): Promise<UserRow[]> {
  if (!cpf && !email) return Promise.resolve([]);
  return db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        ...(cpf ? [eb('cpf', '=', cpf)] : []),
        ...(email ? [eb(sql`lower(email)`, '=', email.toLowerCase())] : []),
      ]),
    )
    .execute();
}

/**
 * Links an identity to the guest who has this e-mail, and whose CPF it is where staff wrote the guest down, so that
 * their reservations belong to the new account; undefined if there is no such guest.
 */
export async function linkGuest(
  trx: DatabaseTransaction,
  { issuer, subject }: VerifiedIdentity,
  { email, ...person }: SignUpPayload,
): Promise<UserRow | undefined> {
  const guest = await trx
    .selectFrom('users')
    .select('id')
    .where('issuer', 'is', null)
    .where(({ eb, or }) => or([eb('cpf', '=', person.cpf), eb('is_self_made', '=', true)]))
    .where(sql`lower(email)`, '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return guest && updateUser(trx, guest.id, { issuer, subject, email, email_written_by: null, ...person });
}
