import { connectionRoutes as entries } from '@passeio/contract/connections/connections';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import {
  changeConnection,
  forgetRetired,
  listConnections,
  readConnection,
  removeConnection,
  testConnection,
} from './connections.ts';

/** Connections with banks and other providers, for administrators. Requests with secrets are never logged. */
export async function connectionsRoutes(app: App): Promise<void> {
  const { connections: atWork, identity: identities } = app.deps;
  const deps = { atWork, identities };
  handle(app, entries.list, async () => ({ data: await listConnections(atWork) }));
  handle(app, entries.read, ({ params }) => readConnection(atWork, params.kind));
  handle(app, entries.test, ({ params: { kind }, body: { values }, request }) => {
    logSecurityEvent(request, 'connection tested', { kind });
    return testConnection(atWork, kind, values);
  });
  handle(app, entries.change, async ({ actor, identity, params: { kind }, body, request }) => {
    const { values, evenIfUnreachable, connectedAt, ...proof } = body;
    const given = { identity, proof, connectedAt, values, evenIfUnreachable };
    const changed = await changeConnection(deps, actor, kind, given);
    logSecurityEvent(request, 'connection changed', { kind });
    return changed;
  });
  handle(app, entries.remove, async ({ actor, identity, params: { kind }, body, request }) => {
    const { connectedAt, ...proof } = body;
    const removed = await removeConnection(deps, actor, kind, { identity, proof, connectedAt });
    logSecurityEvent(request, 'connection removed', { kind });
    return removed;
  });
  handle(app, entries.forget, async ({ actor, identity, params: { kind, name }, body: proof, request }) => {
    const left = await forgetRetired(deps, actor, kind, { name, identity, proof });
    logSecurityEvent(request, 'retired connection forgotten', { kind });
    return left;
  });
}
