import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import { operatorFieldKeys, operatorTable } from '@passeio/contract/operator/operator';
import { entryOf, participantTable, personFields } from '@passeio/contract/reservations/participants';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/connect.ts';
import type { Schema } from '../database/schema/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Caller, LinkMaker } from '../http/access.ts';
import { clientNetwork } from '../http/client-address.ts';
import { AppError } from '../http/errors.ts';

/** Field -> [before, after]. */
export type Changes = Record<string, [unknown, unknown]>;

/** Who acts and from where; built from the request, so that rules do not depend on HTTP. */
export interface Actor {
  caller: Caller | null;
  /** Who acts without an account; the system by default. */
  name?: string;
  /** Who of staff made the link by which somebody acts without an account. */
  linkMadeBy?: LinkMaker | undefined;
  address: string;
  /** The address as rate limits count it; null without limits, and for what no client asks for. */
  network: string | null;
  device: string;
  requestId: string;
  /** Where its entries wait for the end of {@link gatherAudits}. */
  gathered?: AuditEntry[];
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
    network: request.server.deps.config.rateLimits ? clientNetwork(request.ip) : null,
    device: deviceOf(request.headers['user-agent'] ?? ''),
    requestId: request.id,
  };
}

/** The person acting, where one is required. */
export function callerOfActor({ caller }: Actor): Caller {
  if (!caller) throw new AppError('UNAUTHENTICATED');
  return caller;
}

/** Writes an audit entry in the transaction of the change. */
export async function recordAudit(trx: DatabaseTransaction, actor: Actor, event: AuditEvent): Promise<void> {
  const entry = auditEntry(actor, event);
  if (actor.gathered) {
    actor.gathered.push(entry);
    return;
  }
  await trx
    .insertInto('audit_entries')
    .values({ ...entry, changes: JSON.stringify(entry.changes) })
    .execute();
}

/** Writes the audit entries of several changes, in their order, in one statement. */
export async function recordAudits(trx: DatabaseTransaction, actor: Actor, events: AuditEvent[]): Promise<void> {
  const entries = events.map((event) => auditEntry(actor, event));
  if (actor.gathered) actor.gathered.push(...entries);
  else await insertEntries(trx, entries);
}

/** Does work of thousands of changes, whose audit entries are written in one statement at its end. */
export async function gatherAudits<Result>(
  trx: DatabaseTransaction,
  actor: Actor,
  work: (gathering: Actor) => Promise<Result>,
): Promise<Result> {
  const gathered: AuditEntry[] = [];
  const result = await work({ ...actor, gathered });
  await insertEntries(trx, gathered);
  return result;
}

async function insertEntries(trx: DatabaseTransaction, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  // Ids made within a millisecond are in no order.
  const ids = entries.map(({ id }) => id).toSorted();
  const rows = JSON.stringify(entries.map((entry, index) => ({ ...entry, id: ids[index] })));
  await sql`
    insert into audit_entries (id, actor_id, actor_name, actor_role, address, device, request_id, action, subject_type,
      subject_id, subject_label, changes, link_made_by)
    select id, actor_id, actor_name, actor_role, address, device, request_id, action, subject_type,
      subject_id, subject_label, changes, link_made_by
    from jsonb_populate_recordset(null::audit_entries, ${rows}::jsonb)`.execute(trx);
}

const SYSTEM_NAME = 'Sistema';

/** The system as an actor, in jobs. */
export const system: Actor = { caller: null, address: '', network: null, device: '', requestId: '' };

/** The bank as an actor, where its answer causes a change. */
export const bank: Actor = { ...system, name: 'Banco (Pix)' };
const cardBank: Actor = { ...system, name: 'Banco (cartão)' };

/** The bank as an actor, by the method of the payment that it reports. */
export const bankOf = (method: string): Actor => (method === 'card' ? cardBank : bank);

/** Whether an entry with this actor's name was written by what a bank reported. */
export const isBank = (name: string): boolean => name === bank.name || name === cardBank.name;

/** Who of staff made a link, of the row that was found by its token. */
export function makerOf(link: { made_by: string | null; maker_name: string | null }): LinkMaker | undefined {
  return link.made_by === null ? undefined : { id: link.made_by, name: link.maker_name ?? '' };
}

/** Says that somebody acts by a link, and who of staff made it. */
export function byLinkLabel(maker: LinkMaker | undefined): string {
  return maker ? `pelo link feito por ${maker.name}` : 'pelo link';
}

/** Somebody without an account as an actor, who has a link. */
export function linkActor(actor: Actor, linkMadeBy: LinkMaker | undefined): Actor {
  return {
    ...actor,
    caller: null,
    name: linkMadeBy ? `Pelo link feito por ${linkMadeBy.name}` : 'Pelo link',
    linkMadeBy,
  };
}

const GUIDE = 'Guia: ';

/** A guide as an actor, who has a link instead of an account; a session beside it does not count. */
export function guideActor(
  actor: Actor,
  { name, made_by: id, maker_name: maker }: { name: string; made_by: string; maker_name: string },
): Actor {
  return { ...actor, caller: null, name: `${GUIDE}${name} (link de ${maker})`, linkMadeBy: { id, name: maker } };
}

/** Whether an entry without a person is a guide's. */
export function isGuide(actorName: string): boolean {
  return actorName.startsWith(GUIDE);
}

export type AuditEntry = Omit<Insertable<Schema['audit_entries']>, 'changes'> & { changes: Changes };

/** The row of an event, for statements that insert it together with the change. */
export function auditEntry(actor: Actor, event: AuditEvent): AuditEntry {
  const { id = null, role = null, name = actor.name ?? SYSTEM_NAME } = actor.caller ?? {};
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
    link_made_by: (actor.linkMadeBy ?? actor.caller?.linkMadeBy)?.id ?? null,
  };
}

/** Views within this time are one audit entry. */
const VIEW_DEDUPLICATION_MINUTES = 10;

/** Records a view of personal data, unless the same person or link viewed the same subject a short time ago. */
export async function recordView(db: Database, actor: Actor, event: AuditEvent): Promise<void> {
  const { id = null, name = actor.name ?? SYSTEM_NAME } = actor.caller ?? {};
  const isNew = async () => {
    const entry = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('subject_type', '=', event.subject.type)
      .where('subject_id', '=', event.subject.id)
      .where('action', '=', event.action)
      .where('actor_id', 'is not distinct from', id)
      .where('actor_name', '=', name)
      .where('at', '>', sql<Date>`now() - make_interval(mins => ${VIEW_DEDUPLICATION_MINUTES})`)
      .executeTakeFirst();
    return entry === undefined;
  };
  if (!(await isNew())) return;
  await inTransaction(db, async (trx) => {
    // Concurrent requests record one view.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${event.action} ${event.subject.id} ${id} ${name}`}, 0))`.execute(
      trx,
    );
    if (await isNew()) await recordAudit(trx, actor, event);
  });
}

// Enough to recognise a document, not enough to use it.
const VISIBLE_DIGITS = 3;
const DOCUMENTS = new Set<string>([
  'rg',
  ...personFields.filter((field) => participantTable[field].privacy === 'document'),
  ...operatorFieldKeys.filter((field) => operatorTable[field].masked),
]);
// They are about a person's health: that they changed is recorded, not what they say.
const HIDDEN = new Set<string>(
  personFields.flatMap((field) => {
    const { privacy, auditName = field } = entryOf(field);
    return privacy === 'health' ? [auditName] : [];
  }),
);

/**
 * The fields of `after` that differ from `before`; documents are masked except for their last digits, notes on people
 * wholly.
 */
export function changesBetween(before: object, after: object): Changes {
  const old = before as Record<string, unknown>;
  const changes: Changes = {};
  for (const [field, value] of Object.entries(after)) {
    if (isDeepStrictEqual(old[field] ?? null, value ?? null)) continue;
    changes[field] = [shown(field, old[field]), shown(field, value)];
  }
  return changes;
}

function shown(field: string, value: unknown): unknown {
  if (HIDDEN.has(field)) return value == null ? null : '•••';
  return DOCUMENTS.has(field) && typeof value === 'string' && value !== '' ? maskDocument(value) : (value ?? null);
}

/** The last characters of a document. */
export function maskDocument(value: string): string {
  return `•••${value.length > VISIBLE_DIGITS * 2 ? value.slice(-VISIBLE_DIGITS) : ''}`;
}

/** Browser and system of a user agent, as in "Chrome, Android". */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return 'Aparelho desconhecido';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ') || 'Aparelho desconhecido';
}
