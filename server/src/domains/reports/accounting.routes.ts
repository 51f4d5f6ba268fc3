import { accountingRoutes as entries } from '@passeio/contract/reports/accounting';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { acceptStatements, readUpload } from '../payments/index.ts';
import { readEntries } from './accounting/entries.ts';
import { exportEntries } from './accounting/export-entries.ts';
import { exportReconciliation } from './reconciliation/export-reconciliation.ts';
import { readReconciliation } from './reconciliation/reconciliation.ts';

/** What the operator's accountant needs. */
export async function accountingRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, entries.listEntries, ({ caller, query }) => readEntries(db, caller, query));
  handle(app, entries.exportEntries, async ({ actor, query, reply }) =>
    sendFile(reply, await exportEntries(db, actor, query)),
  );
  await app.register(reconciliationRoutes);
}

// A plugin context of its own: only these routes parse multipart.
async function reconciliationRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  await acceptStatements(app);
  handle(app, entries.reconcile, async ({ request }) => readReconciliation(db, (await readUpload(db, request)).parsed));
  handle(app, entries.exportReconciliation, async ({ actor, query, request, reply }) => {
    const { parsed } = await readUpload(db, request);
    return sendFile(reply, await exportReconciliation(db, actor, parsed, query.format));
  });
}
