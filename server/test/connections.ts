import type { Deps } from '../src/deps.ts';
import { OpenedConnections } from '../src/domains/connections/index.ts';
import { createSealer } from '../src/platform/process/sealing.ts';
import { connectionAdapters } from '../src/ports/connections/adapters.ts';
import type { Given, Surroundings } from '../src/ports/connections/port.ts';
import { governments as nationalGovernments } from '../src/ports/fiscal/port.ts';
import { fakeMailTransport } from '../src/ports/mail/fake.ts';
import { replaceableProviders } from '../src/ports/payments/providers.ts';

interface TestConnectionsOptions {
  given?: Partial<Given>;
  /** The first seals. */
  secrets?: readonly [string, ...string[]];
  /** Known once the application listens. */
  publicUrl?: () => string;
  /** As in production, unless a stub on loopback is to be reached. */
  mayBePrivate?: boolean;
  googleIssuer?: string;
  mercadoPagoUrl?: string;
  governments?: Surroundings['governments'];
}

/** The connections of an application in a test; `start` opens what its database has. */
export function testConnections(
  { db, changes, logger }: Pick<Deps, 'db' | 'changes' | 'logger'>,
  {
    given = {},
    secrets = ['a secret of the operator in tests'],
    publicUrl = () => 'https://passeio.example',
    mayBePrivate = false,
    googleIssuer = 'https://accounts.google.com',
    mercadoPagoUrl = 'https://api.mercadopago.com',
    governments = nationalGovernments,
  }: TestConnectionsOptions = {},
): OpenedConnections {
  const { providers = [] } = given;
  return new OpenedConnections({
    ...{ db, changes, logger, adapters: connectionAdapters, sealer: createSealer('connections', secrets) },
    providers: replaceableProviders(providers),
    surroundings: {
      get publicUrl() {
        return publicUrl();
      },
      ...{ mayBePrivate, googleIssuer, mercadoPagoUrl, governments },
      timeZone: async () => 'America/Sao_Paulo',
      cnpj: async () => (await db.selectFrom('operator').select('cnpj').executeTakeFirstOrThrow()).cnpj,
    },
    given: { sources: {}, mail: fakeMailTransport(), google: undefined, ...given, providers },
  });
}
