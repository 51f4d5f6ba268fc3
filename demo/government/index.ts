import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GovernmentAddresses } from '../../server/src/ports/fiscal/port.ts';
import { makeAuthority } from '../bank/certificates.ts';
import { pageServer } from '../page.ts';
import { buildGovernmentApi } from './api.ts';
import { governmentPages } from './pages.ts';
import { Registry } from './registry.ts';

const LOOPBACK = '127.0.0.1';

/** The demonstration government at work. */
export interface DemoGovernment {
  /** As settings of the adapter, but for the certificate. */
  access: GovernmentAddresses & { environment: '2'; ca: string };
  pageUrl: string;
  registry: Registry;
  /** Issues certificates that it accepts. */
  authority: Awaited<ReturnType<typeof makeAuthority>>;
  stop(): Promise<void>;
}

/**
 * Starts a government that authorises notes as Sefin Nacional does, for demonstrations: its API over mutual TLS and its
 * pages, both on loopback. Its state is a file in the data folder. `pagePort`: a free one if it is
 * taken.
 */
export async function startDemoGovernment(options: { dataDir: string; pagePort: number }): Promise<DemoGovernment> {
  const folder = join(options.dataDir, 'demo-government');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = await makeAuthority('Governo de demonstracao', { isRsa: true });
  const server = await authority.issue(LOOPBACK, 'server');
  const signer = await authority.issueForCompany({ name: 'Governo de demonstracao', taxId: '00394460000141' });
  const registry = await Registry.open(join(folder, 'notes.json'));
  const api = buildGovernmentApi(registry, { ca: authority.ca, server, signer });
  const pages = pageServer();
  governmentPages(pages, registry, signer);
  const apiUrl = `https://${LOOPBACK}:${await listen(api, 0)}`;
  const pageUrl = `http://localhost:${await listen(pages, options.pagePort).catch(() => listen(pages, 0))}`;
  return {
    access: {
      apiUrl,
      distributionUrl: `${apiUrl}/contribuintes`,
      lookUpUrl: `${pageUrl}/ConsultaPublica?chave=`,
      environment: '2',
      ca: authority.ca,
    },
    pageUrl,
    registry,
    authority,
    async stop() {
      await pages.close();
      await api.close();
      await registry.save();
    },
  };
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  await app.listen({ port, host: LOOPBACK });
  return (app.server.address() as AddressInfo).port;
}
