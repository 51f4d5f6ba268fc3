import { createBatcher } from './batcher.ts';

/**
 * Loads rows for concurrent requests with one statement per batch; nothing is cached.
 *
 * `find` gets distinct keys and returns their rows in any order; `nameOf` maps keys and rows to the same string. Must
 * not be called inside a transaction: it uses a connection of its own.
 */
export function createBatchLoader<Key, Row extends Key>(
  find: (keys: Key[]) => Promise<Row[]>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Row[]> {
  return createBatcher(async (keys) => {
    const distinct = new Map(keys.map((key) => [nameOf(key), key]));
    const rows = Map.groupBy(await find([...distinct.values()]), nameOf);
    return keys.map((key) => rows.get(nameOf(key)) ?? []);
  });
}
