import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { AppError } from '../../platform/http/errors.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { isSameSecret } from '../../platform/http/same-secret.ts';
import { enqueueReports } from './work-reports.ts';

/** Meta sends at most 3 MB. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const MINUTE_MS = 60_000;

const question = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
});

/**
 * Where Meta reports messages and what became of them: at a secret address, which keeps strangers out, signed with the
 * app's secret, which proves them. Reports are queued, and answered at once.
 */
export async function whatsAppWebhooks(app: App): Promise<void> {
  const { connections } = app.deps;
  const countStranger = limited(app, { name: 'whatsapp-webhook', max: 20, windowMs: MINUTE_MS });
  const serviceOf = (request: FastifyRequest) => {
    const { secret } = request.params as { secret: string };
    const { whatsApp } = connections;
    return whatsApp && isSameSecret(secret, whatsApp.pathSecret) ? whatsApp : undefined;
  };
  // Before the body is read.
  const onRequest = async function (this: App, ...[request, reply]: Parameters<typeof countStranger>) {
    if (serviceOf(request)) return;
    await countStranger.call(this, request, reply);
    throw new AppError('NOT_FOUND');
  } as unknown as typeof countStranger;
  const params = z.object({ secret: z.string() });

  app.get('/whatsapp/:secret', { schema: { params }, onRequest }, async function (request, reply) {
    const asked = question.safeParse(request.query).data;
    const service = serviceOf(request);
    if (!asked || !service || !isSameSecret(asked['hub.verify_token'], service.verifyToken)) {
      await countStranger.call(this, request, reply);
      throw new AppError('FORBIDDEN');
    }
    return reply.type('text/plain').send(asked['hub.challenge']);
  });

  await app.register(async (signed) => {
    // The signature is of the bytes as they came.
    signed.removeContentTypeParser('application/json');
    signed.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    signed.post(
      '/whatsapp/:secret',
      { schema: { params }, bodyLimit: MAX_BODY_BYTES, onRequest },
      async function (request, reply) {
        const service = serviceOf(request);
        const body = request.body as Buffer | undefined;
        const signature = String(request.headers['x-hub-signature-256'] ?? '');
        const reports = service && body && readOrRefuse(() => service.readReports(body, signature));
        if (!service || !reports) {
          await countStranger.call(this, request, reply);
          throw new AppError('UNAUTHENTICATED');
        }
        await enqueueReports(app.deps, service.account, reports);
        return reply.send();
      },
    );
  });
}

function readOrRefuse<Read>(read: () => Read): Read {
  try {
    return read();
  } catch {
    // Nothing of what it says is to be logged.
    throw new AppError('INVALID_INPUT');
  }
}
