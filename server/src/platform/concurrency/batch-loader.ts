import { together } from './batcher.ts';

/**
 * Looks things up for many requests in one statement, as `together` does: every answer is read after it was asked for.
 *
 * `find` gets keys that differ and answers their rows in any order; `nameOf` tells which row belongs to which key. Must
 * not be called inside a transaction: it takes a connection of its own.
 */
export function lookUpTogether<Key, Row extends Key>(
  find: (keys: Key[]) => Promise<Row[]>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Row[]> {
  return together(async (keys) => {
    const different = new Map(keys.map((key) => [nameOf(key), key]));
    const rows = Map.groupBy(await find([...different.values()]), nameOf);
    return keys.map((key) => rows.get(nameOf(key)) ?? []);
  });
}
