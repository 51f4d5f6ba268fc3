import { ownKey } from './own-key.ts';
import type { PaymentProvider, Providers, ReplaceableProviders } from './port.ts';

/**
 * The table of these providers, in which of each kind the first that is not retired starts new charges. Throws if two
 * share a name.
 */
export function providerTable(all: readonly PaymentProvider[] = []): Providers {
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size < all.length) throw new Error('two payment providers share a name');
  return {
    all,
    ofKind: (kind) => all.filter((provider) => provider.kind === kind),
    starting: (kind) => all.find((provider) => provider.kind === kind && !provider.isRetired),
    named: (name) => byName.get(name),
    holding({ issuer, chargedBy }) {
      const ofIssuer = all.filter((provider) => provider.issuer === issuer);
      const ofCharge = ofIssuer.filter(({ name }) => name === chargedBy);
      return ofCharge.length > 0 ? ofCharge : ofIssuer;
    },
    ownKey,
  };
}

/** A table that stays the same object while its providers change. */
export function replaceableProviders(all: readonly PaymentProvider[] = []): ReplaceableProviders {
  let table = providerTable(all);
  const listeners = new Set<() => void>();
  return {
    get all() {
      return table.all;
    },
    ofKind: (kind) => table.ofKind(kind),
    starting: (kind) => table.starting(kind),
    named: (name) => table.named(name),
    holding: (payment) => table.holding(payment),
    ownKey,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace(providers) {
      table = providerTable(providers);
      for (const listener of listeners) listener();
    },
  };
}
