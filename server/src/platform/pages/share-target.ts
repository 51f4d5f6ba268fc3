import type { Readable } from 'node:stream';
import { MISSED_RECEIPT, SHARED_RECEIPT_PAGE } from '@passeio/contract/paths';
import type { FastifyInstance } from 'fastify';
import { extendBodyDeadline } from '../http/body-deadline.ts';
import { limited } from '../http/rate-limits.ts';

// More than a receipt may have, so that the page can refuse a photo that is too large.
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Answers a file that was shared with the installed application while its service worker, which receives it, was not at
 * work. Nobody is signed in here, so nothing is stored: the body is dropped, and the page asks for the file. A form of
 * another site gets no further than that page.
 */
export async function shareTarget(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => {
    drop(body).then(() => done(null), done);
  });
  app.post(SHARED_RECEIPT_PAGE, {
    onRequest: [limited(app, { name: 'share-target', max: 30, windowMs: 10 * 60_000 }), extendBodyDeadline],
    handler: (_request, reply) =>
      reply.headers({ 'cache-control': 'no-store', connection: 'close' }).redirect(MISSED_RECEIPT, 303),
  });
}

/** Reads on, because browsers read the answer only when they have sent everything; beyond the limit no more is read. */
function drop(body: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) return;
      body.pause();
      resolve();
    });
    body.once('end', resolve);
    body.once('error', reject);
  });
}
