import { id } from '@passeio/contract/fields';
import { reservationCode } from '@passeio/contract/reservations/reservations';
import { voucher, voucherExportQuery } from '@passeio/contract/reservations/voucher';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { exportVoucher } from './export-voucher.ts';
import { openVoucher } from './voucher.ts';
import { exampleVoucher } from './voucher-example.ts';

const MINUTE_MS = 60_000;
const tags = ['reservations'];
const params = z.object({ reservationId: id.or(reservationCode).meta({ examples: [exampleVoucher.code] }) });
// Each PDF is drawn in a thread of its own, which takes some 50 MB.
const pdfTurns = new Semaphore({ permits: 2, maxQueued: 60, timeoutMs: 30_000 });

/** The voucher of a booked reservation, also as a file. */
export async function voucherRoutes(app: App): Promise<void> {
  const { db, storage, config } = app.deps;
  const { publicUrl } = config;

  app.get(
    '/reservations/:reservationId/voucher',
    {
      schema: {
        tags,
        summary: 'The voucher of a confirmed reservation, by id or code, for its payer and staff',
        params,
        response: { 200: voucher.meta({ examples: [exampleVoucher] }), ...errorResponses() },
      },
    },
    async (request, reply) => {
      const read = await openVoucher(db, callerOf(request), request.params.reservationId, publicUrl);
      return reply.header('cache-control', 'private, no-store').send(read.voucher);
    },
  );

  app.get(
    '/reservations/:reservationId/voucher/export',
    {
      // Drawing is CPU-bound.
      preHandler: limited(app, {
        name: 'voucher',
        max: 30,
        windowMs: MINUTE_MS,
        by: (request) => callerOf(request).id,
      }),
      schema: {
        tags,
        summary: 'The voucher as a file: one page to print, or an event for calendars that starts at the boarding',
        params,
        querystring: voucherExportQuery.meta({ examples: [{ format: 'pdf' }] }),
        produces: ['application/pdf', 'text/calendar'],
        response: errorResponses(),
      },
    },
    async (request, reply) => {
      const { format } = request.query;
      const read = await openVoucher(db, callerOf(request), request.params.reservationId, publicUrl);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const make = () => exportVoucher(storage, read, { format, publicUrl });
      const file = format === 'pdf' ? await pdfTurns.run(make, gone.signal) : await make();
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'private, no-store')
        .type(file.mediaType)
        .send(file.content as never);
    },
  );
}
