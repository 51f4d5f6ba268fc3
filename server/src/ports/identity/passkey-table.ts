import { MAX_PASSKEYS } from '@passeio/contract/users/passkeys';
import { sql } from 'kysely';
import type pg from 'pg';
import { createDatabase, type DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

export interface NewPasskey {
  /** The credential's id, in base64url. */
  id: string;
  name: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/** What a person sees of a passkey. */
interface OwnPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The row of a first second step, as the library stores it. */
export interface FirstStep {
  id: string;
  /** Belongs to no authenticator: the row is not verified. */
  secret: string;
  backupCodes: string;
}

const PASSKEYS = 'identity.passkey p join identity."twoFactor" t on t.id = p.two_factor_id';

export async function listPasskeys(pool: pg.Pool, userId: string): Promise<OwnPasskey[]> {
  const { rows } = await pool.query<OwnPasskey>(
    `select p.id, p.name, p.created_at as "createdAt", p.last_used_at as "lastUsedAt" from ${PASSKEYS}
     where t."userId" = $1 order by p.created_at, p.id`,
    [userId],
  );
  return rows;
}

/** A person's passkeys, as browsers look for them. */
export async function credentialsOf(pool: pg.Pool, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await pool.query(`select p.id, p.transports from ${PASSKEYS} where t."userId" = $1`, [userId]);
  return rows;
}

export async function hasPasskeys(pool: pg.Pool, email: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from ${PASSKEYS} join identity."user" u on u.id = t."userId" where u.email = $1 limit 1`,
    [email],
  );
  return rows.length > 0;
}

export async function findPasskey(pool: pg.Pool, id: string): Promise<(NewPasskey & { userId: string }) | undefined> {
  const { rows } = await pool.query(
    `select p.id, p.name, p.public_key as "publicKey", p.counter::float8 as counter, p.transports, t."userId"
     from ${PASSKEYS} where p.id = $1`,
    [id],
  );
  return rows[0];
}

/** Records a use; false if the counter is behind that of a use at the same moment, or the passkey was removed. */
export async function recordUse(pool: pg.Pool, { id, counter }: { id: string; counter: number }): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity.passkey set counter = $2, last_used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter],
  );
  return rowCount === 1;
}

/** Whether a person has an authenticator, confirmed by a code. */
export async function hasAuthenticator(pool: pg.Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query('select from identity."twoFactor" where "userId" = $1 and verified', [userId]);
  return rows.length > 0;
}

/**
 * Adds a passkey. 'first': it is the person's first second step. 'refused': they have too many, or somebody has this
 * one already.
 */
export function addPasskey(
  pool: pg.Pool,
  userId: string,
  { id, name, publicKey, counter, transports }: NewPasskey,
  { id: firstId, secret, backupCodes }: FirstStep,
): Promise<'first' | 'added' | 'refused'> {
  return changeSecondStep(pool, userId, async (trx, isOn) => {
    const { rows: obstacles } = await sql`
      select from identity.passkey where id = ${id}
      union all
      (select from ${sql.raw(PASSKEYS)} where t."userId" = ${userId} offset ${MAX_PASSKEYS - 1})`.execute(trx);
    if (obstacles.length > 0) return 'refused';
    if (!isOn) {
      // Deletes the row of an authenticator that was never confirmed.
      await sql`delete from identity."twoFactor" where "userId" = ${userId}`.execute(trx);
      await sql`insert into identity."twoFactor" (id, secret, "backupCodes", "userId", verified)
        values (${firstId}, ${secret}, ${backupCodes}, ${userId}, false)`.execute(trx);
      await sql`update identity."user" set "twoFactorEnabled" = true where id = ${userId}`.execute(trx);
    }
    await sql`insert into identity.passkey (id, two_factor_id, name, public_key, counter, transports)
      select ${id}, t.id, ${name}, ${publicKey}, ${counter}, ${transports}
      from identity."twoFactor" t where t."userId" = ${userId}`.execute(trx);
    return isOn ? 'added' : 'first';
  });
}

/** Removes passkeys, and the second step with its recovery codes where nothing else is left of it. */
export function removePasskeys(
  pool: pg.Pool,
  userId: string,
  which: { id: string } | { addedWithinDays: number },
): Promise<'removed' | 'last removed' | 'none'> {
  const condition =
    'id' in which
      ? sql`p.id = ${which.id}`
      : sql`p.created_at > now() - ${which.addedWithinDays}::integer * interval '1 day'`;
  return changeSecondStep(pool, userId, async (trx) => {
    const { numAffectedRows: removed } = await sql`delete from identity.passkey p using identity."twoFactor" t
      where t.id = p.two_factor_id and t."userId" = ${userId} and ${condition}`.execute(trx);
    if (!removed) return 'none';
    const { numAffectedRows: rest } = await sql`delete from identity."twoFactor" t
      where t."userId" = ${userId} and not t.verified
        and not exists (select from identity.passkey where two_factor_id = t.id)`.execute(trx);
    if (!rest) return 'removed';
    await sql`update identity."user" set "twoFactorEnabled" = false where id = ${userId}`.execute(trx);
    return 'last removed';
  });
}

/** Removes the authenticator of a person with passkeys; false if it is the only second step, or there is none. */
export function removeAuthenticator(pool: pg.Pool, userId: string): Promise<boolean> {
  return changeSecondStep(pool, userId, async (trx) => {
    const { numAffectedRows } = await sql`update identity."twoFactor" t set verified = false
      where t."userId" = ${userId} and t.verified
        and exists (select from identity.passkey where two_factor_id = t.id)`.execute(trx);
    return numAffectedRows === 1n;
  });
}

/** One change of a person's second step at a time. `isOn`: they have one already. */
function changeSecondStep<Outcome>(
  pool: pg.Pool,
  userId: string,
  change: (trx: DatabaseTransaction, isOn: boolean) => Promise<Outcome>,
): Promise<Outcome> {
  return inTransaction(createDatabase(pool), async (trx) => {
    const { rows } = await sql<{ isOn: boolean }>`
      select "twoFactorEnabled" as "isOn" from identity."user" where id = ${userId} for update`.execute(trx);
    return change(trx, rows[0]?.isOn ?? false);
  });
}
