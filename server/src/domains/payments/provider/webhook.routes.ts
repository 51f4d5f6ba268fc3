import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import type { Notice, PaymentProvider } from '../../../ports/payments/port.ts';
import { noticeIntake } from './confirm-payments.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;

/**
 * Where payment providers notify us of payments, each at its address: signed, or with a secret in the path, which
 * proves nothing, but keeps strangers out.
 */
export async function webhookRoutes(app: App): Promise<void> {
  const { providers, pixWebhookSecret } = app.deps;
  const takers = new Map<string, ReturnType<typeof noticeIntake>>();
  const take = (provider: PaymentProvider, notices: Notice[]) => {
    const taker = takers.get(provider.name) ?? noticeIntake(app.deps, provider);
    takers.set(provider.name, taker);
    return taker(notices);
  };
  // Accounts come and go, and several of one provider may share an address.
  const providersAt = (request: FastifyRequest) => {
    const { provider: path } = request.params as { provider: string };
    return providers.all.filter(({ notices, name }) => (notices.path ?? name) === path);
  };
  const providerBySecret = (request: FastifyRequest) => {
    const { secret } = request.params as { secret: string };
    return providersAt(request).find(({ notices }) => {
      const expected = notices.secret ?? pixWebhookSecret;
      return !notices.readSigned && expected !== undefined && isSameSecret(secret, expected);
    });
  };
  const countStranger = limited(app, { name: 'secret-webhook', max: 20, windowMs: MINUTE_MS });
  const countUnsigned = limited(app, { name: 'signed-webhook', max: 20, windowMs: MINUTE_MS });

  for (const path of ['/:provider/:secret', '/:provider/:secret/pix']) {
    app.post(path, {
      schema: { params: z.object({ provider: z.string(), secret: z.string() }) },
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read.
      onRequest: async function (request, reply) {
        if (providerBySecret(request)) return;
        await countStranger.call(this, request, reply);
        throw new AppError('NOT_FOUND');
      },
      handler: async (request, reply) => {
        const provider = providerBySecret(request);
        if (provider) await take(provider, provider.notices.read(request.body));
        return reply.send();
      },
    });
  }
  app.post('/:provider', {
    schema: { params: z.object({ provider: z.string() }) },
    bodyLimit: MAX_BODY_BYTES,
    handler: async function (request, reply) {
      const { headers, query, body } = request;
      const signing = providersAt(request).filter(({ notices }) => notices.readSigned);
      for (const provider of signing) {
        const notices = provider.notices.readSigned?.({ headers, query, body });
        if (!notices) continue;
        await take(provider, notices);
        return reply.send();
      }
      await countUnsigned.call(this, request, reply);
      throw new AppError(signing.length > 0 ? 'UNAUTHENTICATED' : 'NOT_FOUND');
    },
  });
}
