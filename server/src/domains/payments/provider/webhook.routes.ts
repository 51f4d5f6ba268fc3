import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import { noticeIntake } from './confirm-payments.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;

/**
 * Where the payment provider notifies us of payments. The secret in the path proves nothing; it keeps strangers out.
 */
export async function webhookRoutes(app: App): Promise<void> {
  const { payments, pixWebhookSecret } = app.deps;
  const take = payments && noticeIntake(app.deps, payments);
  const countStranger = limited(app, { name: 'pix-webhook', max: 20, windowMs: MINUTE_MS });

  for (const path of ['/pix/:secret', '/pix/:secret/pix']) {
    app.post(path, {
      schema: { hide: true, params: z.object({ secret: z.string() }) },
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read.
      onRequest: async function (request, reply) {
        const { secret } = request.params as { secret: string };
        if (payments && pixWebhookSecret && isSameSecret(secret, pixWebhookSecret)) return;
        await countStranger.call(this, request, reply);
        throw new AppError('NOT_FOUND');
      },
      handler: async (request, reply) => {
        await take?.(payments?.notices.read(request.body) ?? []);
        return reply.send();
      },
    });
  }
  cardRoute(app);
}

/** Where the provider of cards does, which signs its notices. */
function cardRoute(app: App): void {
  const { cards } = app.deps;
  const take = cards && noticeIntake(app.deps, cards);
  const countStranger = limited(app, { name: 'card-webhook', max: 20, windowMs: MINUTE_MS });
  app.post('/card', {
    schema: { hide: true },
    bodyLimit: MAX_BODY_BYTES,
    handler: async function (request, reply) {
      const { headers, query, body } = request;
      const notices = cards?.notices.readSigned?.({ headers, query, body });
      if (!notices) {
        await countStranger.call(this, request, reply);
        throw new AppError(cards ? 'UNAUTHENTICATED' : 'NOT_FOUND');
      }
      await take?.(notices);
      return reply.send();
    },
  });
}
