import { auditRoutes as entries } from '@passeio/contract/audit';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { findEntries } from './audit.ts';

export async function auditRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  handle(app, entries.list, ({ query }) => findEntries(db, query));
  handle(app, entries.readHistory, ({ params, query }) =>
    findEntries(db, { ...query, subject: 'person', subjectId: params.userId }),
  );
}
