import type { Database } from '../src/platform/database/connect.ts';

/** A database that waits for `change`, made elsewhere, once it has read its first rows. */
export function changeWhileReading(db: Database, change: () => Promise<unknown>): Database {
  let changed: Promise<unknown> | undefined;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.length > 0) changed ??= change();
      await changed;
      return result;
    },
  });
}
