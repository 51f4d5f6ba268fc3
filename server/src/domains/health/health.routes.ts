import { healthRoutes as entries, type HealthReport } from '@passeio/contract/health';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { readHealth } from './health.ts';
import type { Watched } from './watched.ts';

// Pages ask every half minute; several of them share a report.
const SHARED_MS = 5_000;

/** How the installation is, for administrators, without Prometheus. */
export async function healthReportRoutes(app: App, watched: Watched): Promise<void> {
  let last: Promise<HealthReport> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  handle(app, entries.read, () => {
    if (last && performance.now() - readAt < SHARED_MS) return last;
    readAt = performance.now();
    last = readHealth(app.deps, watched);
    last.catch(() => (last = undefined));
    return last;
  });
}
