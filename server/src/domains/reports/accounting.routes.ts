import { accountingRoutes as entries } from '@passeio/contract/reports/accounting';
import type { App } from '../../deps.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { acceptStatements, readUpload } from '../payments/index.ts';
import { readEntries } from './accounting/entries.ts';
import { exportEntries } from './accounting/export-entries.ts';
import { sendFile } from './export/export-table.ts';
import { exportReconciliation } from './reconciliation/export-reconciliation.ts';
import { readReconciliation } from './reconciliation/reconciliation.ts';

const MINUTE_MS = 60_000;

/** What the operator's accountant needs. */
export async function accountingRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const by = (request: Parameters<typeof callerOf>[0]) => callerOf(request).id;
  const limit = limited(app, { name: 'accounting', max: 120, windowMs: MINUTE_MS, by });
  const exportLimit = limited(app, { name: 'accounting-export', max: 20, windowMs: MINUTE_MS, by });

  handle(app, entries.listEntries, ({ caller, query }) => readEntries(db, caller, query), { limit });
  handle(
    app,
    entries.exportEntries,
    async ({ actor, query, reply }) => sendFile(reply, await exportEntries(db, actor, query)),
    { limit: exportLimit },
  );
  await app.register(reconciliationRoutes);
}

// A plugin context of its own: only these routes parse multipart.
async function reconciliationRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  await acceptStatements(app);
  const by = (request: Parameters<typeof callerOf>[0]) => callerOf(request).id;
  const limit = limited(app, { name: 'reconciliation', max: 20, windowMs: MINUTE_MS, by });

  handle(
    app,
    entries.reconcile,
    async ({ request }) => readReconciliation(db, (await readUpload(db, request)).parsed),
    { limit, changes: 'nothing' },
  );
  handle(
    app,
    entries.exportReconciliation,
    async ({ actor, query, request, reply }) => {
      const { parsed } = await readUpload(db, request);
      return sendFile(reply, await exportReconciliation(db, actor, parsed, query.format));
    },
    { limit, changes: 'nothing' },
  );
}
