import { reportRoutes as entries } from '@passeio/contract/reports/report-routes';
import type { App } from '../../deps.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { exportReport } from './export/export-report.ts';
import { sendFile } from './export/export-table.ts';
import { readReport } from './report/read-report.ts';

const MINUTE_MS = 60_000;

/** Numbers of a period. */
export async function reportsRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const by = (request: Parameters<typeof callerOf>[0]) => callerOf(request).id;
  // A long period reads many rows, and files are CPU-bound.
  const limit = limited(app, { name: 'reports', max: 120, windowMs: MINUTE_MS, by });
  const exportLimit = limited(app, { name: 'report-export', max: 30, windowMs: MINUTE_MS, by });

  handle(app, entries.read, ({ query }) => readReport(db, query), { limit });
  handle(
    app,
    entries.export,
    async ({ actor, query: { format, ...query }, reply }) => {
      return sendFile(reply, await exportReport(db, actor, query, format));
    },
    { limit: exportLimit },
  );
}
