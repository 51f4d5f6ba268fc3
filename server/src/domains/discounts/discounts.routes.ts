import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import { discountRuleRoutes } from '@passeio/contract/discounts/discount-rule-routes';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { AllotmentKeeper } from './allotments.ts';
import { createBatch } from './coupon-batch.ts';
import { exportCoupons, exportUses, readUses } from './coupon-uses.ts';
import { changeCoupon, createCoupon, readCoupons } from './coupons.ts';
import { changeRule, createRule, deleteRule, listRules, reorderRules } from './discount-rules.ts';

const mediaType = 'text/csv; charset=utf-8';

/** Coupons and automatic discounts, for staff. */
export async function discountsRoutes(app: App, { keeper }: { keeper: AllotmentKeeper }): Promise<void> {
  const { db, config } = app.deps;

  handle(app, couponRoutes.list, ({ query }) => readCoupons(db, query));
  handleWrite(app, couponRoutes.create, ({ trx, actor, body }) => createCoupon(trx, actor, keeper, body));
  handleWrite(app, couponRoutes.change, ({ trx, actor, params, body }) =>
    changeCoupon(trx, actor, keeper, { id: params.couponId, draft: body }),
  );
  handleWrite(app, couponRoutes.createBatch, ({ trx, actor, body }) => createBatch(trx, actor, body));
  handle(app, couponRoutes.export, async ({ query, reply }) =>
    sendFile(reply, { mediaType, ...(await exportCoupons(db, config.publicUrl, query)) }),
  );
  handle(app, couponRoutes.listUses, ({ params, query }) => readUses(db, params.couponId, query));
  handle(app, couponRoutes.exportUses, async ({ actor, params, reply }) => {
    const file = await inTransaction(db, (trx) => exportUses(trx, actor, params.couponId));
    return sendFile(reply, { mediaType, ...file });
  });

  // They change the prices of the portal's pages.
  handle(app, discountRuleRoutes.list, () => listRules(db));
  handleWrite(app, discountRuleRoutes.create, ({ trx, actor, body }) => createRule(trx, actor, body));
  handleWrite(app, discountRuleRoutes.reorder, ({ trx, actor, body }) => reorderRules(trx, actor, body.ids));
  handleWrite(app, discountRuleRoutes.change, ({ trx, actor, params, body }) =>
    changeRule(trx, actor, params.ruleId, body),
  );
  handleWrite(app, discountRuleRoutes.delete, ({ trx, actor, params }) => deleteRule(trx, actor, params.ruleId));
}
