import { connectionRoutes as entries } from '@passeio/contract/connections/connections';
import { siteAddressRoutes as addressEntries } from '@passeio/contract/connections/site-address';
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
import { claimDomain, makePrimary, proveDomain, readSiteAddress, removeDomain } from './site-address.ts';

/** The operator's own domains at its host, for administrators. */
export async function siteAddressRoutes(app: App): Promise<void> {
  const { db, addresses, identity: identities, config } = app.deps;
  const deps = { db, addresses, identities, publicUrl: config.publicUrl };
  handle(app, addressEntries.read, () => readSiteAddress(deps));
  handle(app, addressEntries.claim, ({ body }) => claimDomain(deps, body.domain));
  handle(app, addressEntries.prove, ({ actor, body }) => proveDomain(deps, actor, body.domain));
  handle(app, addressEntries.remove, ({ actor, body }) => removeDomain(deps, actor, body.domain));
  handle(app, addressEntries.makePrimary, async ({ actor, identity, body: { domain, ...proof }, request }) => {
    const changed = await makePrimary(deps, actor, { domain, identity, proof });
    logSecurityEvent(request, 'primary domain changed');
    return changed;
  });
}

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
