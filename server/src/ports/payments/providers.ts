import { ownKey } from './own-key.ts';
import type { PaymentProvider, Providers } from './port.ts';

/** The table of these providers, in which of each kind the first starts new charges. Throws if two share a name. */
export function providerTable(all: readonly PaymentProvider[] = []): Providers {
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size < all.length) throw new Error('two payment providers share a name');
  return {
    all,
    ofKind: (kind) => all.filter((provider) => provider.kind === kind),
    starting: (kind) => all.find((provider) => provider.kind === kind),
    named: (name) => byName.get(name),
    holding({ issuer, chargedBy }) {
      const ofIssuer = all.filter((provider) => provider.issuer === issuer);
      const ofCharge = ofIssuer.filter(({ name }) => name === chargedBy);
      return ofCharge.length > 0 ? ofCharge : ofIssuer;
    },
    ownKey,
  };
}
