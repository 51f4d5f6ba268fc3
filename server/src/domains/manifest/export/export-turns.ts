import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import type { ExportedFile } from './table.ts';

const MINUTE_MS = 60_000;
// Exports are built in memory; the PDF of a full trip takes about 70 MB.
const exportSemaphore = new Semaphore({ permits: 2, maxQueued: 30, timeoutMs: 30_000 });

/** How often a person may take lists along: exports are CPU-bound. */
export function exportLimit(app: App) {
  return limited(app, { name: 'export', max: 30, windowMs: MINUTE_MS, by: (request) => callerOf(request).id });
}

/** Makes a file when it is its turn, unless whoever asked has gone, and sends it. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<ExportedFile>,
  facts: Record<string, unknown>,
): Promise<never> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const file = await exportSemaphore.run(make, gone.signal);
  logExport(request, facts);
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store')
    .type(file.mediaType)
    .send(file.content as never) as never;
}

/** Logs that personal data leaves the system. */
export function logExport(request: FastifyRequest, facts: Record<string, unknown>): void {
  const { tripId } = request.params as { tripId: string };
  request.log.info({ caller: request.caller?.id, address: request.ip, tripId, ...facts }, 'passenger list exported');
}
