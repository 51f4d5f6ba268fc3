import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

const KEY = 'key';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** Epoch milliseconds after which it must be gone. */
  until: number;
}

interface VaultSchema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  sealed: { key: string; value: Sealed };
}

/**
 * Stores a value encrypted in a database of this browser. The key never leaves it: no script can read its bytes, and it
 * goes with the database. Does nothing where the browser has no encryption, which needs https or localhost.
 */
export async function seal(database: string, name: string, value: unknown, until: number): Promise<void> {
  if (!isPossible() || until <= Date.now()) return;
  // Until the value is in it, deleteOverIn would take the database for an empty one.
  await navigator.locks.request(database, () =>
    withVault(database, async (vault) => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(vault), bytes);
      await vault.put('sealed', { iv, data, until }, name);
    }),
  );
}

/**
 * The stored value, unvalidated: an earlier version may have written it. Undefined without one, and once it is over.
 */
export async function unseal(database: string, name: string): Promise<unknown> {
  if (!isPossible() || !(await exists(database))) return undefined;
  return withVault(database, async (vault) => {
    await deleteOver(vault);
    const sealed = await vault.get('sealed', name);
    return sealed && open(vault, sealed);
  });
}

/** All stored values that are not over, unvalidated. */
export async function unsealAll(database: string): Promise<unknown[]> {
  if (!isPossible() || !(await exists(database))) return [];
  return withVault(database, async (vault) => {
    await deleteOver(vault);
    const all = await vault.getAll('sealed');
    return Promise.all(all.map((sealed) => open(vault, sealed)));
  });
}

/** Deletes what is over in databases whose names begin like this, and databases that are then empty. */
export async function deleteOverIn(prefixes: readonly string[]): Promise<void> {
  if (!isPossible()) return;
  const all = (await indexedDB.databases?.()) ?? [];
  for (const { name = '' } of all) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
    await navigator.locks.request(name, async () => {
      const isEmpty = await withVault(name, async (vault) => {
        await deleteOver(vault);
        return (await vault.count('sealed')) === 0;
      });
      if (isEmpty) await deleteDB(name);
    });
  }
}

async function deleteOver(vault: IDBPDatabase<VaultSchema>): Promise<void> {
  for (const name of await vault.getAllKeys('sealed')) {
    const sealed = await vault.get('sealed', name);
    if (sealed && sealed.until <= Date.now()) await vault.delete('sealed', name);
  }
}

async function open(vault: IDBPDatabase<VaultSchema>, { iv, data }: Sealed): Promise<unknown> {
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(vault), data);
  return JSON.parse(new TextDecoder().decode(bytes));
}

async function keyOf(vault: IDBPDatabase<VaultSchema>): Promise<CryptoKey> {
  const known = await vault.get('keys', KEY);
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have been faster: the first key stays.
  const transaction = vault.transaction('keys', 'readwrite');
  const earlier = await transaction.store.get(KEY);
  if (!earlier) await transaction.store.put(made, KEY);
  await transaction.done;
  return earlier ?? made;
}

/** Opened for each use, so that nothing keeps it from being deleted. */
async function withVault<Result>(
  database: string,
  work: (vault: IDBPDatabase<VaultSchema>) => Promise<Result>,
): Promise<Result> {
  const vault = await openDB<VaultSchema>(database, 1, {
    upgrade(db) {
      db.createObjectStore('keys');
      db.createObjectStore('sealed');
    },
  });
  try {
    return await work(vault);
  } finally {
    vault.close();
  }
}

// Opening it would create it.
async function exists(database: string): Promise<boolean> {
  const all = await indexedDB.databases?.();
  return all === undefined || all.some(({ name }) => name === database);
}

function isPossible(): boolean {
  return globalThis.indexedDB !== undefined && globalThis.crypto?.subtle !== undefined;
}
