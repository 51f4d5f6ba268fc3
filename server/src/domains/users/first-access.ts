import { randomBytes } from 'node:crypto';
import { FIRST_ACCESS_HOURS, type FirstAdministrator } from '@passeio/contract/users/first-access';
import type { OwnProfile } from '@passeio/contract/users/own-profile';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import { presentOwn } from './users.present.ts';
import { lockByIdentity, saveRoleGrant, updateUser } from './users.queries.ts';
import { createProfile, recordChange } from './users.ts';

const CODE_BYTES = 16;
const HOUR_MS = 60 * 60 * 1000;

/**
 * A code that makes the first administrator, as in "3F9A-…", to be printed; undefined once there is one. Those of other
 * servers stay valid, so that whichever is asked accepts any of them.
 */
export async function issueFirstAccessCode(db: Database): Promise<string | undefined> {
  const code = randomBytes(CODE_BYTES).toString('hex');
  const expires_at = new Date(Date.now() + FIRST_ACCESS_HOURS * HOUR_MS);
  return inTransaction(db, async (trx) => {
    await trx.deleteFrom('first_access_codes').where('expires_at', '<', new Date()).execute();
    if (await hasAdministrator(trx)) return undefined;
    await trx
      .insertInto('first_access_codes')
      .values({ code_hash: hashToken(code), expires_at })
      .execute();
    return code.toUpperCase().match(/.{4}/g)?.join('-');
  });
}

/** Throws FIRST_ACCESS_OVER for a wrong or old code, and once there is an administrator. */
export async function checkFirstAccessCode(db: Database, code: string): Promise<void> {
  const found = await db
    .selectFrom('first_access_codes')
    .select('code_hash')
    .where('code_hash', '=', hashToken(code))
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!found || (await hasAdministrator(db))) throw new AppError('FIRST_ACCESS_OVER');
}

/**
 * Makes an identity the first administrator, with the profile that it has or a new one. All codes end with it. Throws
 * FIRST_ACCESS_OVER, and what {@link createProfile} throws: the code stays valid then.
 */
export async function createFirstAdministrator(
  db: Database,
  actor: Actor,
  identity: VerifiedIdentity,
  { code, ...claim }: FirstAdministrator,
): Promise<OwnProfile> {
  return inTransaction(db, async (trx) => {
    // The rows decide between two at once: the second one waits for the first and finds none.
    const ended = await trx.deleteFrom('first_access_codes').returning(['code_hash', 'expires_at']).execute();
    const isRight = ended.some(({ code_hash, expires_at }) => code_hash === hashToken(code) && expires_at > new Date());
    if (!isRight || (await hasAdministrator(trx))) throw new AppError('FIRST_ACCESS_OVER');
    const known = await lockByIdentity(trx, identity);
    if (!known) {
      await saveRoleGrant(trx, identity, 'ADMIN');
      return createProfile(trx, actor, identity, claim);
    }
    const person = await updateUser(trx, known.id, { role: 'ADMIN' });
    await recordChange(trx, actor, known, person);
    return presentOwn(person, identity);
  });
}

async function hasAdministrator(db: Database): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', '=', 'ADMIN').limit(1).executeTakeFirst();
  return found !== undefined;
}
