import { randomBytes, randomInt } from 'node:crypto';
import {
  type ConnectionKind,
  connectionKinds,
  connectionTable,
  fieldsOf,
  isConnectionKind,
} from '@passeio/contract/connections/connection-kinds';
import type {
  ConnectionChange,
  ConnectionProof,
  ConnectionState,
  ConnectionTrial,
} from '@passeio/contract/connections/connections';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import {
  type ConnectionsAtWork,
  type ConnectionValues,
  NOTICES_REFUSED,
  type Tried,
} from '../../ports/connections/port.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../ports/identity/port.ts';
import { endChargesOf } from '../book/index.ts';
import { identityByPassword } from '../users/index.ts';
import {
  type ConnectionRow,
  deleteConnection,
  deleteRetired,
  findConnection,
  insertConnection,
  isRefunding,
  lockKind,
  readShown,
  updateConnection,
} from './connections.queries.ts';
import { accountHash, mergeValues, openContent, sealContent, shownOf } from './keep-secrets.ts';

const PATH_SECRET_BYTES = 24;
const NAME_LETTERS = 8;
const WEBHOOKS_REFUSED =
  'O WhatsApp não aceita o nosso endereço de avisos: as mensagens dos clientes não chegam. Salve a conexão de novo.';
const UNREADABLE = 'Não deu para ler esta conexão: a chave do servidor mudou. Conecte de novo.';

/** Every kind, connected or not. */
export async function listConnections(atWork: ConnectionsAtWork): Promise<ConnectionState[]> {
  const rows = await readShown(atWork.parts.db);
  return connectionKinds.map((kind) =>
    present(
      atWork,
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  );
}

export async function readConnection(atWork: ConnectionsAtWork, kind: ConnectionKind): Promise<ConnectionState> {
  const rows = await readShown(atWork.parts.db);
  return present(
    atWork,
    kind,
    rows.filter((row) => row.kind === kind),
  );
}

function present(
  atWork: ConnectionsAtWork,
  kind: ConnectionKind,
  rows: Awaited<ReturnType<typeof readShown>>,
): ConnectionState {
  const { adapters, surroundings, sealer } = atWork.parts;
  const given = fixedSource(atWork, kind);
  const row = given ? undefined : rows.find(({ retired_at }) => retired_at === null);
  const isReadable = !row || openContent(sealer, row) !== undefined;
  return {
    kind,
    source: given ?? (row ? 'browser' : (atWork.sourceOf(kind) ?? 'none')),
    demonstrationUrl: adapters[kind].demonstrationUrl?.(surroundings) ?? null,
    shown: row ? (row.shown as Record<string, string>) : {},
    connectedAt: row?.connected_at.toISOString() ?? null,
    connectedBy: row?.connected_by_name ?? '',
    expiresAt: row?.expires_at?.toISOString() ?? null,
    problem: isReadable ? (row?.problem ?? '') : UNREADABLE,
    addresses: given ? [] : adapters[kind].addresses(surroundings.publicUrl),
    retired: rows.flatMap(({ name, retired_at, open_charges: openCharges, expires_at, problem }) =>
      retired_at
        ? [
            {
              name,
              retiredAt: retired_at.toISOString(),
              openCharges,
              expiresAt: expires_at?.toISOString() ?? null,
              problem,
            },
          ]
        : [],
    ),
  };
}

/** Who asks, with what proves it. */
export interface Proving {
  identity: VerifiedIdentity;
  proof: ConnectionProof;
}

/** What its administrator had read of a connection. */
interface Seen {
  connectedAt?: string | null | undefined;
}

/** Throws unless the password is the caller's, and their second step is fresh where they have one. */
export async function requireProof(
  { db, identities }: { db: Database; identities: IdentityProvider },
  actor: Actor,
  { identity, proof: { password, code } }: Proving,
): Promise<void> {
  const who = await identityByPassword({ db, identity: identities }, callerOfActor(actor).id, password);
  if (!who) throw new AppError('CONNECTION_PROOF_WRONG', { password: 'A senha não confere. Tente de novo.' });
  if (await identities.provesSecondStep(identity, code)) return;
  throw new AppError('CONNECTION_PROOF_WRONG', {
    code: code
      ? 'O código não confere, ou já foi usado. Espere o próximo.'
      : 'Digite o código do seu aplicativo autenticador. Quem usa chave de acesso sai da conta e entra de novo antes.',
  });
}

type Deps = { atWork: ConnectionsAtWork; identities: IdentityProvider };

/** Asks the provider whether it accepts what was typed, with what is stored where a field is empty. */
export async function testConnection(
  atWork: ConnectionsAtWork,
  kind: ConnectionKind,
  given: ConnectionValues,
): Promise<ConnectionTrial> {
  requireOwn(atWork, kind);
  const stored = await findConnection(atWork.parts.db, kind);
  const { outcome, problems, notes } = await tryValues(atWork, kind, given, stored);
  return { outcome, problems, notes };
}

/**
 * Connects, or changes what is connected, once the provider accepts it. Another account replaces the one before, which
 * reports and refunds what it started; the same account keeps its charges and gets the new secrets.
 */
export async function changeConnection(
  { atWork, identities }: Deps,
  actor: Actor,
  kind: ConnectionKind,
  given: Proving & Seen & Pick<ConnectionChange, 'values' | 'evenIfUnreachable'>,
): Promise<ConnectionState> {
  const { db } = atWork.parts;
  requireOwn(atWork, kind);
  await requireProof({ db, identities }, actor, given);
  const stored = await findConnection(db, kind);
  const tried = await tryValues(atWork, kind, given.values, stored);
  if (tried.outcome === 'refused') {
    throw new AppError('CONNECTION_REFUSED', fieldsAtFault(tried));
  }
  if (tried.outcome === 'unreachable' && !given.evenIfUnreachable) throw new AppError('CONNECTION_UNREACHABLE');
  const name = await inTransaction(db, async (trx) => {
    await lockKind(trx, kind);
    requireSeen(await findConnection(trx, kind), given);
    return save(trx, atWork, actor, kind, tried);
  });
  await atWork.reload();
  await registerNotices(atWork, kind, name);
  return readConnection(atWork, kind);
}

/** Removes a connection; an account for payments reports and refunds until nothing of it is open. */
export async function removeConnection(
  { atWork, identities }: Deps,
  actor: Actor,
  kind: ConnectionKind,
  given: Proving & Seen,
): Promise<ConnectionState> {
  const { db } = atWork.parts;
  requireOwn(atWork, kind);
  await requireProof({ db, identities }, actor, given);
  await inTransaction(db, async (trx) => {
    await lockKind(trx, kind);
    const row = await findConnection(trx, kind);
    if (!row) throw new AppError('CONNECTION_MISSING');
    requireSeen(row, given);
    await end(trx, kind, row);
    await recordAudit(trx, actor, { action: 'connection.removed', subject: subjectOf(kind) });
  });
  await atWork.reload();
  return readConnection(atWork, kind);
}

/**
 * Forgets a replaced account before nothing of it is open, as when its bank refuses it: its open charges end, and
 * payers ask for others. Throws CONNECTION_MISSING, and CONNECTION_REFUNDING while money is on its way back through it.
 */
export async function forgetRetired(
  { atWork, identities }: Deps,
  actor: Actor,
  kind: ConnectionKind,
  { name, ...proving }: Proving & { name: string },
): Promise<ConnectionState> {
  const { db } = atWork.parts;
  await requireProof({ db, identities }, actor, proving);
  await inTransaction(db, async (trx) => {
    await lockKind(trx, kind);
    if (!(await deleteRetired(trx, kind, name))) throw new AppError('CONNECTION_MISSING');
    if (await isRefunding(trx, name)) throw new AppError('CONNECTION_REFUNDING');
    await endChargesOf(trx, name);
    await recordAudit(trx, actor, { action: 'connection.forgotten', subject: subjectOf(kind) });
  });
  await atWork.reload();
  return readConnection(atWork, kind);
}

function requireSeen(row: ConnectionRow | undefined, { connectedAt }: Seen): void {
  if (connectedAt === undefined) return;
  if ((row?.connected_at.toISOString() ?? null) !== connectedAt) throw new AppError('CONNECTION_CHANGED');
}

/** Where a kind is defined that is not changed in the browser. */
function fixedSource(atWork: ConnectionsAtWork, kind: ConnectionKind) {
  const { adapters, surroundings } = atWork.parts;
  return adapters[kind].demonstrationUrl?.(surroundings) ? undefined : atWork.sourceOf(kind);
}

function requireOwn(atWork: ConnectionsAtWork, kind: ConnectionKind): void {
  if (fixedSource(atWork, kind)) throw new AppError('CONNECTION_ON_SERVER');
}

interface TriedValues extends Tried {
  values: ConnectionValues;
}

/** Tries what is stored of a connection at work; undefined where it cannot be read. */
export async function tryStored({ parts }: ConnectionsAtWork, row: ConnectionRow): Promise<Tried | undefined> {
  const values = openContent(parts.sealer, row)?.values;
  return values && isConnectionKind(row.kind) ? parts.adapters[row.kind].tryOut(values, parts.surroundings) : undefined;
}

async function tryValues(
  atWork: ConnectionsAtWork,
  kind: ConnectionKind,
  given: ConnectionValues,
  stored: ConnectionRow | undefined,
): Promise<TriedValues> {
  const { adapters, surroundings, sealer } = atWork.parts;
  const known = stored && openContent(sealer, stored)?.values;
  const values = readValues(kind, mergeValues(kind, given, known));
  return { ...(await adapters[kind].tryOut(values, surroundings)), values };
}

/** Throws INVALID_INPUT with a sentence for each field that is not as it should be. */
function readValues(kind: ConnectionKind, merged: ConnectionValues): ConnectionValues {
  const problems: Record<string, string> = {};
  const entries = fieldsOf(kind).map(([name, { schema, label, isOptional }]) => {
    const value = merged[name] ?? '';
    const read = schema.safeParse(value);
    if (read.success) return [name, read.data];
    const missing = `${label}: preencha este campo.`;
    problems[name] = value === '' && !isOptional ? missing : (read.error.issues[0]?.message ?? missing);
    return [name, ''];
  });
  if (Object.keys(problems).length > 0) throw new AppError('INVALID_INPUT', problems);
  return Object.fromEntries(entries);
}

function fieldsAtFault({ problems }: Tried): Record<string, string> {
  // What is about no field stands below the form.
  return Object.fromEntries(problems.map(({ field, sentence }) => [field || 'form', sentence]));
}

async function save(
  trx: DatabaseTransaction,
  atWork: ConnectionsAtWork,
  actor: Actor,
  kind: ConnectionKind,
  { values, account, expiresAt, outcome, problems }: TriedValues,
): Promise<string> {
  const { sealer } = atWork.parts;
  const before = await findConnection(trx, kind);
  const hash = accountHash(kind, account, values);
  const content = before && openContent(sealer, before);
  const isSame = content !== undefined && (before?.account === hash || !connectionTable[kind].takesMoney);
  const name = isSame && before ? before.name : newName(kind);
  const pathSecret = (isSame && content?.pathSecret) || randomBytes(PATH_SECRET_BYTES).toString('base64url');
  const { keyId, sealed } = sealContent(sealer, name, { values, pathSecret });
  const row = {
    account: hash,
    key_id: keyId,
    sealed,
    shown: JSON.stringify(shownOf(kind, values)),
    connected_at: new Date(),
    connected_by: callerOfActor(actor).id,
    expires_at: expiresAt ?? null,
    notified_days: null,
    problem: outcome === 'unreachable' ? (problems[0]?.sentence ?? '') : '',
  };
  if (isSame && before) await updateConnection(trx, name, row);
  else {
    if (before) await end(trx, kind, before);
    await insertConnection(trx, { ...row, name, kind });
  }
  const action = before ? 'connection.changed' : 'connection.made';
  await recordAudit(trx, actor, { action, subject: subjectOf(kind) });
  return name;
}

async function end(trx: DatabaseTransaction, kind: ConnectionKind, { name }: ConnectionRow): Promise<void> {
  if (connectionTable[kind].takesMoney) await updateConnection(trx, name, { retired_at: new Date() });
  else await deleteConnection(trx, name);
}

const subjectOf = (kind: ConnectionKind) => ({
  type: 'connection' as const,
  id: kind,
  label: connectionTable[kind].title,
});

// Letters alone: the name is that of a provider.
function newName(kind: ConnectionKind): string {
  const letters = Array.from({ length: NAME_LETTERS }, () => String.fromCharCode(97 + randomInt(26)));
  return `${kind}_${letters.join('')}`;
}

/** Has notices sent to the address of a new connection; without them every payment is found by asking. */
async function registerNotices(atWork: ConnectionsAtWork, kind: ConnectionKind, name: string): Promise<void> {
  const { db, providers, surroundings, logger } = atWork.parts;
  if (kind === 'whatsapp') return subscribeToChats(atWork, name);
  const notices = providers.named(name)?.notices;
  if (!notices?.secret) return;
  try {
    await notices.register(`${surroundings.publicUrl}/webhooks/${notices.path}/${notices.secret}`);
  } catch (error) {
    logger.warn({ connection: name, reason: (error as Error).message }, 'the bank refuses the address of notices');
    await updateConnection(db, name, { problem: NOTICES_REFUSED });
  }
}

/** Has Meta report messages to this operator's address. Without that nothing is known of them. */
async function subscribeToChats({ parts, whatsApp }: ConnectionsAtWork, name: string): Promise<void> {
  const { db, surroundings, logger } = parts;
  if (!whatsApp) return;
  try {
    await whatsApp.subscribe(`${surroundings.publicUrl}/webhooks/whatsapp/${whatsApp.pathSecret}`);
  } catch (error) {
    logger.warn({ connection: name, reason: (error as Error).message }, 'WhatsApp refuses the address of webhooks');
    await updateConnection(db, name, { problem: WEBHOOKS_REFUSED });
  }
}
