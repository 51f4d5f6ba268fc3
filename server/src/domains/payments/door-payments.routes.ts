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
  guideOf: (
    db: Database,
    actor: Actor,
    session: string,
    use: 'cash' | 'charge',
  ) => Promise<{ actor: Actor; door: Door }>;
  /** Lets guides with an account in where they board themselves. Throws TRIP_NOT_FOUND or BOARDING_EARLY. */
  requireOwn: (db: Database, caller: Caller, tripId: string) => Promise<void>;
}

/** Money at the boarding point, and what staff decides about guides' cash. */
export async function doorPaymentsRoutes(app: App, { guideOf, requireOwn }: DoorOptions): Promise<void> {
  const { db, providers, jobs, config, logger } = app.deps;
  const parts = { jobs, publicUrl: config.publicUrl };
  async function charge(actor: Actor, door: Door, code: string) {
    const open = await inTransaction(db, (trx) => openDoorCharge(trx, actor, providers, door, code));
    return presentCharge(await startedCharge({ db, providers, logger }, open));
  }

  handleWrite(
    app,
    boardingRoutes.recordDoorPayment,
    async ({ trx, actor, caller, params, body }) => {
      await requireOwn(trx, caller, params.tripId);
      return recordAtDoor(trx, actor, parts, params, body);
    },
    { examples: { body: [examplePayment] } },
  );
  handleWrite(
    app,
    boardingRoutes.recordGuideDoorPayment,
    async ({ trx, actor, body: { session, ...payment } }) => {
      const guide = await guideOf(trx, actor, session, 'cash');
      return recordAtDoor(trx, guide.actor, parts, guide.door, payment);
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
      const guide = await guideOf(db, actor, body.session, 'charge');
      return charge(guide.actor, guide.door, body.code);
    },
    { examples: { body: [{ session: exampleToken, code: examplePayment.code }] } },
  );

  handle(app, routes.listDoorPayments, ({ query }) => listDoorPayments(db, query.page));
  handleWrite(app, routes.confirmDoorPayment, ({ trx, actor, params }) =>
    confirmDoorPayment(trx, actor, parts, params.doorPaymentId),
  );
  handleWrite(app, routes.refuseDoorPayment, ({ trx, actor, params, body }) =>
    refuseDoorPayment(trx, actor, params.doorPaymentId, body),
  );
}
