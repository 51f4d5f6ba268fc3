import type { BoardingTap } from '@passeio/contract/boarding/boarding';
import type { DoorPayment } from '@passeio/contract/boarding/door-money';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What is to be sent, or what the server refused. It names nobody: only ids, codes, amounts and times. */
interface Kept {
  /** Who tapped; it outlives their session. */
  owner: string;
  /** The list that it belongs to. */
  list: string;
  /** Why the server refused it; null until then. */
  refusal: string | null;
}
export type OutboxTap = BoardingTap & Kept;
/** Cash that was taken. */
export type OutboxPayment = DoorPayment & Kept;

interface OutboxSchema extends DBSchema {
  taps: { key: string; value: OutboxTap };
  payments: { key: string; value: OutboxPayment };
  device: { key: string; value: string };
}
type Kind = 'taps' | 'payments';

const NAME = 'boarding-outbox';
const DEVICE = 'id';

let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;

function outbox(): Promise<IDBPDatabase<OutboxSchema>> {
  opening ??= openDB<OutboxSchema>(NAME, 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('taps', { keyPath: 'id' });
        db.createObjectStore('device');
      }
      db.createObjectStore('payments', { keyPath: 'id' });
    },
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opening = undefined;
    },
    terminated() {
      opening = undefined;
    },
  }).catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Resolves once it is on disk. */
export async function keep<K extends Kind>(kind: K, kept: OutboxSchema[K]['value']): Promise<void> {
  const transaction = (await outbox()).transaction(kind, 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(kept), transaction.done]);
}

export async function forget(kind: Kind, ids: readonly string[]): Promise<void> {
  const transaction = (await outbox()).transaction(kind, 'readwrite');
  await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
}

/** In the order in which they were made, by this device's clock. */
export async function readKept<K extends Kind>(
  kind: K,
  { owner, list }: Pick<Kept, 'owner' | 'list'>,
): Promise<OutboxSchema[K]['value'][]> {
  const all: OutboxSchema[K]['value'][] = await (await outbox()).getAll(kind);
  return all
    .filter((one) => one.owner === owner && one.list === list)
    .sort((one, other) => one.tappedAt.localeCompare(other.tappedAt));
}

/** What is still to be sent of these. */
export function unsent<One extends Kept>(all: readonly One[]): One[] {
  return all.filter(({ refusal }) => refusal === null);
}

/** How many taps of somebody, cash included, are still to be sent; none where that cannot be said. */
export async function countUnsent(owner: string): Promise<number> {
  return (await Promise.all([readUnsent('taps', owner), readUnsent('payments', owner)])).flat().length;
}

/** The lists of which somebody has cash that is still to be sent; none where that cannot be said. */
export async function listsWithCash(owner: string): Promise<string[]> {
  return [...new Set((await readUnsent('payments', owner)).map(({ list }) => list))];
}

async function readUnsent(kind: Kind, owner: string): Promise<Kept[]> {
  try {
    // Opening it would create it, for clients too.
    const all = await globalThis.indexedDB?.databases?.();
    if (all && !all.some(({ name }) => name === NAME)) return [];
    const kept: Kept[] = await (await outbox()).getAll(kind);
    return unsent(kept).filter((one) => one.owner === owner);
  } catch (error) {
    console.warn('The outbox could not be read', error);
    return [];
  }
}

/** What is sent of it. */
export function toWire<One extends Kept>({ owner: _owner, list: _list, refusal: _refusal, ...sent }: One) {
  return sent;
}

/** Names this browser; made once. */
export async function deviceId(): Promise<string> {
  const transaction = (await outbox()).transaction('device', 'readwrite');
  const known = await transaction.store.get(DEVICE);
  const id = known ?? crypto.randomUUID();
  if (!known) await transaction.store.put(id, DEVICE);
  await transaction.done;
  return id;
}
