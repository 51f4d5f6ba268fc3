import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import { discountRuleRoutes } from '@passeio/contract/discounts/discount-rule-routes';
import type { FastifyReply } from 'fastify';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import type { AllotmentKeeper } from './allotments.ts';
import { createBatch } from './coupon-batch.ts';
import { exportCoupons, exportUses, readUses } from './coupon-uses.ts';
import { changeCoupon, createCoupon, readCoupons } from './coupons.ts';
import { changeRule, createRule, deleteRule, listRules, reorderRules } from './discount-rules.ts';

const MINUTE_MS = 60_000;

/** Coupons and automatic discounts, for staff. */
export async function discountsRoutes(app: App, { keeper }: { keeper: AllotmentKeeper }): Promise<void> {
  const { db, config } = app.deps;
  const changes = 'nothing';
  const perPerson = (name: string, max: number) =>
    limited(app, { name, max, windowMs: MINUTE_MS, by: (request) => callerOf(request).id });

  handle(app, couponRoutes.list, ({ query }) => readCoupons(db, query));
  handleWrite(app, couponRoutes.create, ({ trx, actor, body }) => createCoupon(trx, actor, keeper, body), { changes });
  handleWrite(
    app,
    couponRoutes.change,
    ({ trx, actor, params, body }) => changeCoupon(trx, actor, keeper, { id: params.couponId, draft: body }),
    { changes },
  );
  handleWrite(app, couponRoutes.createBatch, ({ trx, actor, body }) => createBatch(trx, actor, body), {
    changes,
    limit: perPerson('coupon-batches', 10),
  });
  handle(
    app,
    couponRoutes.export,
    async ({ query, reply }) => sendCsv(reply, await exportCoupons(db, config.publicUrl, query)),
    { limit: perPerson('coupon-export', 30) },
  );
  handle(app, couponRoutes.listUses, ({ params, query }) => readUses(db, params.couponId, query));
  handle(
    app,
    couponRoutes.exportUses,
    async ({ actor, params, reply }) => {
      const file = await inTransaction(db, (trx) => exportUses(trx, actor, params.couponId));
      return sendCsv(reply, file);
    },
    { limit: perPerson('coupon-uses-export', 30) },
  );

  // They change the prices of the portal's pages.
  handle(app, discountRuleRoutes.list, () => listRules(db));
  handleWrite(app, discountRuleRoutes.create, ({ trx, actor, body }) => createRule(trx, actor, body));
  handleWrite(app, discountRuleRoutes.reorder, ({ trx, actor, body }) => reorderRules(trx, actor, body.ids));
  handleWrite(app, discountRuleRoutes.change, ({ trx, actor, params, body }) =>
    changeRule(trx, actor, params.ruleId, body),
  );
  handleWrite(app, discountRuleRoutes.delete, ({ trx, actor, params }) => deleteRule(trx, actor, params.ruleId));
}

function sendCsv(reply: FastifyReply, { name, content }: { name: string; content: Buffer }) {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(content);
}
