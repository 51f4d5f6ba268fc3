import { linkRequestRoutes } from '@passeio/contract/reservations/link-requests';
import type { App } from '../../../deps.ts';
import { handle, handleWrite } from '../../../platform/http/handle.ts';
import { confirmLinkRequest, listLinkRequests, refuseLinkRequest } from './link-requests.ts';

/** What clients ask for by links that staff made. */
export async function linkRequestsRoutes(app: App): Promise<void> {
  const { deps, requestable } = app;

  handle(app, linkRequestRoutes.list, ({ caller }) => listLinkRequests(deps.db, caller));
  handleWrite(app, linkRequestRoutes.confirm, ({ trx, actor, params }) =>
    confirmLinkRequest(trx, actor, requestable, params.requestId),
  );
  handleWrite(app, linkRequestRoutes.refuse, ({ trx, actor, params }) =>
    refuseLinkRequest(trx, actor, params.requestId),
  );
}
