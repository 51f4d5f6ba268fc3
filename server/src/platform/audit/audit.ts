import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import type { FastifyRequest } from 'fastify';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/connect.ts';
import type { Schema } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Caller } from '../http/access.ts';
import { deviceOf } from '../http/device.ts';
import { AppError } from '../http/errors.ts';

/** Field -> [before, after]. */
export type Changes = Record<string, [unknown, unknown]>;

/** Who acts and from where; taken from the request, so that rules can write entries without knowing HTTP. */
export interface Actor {
  caller: Caller | null;
  address: string;
  device: string;
  requestId: string;
}

export interface AuditEvent {
  action: AuditAction;
  subject: { type: AuditSubject; id: string; label: string };
  changes?: Changes;
}

export function actorOf(request: FastifyRequest): Actor {
  return {
    caller: request.caller,
    address: request.ip,
    device: deviceOf(request.headers['user-agent'] ?? ''),
    requestId: request.id,
  };
}

/** The person acting; for what only people do. */
export function callerOfActor({ caller }: Actor): Caller {
  if (!caller) throw new AppError('UNAUTHENTICATED');
  return caller;
}

/** Writes an audit entry in the transaction of the change that it tells of: both happen or neither. */
export async function recordAudit(trx: DatabaseTransaction, actor: Actor, event: AuditEvent): Promise<void> {
  const entry = auditEntry(actor, event);
  await trx
    .insertInto('audit_entries')
    .values({ ...entry, changes: JSON.stringify(entry.changes) })
    .execute();
}

/** A row of the audit log as it is written. */
export type AuditEntry = Omit<Insertable<Schema['audit_entries']>, 'changes'> & { changes: Changes };

/** What an event leaves in the audit log; for statements that write it together with the change. */
export function auditEntry(actor: Actor, event: AuditEvent): AuditEntry {
  const { id = null, role = null, name = 'Sistema' } = actor.caller ?? {};
  return {
    id: randomUUIDv7(),
    actor_id: id,
    actor_name: name,
    actor_role: role,
    address: actor.address,
    device: actor.device,
    request_id: actor.requestId,
    action: event.action,
    subject_type: event.subject.type,
    subject_id: event.subject.id,
    subject_label: event.subject.label,
    changes: event.changes ?? {},
  };
}

/**
 * Writes that somebody looked at something, unless the same person has left the same entry about the same thing within
 * the last `minutes`: turning a page of a list is not news.
 */
export async function recordView(db: Database, actor: Actor, event: AuditEvent, minutes: number): Promise<void> {
  const { id = null } = actor.caller ?? {};
  const isNews = async () => {
    const entry = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('subject_type', '=', event.subject.type)
      .where('subject_id', '=', event.subject.id)
      .where('action', '=', event.action)
      .where('actor_id', '=', id)
      .where('at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
      .executeTakeFirst();
    return entry === undefined;
  };
  if (!(await isNews())) return;
  await inTransaction(db, async (trx) => {
    // Two requests at the same moment are one opening.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${event.action} ${event.subject.id} ${id}`}, 0))`.execute(
      trx,
    );
    if (await isNews()) await recordAudit(trx, actor, event);
  });
}

// Enough to recognise a document by, not enough to use it.
const VISIBLE_DIGITS = 3;
const DOCUMENTS = new Set(['cpf', 'rg', 'cnpj', 'pixKey']);

/** The fields of `after` that differ from `before`, as entries show them: documents masked but for their end. */
export function changesBetween(before: object, after: object): Changes {
  const old = before as Record<string, unknown>;
  const changes: Changes = {};
  for (const [field, value] of Object.entries(after)) {
    if (isDeepStrictEqual(old[field] ?? null, value ?? null)) continue;
    const shown = DOCUMENTS.has(field) ? maskDocument : (given: unknown) => given ?? null;
    changes[field] = [shown(old[field]), shown(value)];
  }
  return changes;
}

function maskDocument(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value ?? null;
  return `•••${value.length > VISIBLE_DIGITS * 2 ? value.slice(-VISIBLE_DIGITS) : ''}`;
}
