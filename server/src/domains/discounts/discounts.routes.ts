import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { changeCoupon, createCoupon, readCoupons } from './coupons.ts';

/** Coupons, for staff. */
export async function discountsRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const changes = 'nothing';

  handle(app, couponRoutes.list, ({ query }) => readCoupons(db, query));
  handleWrite(app, couponRoutes.create, ({ trx, actor, body }) => createCoupon(trx, actor, body), { changes });
  handleWrite(
    app,
    couponRoutes.change,
    ({ trx, actor, params, body }) => changeCoupon(trx, actor, params.couponId, body),
    {
      changes,
    },
  );
}
