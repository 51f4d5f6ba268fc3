import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Deps } from '../../src/deps.ts';
import { FAKE_PASSWORD } from '../../src/ports/identity/fake.ts';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../app.ts';
import { testConnections } from '../connections.ts';
import { call, createPerson, type Person } from '../factories.ts';
import { startTestBank, type TestBank } from './demo-bank.ts';

/** What is typed to connect a test bank. */
export function valuesFor({ access }: TestBank): Record<string, string> {
  const { apiUrl, tokenUrl, clientId, clientSecret, key, certificate } = access;
  return {
    bank: 'other',
    apiUrl,
    tokenUrl,
    clientId,
    clientSecret,
    key,
    certificate: certificate.cert + certificate.key,
  };
}

/** Test banks whose own authority counts in this process, until they stop. */
export async function startTrustedBanks(count: number) {
  const usual = getCACertificates('default');
  const banks = await Promise.all(Array.from({ length: count }, startTestBank));
  setDefaultCACertificates([...usual, ...banks.map(({ certificates }) => certificates.ca)]);
  return {
    banks,
    async stop() {
      setDefaultCACertificates(usual);
      await Promise.all(banks.map((bank) => bank.stop()));
    },
  };
}

type Options = Parameters<typeof testConnections>[1];

/** Connections at work, as dependencies of an application. */
export async function connectionDeps(
  usual: Pick<Deps, 'db' | 'changes' | 'logger'>,
  options: Options,
): Promise<Pick<Deps, 'connections' | 'providers' | 'google'>> {
  const connections = testConnections(usual, options);
  await connections.start();
  const google = {
    get signIn() {
      return connections.google;
    },
    proofKey: new Uint8Array(32),
  };
  return { connections, providers: connections.parts.providers, google };
}

/** The application with an administrator who makes connections. */
export async function buildConnectable(options: Options = {}) {
  let address = 'http://127.0.0.1';
  const app: TestAppWithJobs = await buildTestAppWithJobs({
    deps: (usual) => connectionDeps(usual, { mayBePrivate: true, publicUrl: () => address, ...options }),
  });
  address = app.url;
  const admin: Person = await createPerson(app, 'ADMIN');
  const { connections } = app.app.deps;
  return {
    ...app,
    admin,
    connections,
    providers: connections.parts.providers,
    read: async (kind: string) => (await call(app, 'GET', `/api/connections/${kind}`, admin)).body,
    test: (kind: string, values: object) =>
      call(app, 'POST', `/api/connections/${kind}/test`, { token: admin.token, body: { values } }),
    change: (kind: string, values: object, more: object = {}) =>
      call(app, 'PUT', `/api/connections/${kind}`, {
        token: admin.token,
        body: { values, password: FAKE_PASSWORD, ...more },
      }),
    remove: (kind: string) =>
      call(app, 'DELETE', `/api/connections/${kind}`, { token: admin.token, body: { password: FAKE_PASSWORD } }),
    async close() {
      await app.close();
      await connections.close();
    },
  };
}

export type Connectable = Awaited<ReturnType<typeof buildConnectable>>;
