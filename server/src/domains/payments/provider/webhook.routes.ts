import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { isSameSecret } from '../../../platform/http/same-secret.ts';
import { noticeIntake } from './confirm-payments.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;

/**
 * Where payment providers notify us of payments, each at its address: signed, or with a secret in the path, which
 * proves nothing, but keeps strangers out.
 */
export async function webhookRoutes(app: App): Promise<void> {
  const { providers, pixWebhookSecret } = app.deps;
  const intakes = new Map(
    providers.all.map((provider) => {
      const { notices, name } = provider;
      return [notices.path ?? name, { ...notices, take: noticeIntake(app.deps, provider) }] as const;
    }),
  );
  const intakeOf = (request: FastifyRequest) => intakes.get((request.params as { provider: string }).provider);
  const countStranger = limited(app, { name: 'secret-webhook', max: 20, windowMs: MINUTE_MS });
  const countUnsigned = limited(app, { name: 'signed-webhook', max: 20, windowMs: MINUTE_MS });

  for (const path of ['/:provider/:secret', '/:provider/:secret/pix']) {
    app.post(path, {
      schema: { params: z.object({ provider: z.string(), secret: z.string() }) },
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read.
      onRequest: async function (request, reply) {
        const { secret } = request.params as { secret: string };
        const intake = intakeOf(request);
        const isOpen = intake && !intake.readSigned && pixWebhookSecret && isSameSecret(secret, pixWebhookSecret);
        if (isOpen) return;
        await countStranger.call(this, request, reply);
        throw new AppError('NOT_FOUND');
      },
      handler: async (request, reply) => {
        const intake = intakeOf(request);
        await intake?.take(intake.read(request.body));
        return reply.send();
      },
    });
  }
  app.post('/:provider', {
    schema: { params: z.object({ provider: z.string() }) },
    bodyLimit: MAX_BODY_BYTES,
    handler: async function (request, reply) {
      const { headers, query, body } = request;
      const intake = intakeOf(request);
      const notices = intake?.readSigned?.({ headers, query, body });
      if (!intake || !notices) {
        await countUnsigned.call(this, request, reply);
        throw new AppError(intake?.readSigned ? 'UNAUTHENTICATED' : 'NOT_FOUND');
      }
      await intake.take(notices);
      return reply.send();
    },
  });
}
