import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { doorPaymentRoutes as routes } from '@passeio/contract/payments/door-payment-routes';
import type { App } from '../../deps.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Caller } from '../../platform/http/access.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { presentCharge } from '../book/index.ts';
import {
  type CashDoor,
  confirmDoorPayment,
  type Door,
  listDoorPayments,
  openDoorCharge,
  recordAtDoor,
  refuseDoorPayment,
} from './door-payments.ts';
import { startedCharge } from './provider/synchronize-charge.ts';

const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const examplePayment = {
  id: '7b1e2d90-7a55-4c1e-9f4e-2b8a4c3d5e6f',
  code: 'A3K7QX',
  amountCents: 18_900,
  tappedAt: '2026-12-05T07:31:12.000Z',
  clockOffsetMs: -1250,
};

interface DoorOptions {
  /**
   * Who a guide's session is: the guide as an actor, and their door. Sessions are of boarding, which payments must not
   * know. Throws GUIDE_SESSION_OVER.
   */
  guideOf: (db: Database, actor: Actor, session: string) => Promise<{ actor: Actor; door: Door }>;
  /** The same for cash, also of a guide whose access has ended. Throws GUIDE_SESSION_OVER. */
  cashGuideOf: (db: Database, actor: Actor, session: string) => Promise<{ actor: Actor; door: CashDoor }>;
  /** Lets guides with an account in where they board themselves. Throws BOARDING_NOT_OWN or BOARDING_EARLY. */
  requireOwn: (db: Database, caller: Caller, tripId: string) => Promise<void>;
  /** Where somebody with an account takes cash, also a guide whose access has ended. Throws BOARDING_NOT_OWN. */
  cashDoorOf: (db: Database, caller: Caller, tripId: string) => Promise<CashDoor>;
}

/** Money at the boarding point, and what staff decides about guides' cash. */
export async function doorPaymentsRoutes(
  app: App,
  { guideOf, cashGuideOf, requireOwn, cashDoorOf }: DoorOptions,
): Promise<void> {
  const { db, providers, jobs, config, logger } = app.deps;
  const deps = { jobs, publicUrl: config.publicUrl };
  async function charge(actor: Actor, door: Door, code: string) {
    const open = await inTransaction(db, (trx) => openDoorCharge(trx, actor, providers, door, code));
    return presentCharge(await startedCharge({ db, providers, logger }, open));
  }

  handleWrite(
    app,
    boardingRoutes.recordDoorPayment,
    async ({ trx, actor, caller, params, body }) =>
      recordAtDoor(trx, actor, deps, await cashDoorOf(trx, caller, params.tripId), body),
    { examples: { body: [examplePayment] } },
  );
  handleWrite(
    app,
    boardingRoutes.recordGuideDoorPayment,
    async ({ trx, actor, body: { session, ...payment } }) => {
      const guide = await cashGuideOf(trx, actor, session);
      return recordAtDoor(trx, guide.actor, deps, guide.door, payment);
    },
    { examples: { body: [{ session: exampleToken, ...examplePayment }] } },
  );
  handle(
    app,
    boardingRoutes.requestDoorCharge,
    async ({ actor, caller, params, body }) => {
      await requireOwn(db, caller, params.tripId);
      return charge(actor, params, body.code);
    },
    { examples: { body: [{ code: examplePayment.code }] } },
  );
  handle(
    app,
    boardingRoutes.requestGuideDoorCharge,
    async ({ actor, body }) => {
      const guide = await guideOf(db, actor, body.session);
      return charge(guide.actor, guide.door, body.code);
    },
    { examples: { body: [{ session: exampleToken, code: examplePayment.code }] } },
  );

  handle(app, routes.listDoorPayments, ({ query }) => listDoorPayments(db, query.page));
  handleWrite(app, routes.confirmDoorPayment, ({ trx, actor, params }) =>
    confirmDoorPayment(trx, actor, deps, params.doorPaymentId),
  );
  handleWrite(app, routes.refuseDoorPayment, ({ trx, actor, params, body }) =>
    refuseDoorPayment(trx, actor, params.doorPaymentId, body),
  );
}
