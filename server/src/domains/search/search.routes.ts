import { searchRoutes as entries } from '@passeio/contract/search';
import type { App } from '../../deps.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { watchCpfSearches } from '../users/index.ts';
import { searchAll } from './search.ts';

/** Staff searches while it types: several requests a word. */
export async function searchRoutes(app: App): Promise<void> {
  const limit = limited(app, { name: 'search', max: 240, windowMs: 60_000, by: (request) => callerOf(request).id });
  handle(app, entries.search, ({ caller, query }) => searchAll(app.deps.db, caller, query.q), {
    limit: [limit, watchCpfSearches(app)],
  });
}
