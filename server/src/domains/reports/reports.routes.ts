import { reportRoutes as entries } from '@passeio/contract/reports/report-routes';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { exportReport } from './export/export-report.ts';
import { readReport } from './report/read-report.ts';

/** Numbers of a period. */
export async function reportsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, entries.read, ({ query }) => readReport(db, query));
  handle(app, entries.export, async ({ actor, query: { format, ...query }, reply }) =>
    sendFile(reply, await exportReport(db, actor, query, format)),
  );
}
