import { createHash, createHmac, randomInt } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { APIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type pg from 'pg';
import type { TwoFactorChange } from './limited-emails.ts';

const RECOVERY_CODES = 10;
const RECOVERY_GROUPS = 3;
const GROUP_LENGTH = 4;
/** Nothing that is mistaken for another, when it is typed from paper. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** As they are stored, and as servers of the last release stored them: without the key. */
const KEYED = /^hmac:[\da-f]{64}$/;
const UNKEYED = /^[\da-f]{64}$/;
/** Longer than a code of an authenticator is accepted: its own half minute, and one before and after it. */
const CODE_LIFETIME = '2 minutes';

/**
 * Codes of an authenticator, and recovery codes, of which only hashes with the server's secret are stored. Wrong codes
 * end the sign-in that tries them, never the account: its owner must not be locked out by who has the password.
 */
export function twoFactorPlugin(secret: string) {
  return twoFactor({
    accountLockout: { enabled: false },
    backupCodeOptions: {
      customBackupCodesGenerate: newRecoveryCodes,
      // The library gives the codes first, and later the hashes that are left.
      storeBackupCodes: {
        encrypt: async (codes) => hashCodes(secret, JSON.parse(codes)),
        decrypt: async (hashes) => hashCodes(secret, JSON.parse(hashes)),
      },
    },
  });
}

/** The body with which the library looks for a recovery code among hashes; no device is exempt from the second step. */
export function twoFactorBody(
  secret: string,
  path: string,
  body: Record<string, unknown>,
): Record<string, unknown> | undefined {
  if (!path.startsWith('/two-factor/verify-')) return undefined;
  const code = typeof body.code === 'string' ? body.code.slice(0, 100) : '';
  return {
    code: path === '/two-factor/verify-backup-code' ? hashCode(secret, code) : code.replace(/\s/g, ''),
    trustDevice: false,
  };
}

/**
 * Lets a code of an authenticator count once, also for two at the same moment: a second sign-in by it is undone. Throws
 * INVALID_CODE then.
 */
export async function takeCodeOnce(
  pool: pg.Pool,
  { userId, code, newSession }: { userId: string; code: string; newSession: string | undefined },
): Promise<void> {
  const isFirst = await claimCode(pool, userId, code);
  if (isFirst || newSession === undefined) return;
  await pool.query('delete from identity.session where token = $1', [newSession]);
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code was used before' });
}

/** False for a code that was used before. */
async function claimCode(pool: pg.Pool, userId: string, code: string): Promise<boolean> {
  await pool.query(`delete from identity.used_code where used_at < now() - interval '${CODE_LIFETIME}'`);
  const { rowCount } = await pool.query(
    'insert into identity.used_code (user_id, code) values ($1, $2) on conflict do nothing',
    [userId, code],
  );
  return rowCount === 1;
}

/** Whether a code is one that the person's authenticator shows, and was not used before. */
export async function provesCode(
  { pool, secret }: { pool: pg.Pool; secret: string },
  userId: string,
  typed: string | undefined,
): Promise<boolean> {
  const code = typed?.replaceAll(/\s/g, '') ?? '';
  if (!/^\d{6}$/.test(code)) return false;
  const { rows } = await pool.query<{ secret: string }>(
    'select secret from identity."twoFactor" where "userId" = $1 and verified',
    [userId],
  );
  const [authenticator] = rows;
  if (!authenticator) return false;
  const shared = await symmetricDecrypt({ key: secret, data: authenticator.secret });
  return (await createOTP(shared).verify(code)) && claimCode(pool, userId, code);
}

/** What a request of a signed-in person, who had a second step or not, has changed about it. */
export function twoFactorChange(
  path: string,
  hadTwoFactor: boolean,
  hadAuthenticator: boolean,
): TwoFactorChange | undefined {
  if (path === '/two-factor/verify-totp') return hadAuthenticator ? undefined : 'added';
  if (!hadTwoFactor) return undefined;
  if (path === '/two-factor/disable') return 'removed';
  return path === '/two-factor/generate-backup-codes' ? 'recoveryCodesRenewed' : undefined;
}

/** Removes the second step of a person who lost authenticator and recovery codes; the person, if they had one. */
export async function removeTwoFactor(
  pool: pg.Pool,
  userId: string,
): Promise<{ email: string; name: string } | undefined> {
  await pool.query('delete from identity."twoFactor" where "userId" = $1', [userId]);
  const { rows } = await pool.query<{ email: string; name: string }>(
    'update identity."user" set "twoFactorEnabled" = false where id = $1 and "twoFactorEnabled" returning email, name',
    [userId],
  );
  return rows[0];
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, recoveryCode);
}

/** Recovery codes as they are stored; hashes without the key get it. */
export function hashCodes(secret: string, codes: string[]): string {
  const stored = (code: string) =>
    KEYED.test(code) ? code : UNKEYED.test(code) ? withKey(secret, code) : hashCode(secret, code);
  return JSON.stringify(codes.map(stored));
}

function recoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_GROUPS }, group).join('-');
}

function hashCode(secret: string, code: string): string {
  const hash = createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z\d]/g, ''))
    .digest('hex');
  return withKey(secret, hash);
}

function withKey(secret: string, hash: string): string {
  return `hmac:${createHmac('sha256', secret).update(`recovery code ${hash}`).digest('hex')}`;
}
