import { searchRoutes as entries } from '@passeio/contract/staff/search';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { searchAll } from './search.ts';

/** Staff searches while it types: several requests a word. */
export async function searchRoutes(app: App): Promise<void> {
  handle(app, entries.search, ({ caller, query }) => searchAll(app.deps.db, caller, query.q));
}
