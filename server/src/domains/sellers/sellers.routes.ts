import { pagePaths } from '@passeio/contract/paths';
import { readSellerCode } from '@passeio/contract/seller-code';
import { commissionRoutes, ownSalesRoutes, sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { changeOwnPixKey } from './change-own-key.ts';
import { correctSeller, readSellerOf } from './correct-seller.ts';
import { exportStatement } from './export-statement.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';
import { listDepartures, listOwnSales, readOwn, reserveAsSeller } from './own-sales.ts';
import { endRule, listRules, setRule } from './rules.ts';
import { changeSeller, createSeller, inviteSeller, listSellers, readDetails, setAside } from './sellers.ts';
import {
  closeStatement,
  listStatements,
  payStatement,
  readOne,
  readOwnCommission,
  readOwnStatement,
  readText,
} from './statements.ts';

/** Sellers, their rules and statements, for staff. */
export async function sellersRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;
  const { publicUrl } = config;

  handle(app, sellerRoutes.list, ({ caller }) => listSellers(db, caller));
  handleWrite(app, sellerRoutes.create, ({ trx, actor, body }) => createSeller(trx, actor, publicUrl, body));
  handle(app, sellerRoutes.read, ({ caller, params }) => readDetails(db, caller, params.sellerId));
  handleWrite(app, sellerRoutes.change, ({ trx, actor, params, body }) =>
    changeSeller(trx, actor, params.sellerId, body),
  );
  handleWrite(app, sellerRoutes.invite, ({ trx, actor, params }) =>
    inviteSeller(trx, actor, publicUrl, params.sellerId),
  );
  handleWrite(app, sellerRoutes.setAside, ({ trx, actor, params, body }) => setAside(trx, actor, params, body));
  handle(app, sellerRoutes.readOfReservation, ({ params }) => readSellerOf(db, params.reservationId));
  handleWrite(app, sellerRoutes.correct, ({ trx, actor, params, body }) =>
    correctSeller(trx, actor, params.reservationId, body),
  );

  handle(app, commissionRoutes.listRules, () => listRules(db));
  handleWrite(app, commissionRoutes.setRule, ({ trx, actor, body }) => setRule(trx, actor, body));
  handleWrite(app, commissionRoutes.endRule, ({ trx, actor, params }) => endRule(trx, actor, params.ruleId));
  handle(app, commissionRoutes.listStatements, ({ query }) => listStatements(db, query));
  handleWrite(app, commissionRoutes.close, ({ trx, actor, body }) => closeStatement(trx, actor, body));
  handle(app, commissionRoutes.readStatement, ({ params }) => readOne(db, params.statementId));
  handleWrite(app, commissionRoutes.pay, ({ trx, actor, params, body }) =>
    payStatement(trx, actor, params.statementId, body),
  );
  handle(app, commissionRoutes.exportStatement, async ({ params, query, reply }) => {
    const statement = await readOne(db, params.statementId);
    return sendFile(reply, await exportStatement(statement, await readText(db, statement.id), query.format));
  });
}

/**
 * The link that sellers share: it leads to the portal, whose pages remember the code on the device. Nothing is looked
 * up, so that it tells nobody which codes there are.
 */
export function sellerLinks(app: App): void {
  app.get('/v/:code', async (request, reply) => {
    const code = readSellerCode((request.params as { code: string }).code);
    const page = code ? `${pagePaths.schedule}?v=${code}` : pagePaths.schedule;
    return reply.header('cache-control', 'no-store').redirect(page, 302);
  });
}

/** What sellers do. */
export async function ownSellerRoutes(app: App): Promise<void> {
  const { db, jobs, identity } = app.deps;

  handle(app, sellerRoutes.readInvitation, ({ body }) => readInvitation(db, body.token));
  handleWrite(app, sellerRoutes.accept, async ({ trx, actor, caller, body }) => {
    await acceptInvitation(trx, actor, body.token);
    return readOwn(trx, caller);
  });
  handle(app, ownSalesRoutes.readOwn, ({ caller }) => readOwn(db, caller));
  handle(
    app,
    ownSalesRoutes.changeOwnPixKey,
    ({ actor, body }) => changeOwnPixKey({ db, jobs, identity }, actor, body),
    {
      examples: { body: [{ pixKey: 'vende@exemplo.com.br', password: 'a senha' }] },
    },
  );
  handle(app, ownSalesRoutes.listDepartures, ({ caller }) => listDepartures(db, caller));
  handle(app, ownSalesRoutes.listOwnSales, ({ caller, query }) => listOwnSales(db, caller, query));
  handleWrite(app, ownSalesRoutes.reserveForClient, ({ trx, actor, body }) => reserveAsSeller(trx, actor, body, jobs));
  handle(app, ownSalesRoutes.readOwnCommission, ({ caller }) => readOwnCommission(db, caller));
  handle(app, ownSalesRoutes.readOwnStatement, ({ caller, params }) =>
    readOwnStatement(db, caller, params.statementId),
  );
  handle(app, ownSalesRoutes.exportOwnStatement, async ({ caller, params, query, reply }) => {
    const statement = await readOwnStatement(db, caller, params.statementId);
    return sendFile(reply, await exportStatement(statement, await readText(db, statement.id), query.format));
  });
}
