import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/connect.ts';
import { inTransaction } from '../database/transaction.ts';
import { callerOf } from './access.ts';
import { AppError, describeError } from './errors.ts';

const EXPIRED_KEYS_DELETED = 10;
const KEY_FORMAT = /^[\x21-\x7e]{1,200}$/;

/** A response that is stored under its key. */
export interface WriteResult {
  statusCode: number;
  body: object;
}

/**
 * Runs a write in one transaction and sends its result with `statusCode`. With an `Idempotency-Key` header it runs once
 * per person and key: a repeated request gets the stored response, errors included; another request under the same key
 * is refused with IDEMPOTENCY_KEY_REUSED. Keys expire after 24 hours. A concurrent repetition waits for the first.
 */
export async function sendIdempotent(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  write: (trx: DatabaseTransaction) => Promise<object>,
): Promise<never> {
  const result = await runIdempotent(db, request, statusCode, write);
  return reply.status(result.statusCode).send(result.body) as never;
}

/** {@link sendIdempotent} for a caller that looks at the result before it sends it. */
export function runIdempotent(
  db: Database,
  request: FastifyRequest,
  statusCode: number,
  write: (trx: DatabaseTransaction) => Promise<object>,
): Promise<WriteResult> {
  return runOncePerKey(db, request, async (trx) => ({ statusCode, body: await write(trx) }));
}

/**
 * The Idempotency-Key of a request and a hash of its method, address and body, for writes that store them in their own
 * row; null without a key. Throws INVALID_INPUT for a malformed one.
 */
export function readIdempotency(request: FastifyRequest): { key: string; fingerprint: string } | null {
  const key = readKey(request);
  return key === undefined ? null : { key, fingerprint: fingerprintOf(request) };
}

function runOncePerKey(
  db: Database,
  request: FastifyRequest,
  succeed: (trx: DatabaseTransaction) => Promise<WriteResult>,
): Promise<WriteResult> {
  const key = readKey(request);
  if (key === undefined) return inTransaction(db, succeed);
  const { id: userId } = callerOf(request);
  const fingerprint = fingerprintOf(request);
  return inTransaction(db, async (trx) => {
    if (!(await claimKey(trx, userId, key, fingerprint))) return storedResult(trx, userId, key, fingerprint);
    const result = await attempt(trx, request, succeed);
    await trx
      .updateTable('idempotency_keys')
      .set({ status_code: result.statusCode, answer: JSON.stringify(result.body) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute();
    return result;
  });
}

function readKey(request: FastifyRequest): string | undefined {
  const value = request.headers[IDEMPOTENCY_HEADER];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !KEY_FORMAT.test(value)) throw new AppError('INVALID_INPUT');
  return value;
}

// Addresses of routes by link are the same for all links, of which a payer may have several.
function fingerprintOf({ method, url, body, caller }: FastifyRequest): string {
  const linked = caller?.linkedReservationId;
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, ...(linked ? [linked] : [])]))
    .digest('base64');
}

// Blocks on a transaction with the same key. Reuses an expired key, and deletes a few expired keys of anybody, more
// than are added, so that the table does not grow.
async function claimKey(trx: DatabaseTransaction, userId: string, key: string, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    with forgotten as (
      delete from idempotency_keys
      where (user_id, key) in (
        select user_id, key from idempotency_keys
        where created_at < now() - interval '24 hours' and (user_id, key) <> (${userId}, ${key})
        order by created_at
        limit ${EXPIRED_KEYS_DELETED}
        for update skip locked
      )
    )
    insert into idempotency_keys (user_id, key, fingerprint) values (${userId}, ${key}, ${fingerprint})
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, status_code = null, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours'
    returning key`.execute(trx);
  return rows.length === 1;
}

async function storedResult(
  trx: DatabaseTransaction,
  userId: string,
  key: string,
  fingerprint: string,
): Promise<WriteResult> {
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status_code', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (earlier.status_code === null || earlier.answer === null) throw new AppError('UNAVAILABLE');
  return { statusCode: earlier.status_code, body: earlier.answer as object };
}

// An AppError is a response too: its writes are rolled back to the savepoint, and it is stored under the key.
async function attempt(
  trx: DatabaseTransaction,
  request: FastifyRequest,
  write: (trx: DatabaseTransaction) => Promise<WriteResult>,
): Promise<WriteResult> {
  await sql`savepoint attempt`.execute(trx);
  try {
    return await write(trx);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint attempt`.execute(trx);
    const body = describeError(error, request.id);
    return { statusCode: body.statusCode, body };
  }
}
