import type { ConnectionProof } from '@passeio/contract/connections/connections';
import type { SiteAddress } from '@passeio/contract/connections/site-address';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../ports/identity/port.ts';
import type { AddressChange, SiteAddresses } from '../../ports/site-address/port.ts';
import { requireProof } from './connections.ts';

interface SiteAddressDeps {
  db: Database;
  /** Undefined: the address is a setting of the server. */
  addresses: SiteAddresses | undefined;
  identities: IdentityProvider;
  publicUrl: string;
}

/** Where the portal is. */
export async function readSiteAddress({ addresses, publicUrl }: SiteAddressDeps): Promise<SiteAddress> {
  if (!addresses) {
    const { host } = new URL(publicUrl);
    return { isHosted: false, primary: host, others: [], given: host, claims: [] };
  }
  const { domains, given, claims } = await addresses.read();
  return { isHosted: true, primary: domains[0] ?? given, others: domains.slice(1), given, claims };
}

const problems: Record<Exclude<AddressChange, 'changed'>, () => AppError> = {
  invalid: () =>
    new AppError('INVALID_INPUT', { domain: 'Escreva o domínio como em suaagencia.com.br, sem https://.' }),
  taken: () => new AppError('DOMAIN_TAKEN'),
  tooMany: () => new AppError('TOO_MANY_DOMAINS'),
  unproved: () => new AppError('DOMAIN_UNPROVED'),
  unknown: () => new AppError('DOMAIN_UNKNOWN'),
};

function keepers({ addresses }: SiteAddressDeps): SiteAddresses {
  if (!addresses) throw new AppError('SITE_ADDRESS_ON_SERVER');
  return addresses;
}

/** Notes a domain of the operator's own, which nobody reaches before it is proved. */
export async function claimDomain(deps: SiteAddressDeps, domain: string): Promise<SiteAddress> {
  const outcome = await keepers(deps).claim(domain);
  if (outcome !== 'changed') throw problems[outcome]();
  return readSiteAddress(deps);
}

/** Adds a domain whose record is there: it leads to the portal. */
export function proveDomain(deps: SiteAddressDeps, actor: Actor, domain: string): Promise<SiteAddress> {
  return change(deps, actor, 'settings.domain_added', keepers(deps).prove(domain), domain);
}

export function removeDomain(deps: SiteAddressDeps, actor: Actor, domain: string): Promise<SiteAddress> {
  return change(deps, actor, 'settings.domain_removed', keepers(deps).remove(domain), domain);
}

/** Moves the portal to another of its domains. Throws unless the caller proves who they are. */
export async function makePrimary(
  deps: SiteAddressDeps,
  actor: Actor,
  { domain, ...proving }: { domain: string; identity: VerifiedIdentity; proof: ConnectionProof },
): Promise<SiteAddress> {
  const addresses = keepers(deps);
  await requireProof(deps, actor, proving);
  return change(deps, actor, 'settings.domain_made_primary', addresses.makePrimary(domain), domain);
}

async function change(
  deps: SiteAddressDeps,
  actor: Actor,
  action: 'settings.domain_added' | 'settings.domain_removed' | 'settings.domain_made_primary',
  changing: Promise<AddressChange>,
  domain: string,
): Promise<SiteAddress> {
  const outcome = await changing;
  if (outcome !== 'changed') throw problems[outcome]();
  await inTransaction(deps.db, (trx) =>
    recordAudit(trx, actor, {
      action,
      subject: { type: 'settings', id: 'address', label: domain.trim().toLowerCase() },
    }),
  );
  return readSiteAddress(deps);
}
