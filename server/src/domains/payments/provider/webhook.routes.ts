import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import type { PaymentProvider } from '../../../ports/payments/port.ts';
import { noticeIntake } from './confirm-payments.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;

/** Where payment providers notify us of payments, each at an address of its own. */
export async function webhookRoutes(app: App): Promise<void> {
  for (const provider of app.deps.providers.all) {
    if (provider.notices.readSigned) signedRoute(app, provider);
    else secretRoutes(app, provider);
  }
}

/** The secret in the path proves nothing; it keeps strangers out. */
function secretRoutes(app: App, provider: PaymentProvider): void {
  const { pixWebhookSecret } = app.deps;
  const at = pathOf(provider);
  const take = noticeIntake(app.deps, provider);
  const countStranger = strangerLimit(app, at);
  for (const path of [`/${at}/:secret`, `/${at}/:secret/pix`]) {
    app.post(path, {
      schema: { hide: true, params: z.object({ secret: z.string() }) },
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read.
      onRequest: async function (request, reply) {
        const { secret } = request.params as { secret: string };
        if (pixWebhookSecret && isSameSecret(secret, pixWebhookSecret)) return;
        await countStranger.call(this, request, reply);
        throw new AppError('NOT_FOUND');
      },
      handler: async (request, reply) => {
        await take(provider.notices.read(request.body));
        return reply.send();
      },
    });
  }
}

function signedRoute(app: App, provider: PaymentProvider): void {
  const at = pathOf(provider);
  const take = noticeIntake(app.deps, provider);
  const countStranger = strangerLimit(app, at);
  app.post(`/${at}`, {
    schema: { hide: true },
    bodyLimit: MAX_BODY_BYTES,
    handler: async function (request, reply) {
      const { headers, query, body } = request;
      const notices = provider.notices.readSigned?.({ headers, query, body });
      if (!notices) {
        await countStranger.call(this, request, reply);
        throw new AppError('UNAUTHENTICATED');
      }
      await take(notices);
      return reply.send();
    },
  });
}

const pathOf = ({ name, notices }: PaymentProvider) => notices.path ?? name;
const strangerLimit = (app: App, path: string) =>
  limited(app, { name: `${path}-webhook`, max: 20, windowMs: MINUTE_MS });
