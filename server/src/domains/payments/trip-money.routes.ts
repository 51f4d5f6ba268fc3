import { tripMoneyRoutes as entries } from '@passeio/contract/payments/trip-money-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { closeAccounts, openSettlementReport, readDeparted } from './settlement-report/settlement-report.ts';
import { exportTransport } from './trip-money/export-transport.ts';
import { exportTripMoney } from './trip-money/export-trip-money.ts';
import { readTripMoney } from './trip-money/trip-money.ts';

const exampleReport = {
  resultCents: 124_500,
  accepted: [{ kind: 'balance', reservationId: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f', amountCents: 18_900 }],
  note: 'Paga em duas vezes, combinado com a Rita.',
};

/** The money of trips, what came of them, and their accounts. */
export async function tripMoneyRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, entries.readTripMoney, ({ params, query }) => readTripMoney(db, params.tripId, query));
  handle(app, entries.exportTripMoney, async ({ actor, params, query, reply }) =>
    sendFile(reply, await exportTripMoney(db, actor, params.tripId, query.format)),
  );

  handle(app, entries.exportTransport, async ({ actor, params, query, reply }) =>
    sendFile(reply, await exportTransport(db, actor, params.tripId, query.format)),
  );

  handle(app, entries.listDeparted, () => readDeparted(db));
  handle(app, entries.readSettlementReport, ({ actor, params }) => openSettlementReport(db, actor, params.tripId));
  handleWrite(
    app,
    entries.closeAccounts,
    ({ trx, actor, params, body }) => closeAccounts(trx, actor, params.tripId, body),
    { examples: { body: [exampleReport] } },
  );
}
