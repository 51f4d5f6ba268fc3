import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { AppError } from '../../platform/http/errors.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { emailHash } from './limited-emails.ts';

const FREE_ATTEMPTS = 5;
const MAX_DELAY_S = 60;
const DEVICE_LIFETIME_S = 365 * 24 * 60 * 60;

// 1 s after the fifth attempt, doubling.
const DELAY = `least(${MAX_DELAY_S}, power(2, least(a.attempts - ${FREE_ATTEMPTS}, 10))) * interval '1 second'`;
const IS_OLD = `a.last_at < now() - interval '1 day'`;

/**
 * Delays sign-in attempts per account, whatever their address. A browser that signed in before has a cookie and a
 * counter of its own, so that an attack elsewhere does not lock the person out; a new password by e-mail resets it.
 */
export class SignInDelay {
  readonly #pool: pg.Pool;
  readonly #secret: string;
  readonly #isSecure: boolean;
  readonly #path: string;

  /** `path`: where people sign in. */
  constructor(pool: pg.Pool, secret: string, isSecure: boolean, path = '/identity/sign-in') {
    this.#pool = pool;
    this.#secret = secret;
    this.#isSecure = isSecure;
    this.#path = path;
  }

  /** The account's pseudonym in the log. */
  accountOf(email: unknown): string {
    return emailHash(this.#secret, typeof email === 'string' ? email : '');
  }

  /** Counts an attempt before it is made. Throws TOO_MANY_REQUESTS, with Retry-After, during a delay. */
  async begin(request: FastifyRequest, reply: FastifyReply, email: unknown): Promise<void> {
    const account = this.accountOf(email);
    const key = this.#keyOf(request, account);
    // One statement, so that parallel attempts are all counted.
    const { rows } = await this.#pool.query<{ attempts: number }>(
      `insert into identity.sign_in_attempt as a (key, attempts, last_at) values ($1, 1, now())
       on conflict (key) do update
         set attempts = case when ${IS_OLD} then 1 else a.attempts + 1 end, last_at = now()
         where a.attempts < ${FREE_ATTEMPTS} or ${IS_OLD} or a.last_at + ${DELAY} <= now()
       returning attempts`,
      [key],
    );
    if (rows[0]?.attempts === 1) await this.#forgetOld();
    if (rows[0]) return;
    logSecurityEvent(request, 'sign-in delayed', { account });
    reply.header('retry-after', await this.#secondsLeft(key));
    throw new AppError('TOO_MANY_REQUESTS');
  }

  /** Resets the counter after a success, and remembers the browser. */
  async succeed(request: FastifyRequest, reply: FastifyReply, email: unknown): Promise<void> {
    const account = this.accountOf(email);
    await this.#pool.query('delete from identity.sign_in_attempt where key = $1', [this.#keyOf(request, account)]);
    const device = this.#deviceOf(request, account) ?? randomUUID();
    const attributes = `Path=${this.#path}; Max-Age=${DEVICE_LIFETIME_S}; HttpOnly; SameSite=Lax`;
    const cookie = `${cookieName(account)}=${device}.${this.#sign(account, device)}; ${attributes}`;
    reply.header('set-cookie', this.#isSecure ? `${cookie}; Secure` : cookie);
  }

  /** Resets the counter of an account whose owner proved themselves in another way. */
  async forget(email: string): Promise<void> {
    await this.#pool.query('delete from identity.sign_in_attempt where key = $1', [this.accountOf(email)]);
  }

  #keyOf(request: FastifyRequest, account: string): string {
    const device = this.#deviceOf(request, account);
    return device ? `${account} ${device}` : account;
  }

  #deviceOf({ headers }: FastifyRequest, account: string): string | undefined {
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    const value = cookies.find((cookie) => cookie.startsWith(`${cookieName(account)}=`))?.split('=')[1] ?? '';
    const [device = '', signature = ''] = value.split('.');
    const expected = this.#sign(account, device);
    if (signature.length !== expected.length) return undefined;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? device : undefined;
  }

  #sign(account: string, device: string): string {
    return createHmac('sha256', this.#secret).update(`device ${account} ${device}`).digest('base64url');
  }

  async #secondsLeft(key: string): Promise<number> {
    const { rows } = await this.#pool.query<{ seconds: number }>(
      `select ceil(extract(epoch from a.last_at + ${DELAY} - now()))::integer as seconds
       from identity.sign_in_attempt a where key = $1`,
      [key],
    );
    return Math.max(1, rows[0]?.seconds ?? 1);
  }

  async #forgetOld(): Promise<void> {
    await this.#pool.query(`delete from identity.sign_in_attempt a where ${IS_OLD}`);
  }
}

// One cookie per account: families share computers.
function cookieName(account: string): string {
  return `passeio.known-${account.slice(0, 8)}`;
}
