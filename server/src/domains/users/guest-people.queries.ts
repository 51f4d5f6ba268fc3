import type { SignUpPayload } from '@passeio/contract/users';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import type { UserRow } from './users.queries.ts';

export function findPerson(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a person until the transaction ends and reads them as they are then. */
export function lockPerson(trx: DatabaseTransaction, id: string): Promise<UserRow | undefined> {
  return trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Who has this CPF or this e-mail; two people at most. */
export function peopleWith(
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
 * Makes an identity that of the person without one who has both this CPF and this e-mail; undefined if there is none.
 * Their reservations stay theirs.
 */
export function joinGuestPerson(
  trx: DatabaseTransaction,
  { issuer, subject }: VerifiedIdentity,
  { email, ...person }: SignUpPayload,
): Promise<UserRow | undefined> {
  return trx
    .updateTable('users')
    .set({ issuer, subject, email, ...person, updated_at: new Date() })
    .where('issuer', 'is', null)
    .where('cpf', '=', person.cpf)
    .where(sql`lower(email)`, '=', email)
    .returningAll()
    .executeTakeFirst();
}
