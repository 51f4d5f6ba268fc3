import { id } from '@passeio/contract/fields';
import { charge, chargeDraft } from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { presentCharge } from '../../reservations/index.ts';
import { chargeToPay, openCharge } from './charges.ts';
import { synchronizeSoon } from './synchronize-charge.ts';

// A payer waits so long for the provider's code; then the page says that it is being created.
const PATIENCE_MS = 3_000;
const MINUTE_MS = 60_000;

/** What a reservation is asked to pay by Pix. */
export async function chargesRoutes(app: App): Promise<void> {
  const { db, payments, logger } = app.deps;

  app.post(
    '/reservations/:reservationId/charges',
    {
      config: { changes: 'nothing' },
      preHandler: limited(app, {
        name: 'charges',
        max: 30,
        windowMs: MINUTE_MS,
        by: (request) => callerOf(request).id,
      }),
      schema: {
        tags: ['payments'],
        summary: 'Ask for the Pix code of what is to be paid; the same again answers the same charge',
        params: z.object({ reservationId: id }),
        body: chargeDraft,
        response: { 201: charge, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { reservationId } = request.params;
      const open = await inTransaction(db, (trx) => openCharge(trx, actorOf(request), reservationId, request.body));
      const isWanted = open.provider_state === 'wanted' && payments;
      if (isWanted) await synchronizeSoon({ db, payments, logger }, open.id, PATIENCE_MS);
      const shown = isWanted ? await chargeToPay(db, open) : open;
      return reply.status(201).send(presentCharge(shown));
    },
  );
}
