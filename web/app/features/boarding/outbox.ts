import type { BoardingTap } from '@passeio/contract/boarding/boarding';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A tap that is to be sent, or that the server refused. It names nobody: only ids and times. */
export interface OutboxTap extends BoardingTap {
  /** Who tapped; taps outlive their session. */
  owner: string;
  /** Of which list. */
  list: string;
  /** Why the server refused it; null until then. */
  refusal: string | null;
}

interface OutboxSchema extends DBSchema {
  taps: { key: string; value: OutboxTap; indexes: { owner: string } };
  device: { key: string; value: string };
}

const NAME = 'boarding-outbox';
const DEVICE = 'id';

let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;

function outbox(): Promise<IDBPDatabase<OutboxSchema>> {
  opening ??= openDB<OutboxSchema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('taps', { keyPath: 'id' }).createIndex('owner', 'owner');
      db.createObjectStore('device');
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

/** Resolves once the tap is on disk. */
export async function storeTap(tap: OutboxTap): Promise<void> {
  const transaction = (await outbox()).transaction('taps', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(tap), transaction.done]);
}

export async function deleteTaps(ids: readonly string[]): Promise<void> {
  const transaction = (await outbox()).transaction('taps', 'readwrite');
  await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
}

/** In the order in which they were made, by this device's clock. */
export async function readTaps(owner: string, list: string): Promise<OutboxTap[]> {
  const taps = await (await outbox()).getAllFromIndex('taps', 'owner', owner);
  return taps.filter((tap) => tap.list === list).sort((one, other) => one.tappedAt.localeCompare(other.tappedAt));
}

/** How many taps of somebody are still to be sent; none where that cannot be said. */
export async function countUnsent(owner: string): Promise<number> {
  try {
    // Opening it would create it, for clients too.
    const all = await globalThis.indexedDB?.databases?.();
    if (all && !all.some(({ name }) => name === NAME)) return 0;
    const taps = await (await outbox()).getAllFromIndex('taps', 'owner', owner);
    return taps.filter(({ refusal }) => refusal === null).length;
  } catch (error) {
    console.warn('The outbox could not be read', error);
    return 0;
  }
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
