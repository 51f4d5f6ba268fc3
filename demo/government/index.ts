import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GovernmentAddresses } from '../../server/src/ports/fiscal/port.ts';
import { type Company, makeAuthority } from '../bank/certificates.ts';
import { pageServer } from '../page.ts';
import { buildGovernmentApi } from './api.ts';
import { governmentPages } from './pages.ts';
import { Registry } from './registry.ts';
import { certificatePages } from './test-certificates.ts';

const LOOPBACK = '127.0.0.1';

/** The demonstration government at work. */
export interface DemoGovernment {
  /** As settings of the adapter, but for the certificate. */
  access: GovernmentAddresses & { environment: '2'; ca: string; page: string };
  pageUrl: string;
  registry: Registry;
  /** Issues certificates that it accepts. */
  authority: Awaited<ReturnType<typeof makeAuthority>>;
  stop(): Promise<void>;
}

/**
 * Starts a government that authorises notes as Sefin Nacional does, for demonstrations: its API over mutual TLS and its
 * pages, both on loopback. Its notes and its authority are files in the data folder. `company`: whose certificates for
 * tests its page offers; `pagePort`: a free one if it is taken.
 */
export async function startDemoGovernment(options: {
  dataDir: string;
  pagePort: number;
  company: Company;
}): Promise<DemoGovernment> {
  const folder = join(options.dataDir, 'demo-government');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keptIn = join(folder, 'authority.json');
  const authority = await makeAuthority('Governo de demonstracao', { isRsa: true, keptIn });
  const server = await authority.issue(LOOPBACK, 'server');
  const signer = await authority.issueForCompany({ name: 'Governo de demonstracao', taxId: '00394460000141' });
  const registry = await Registry.open(join(folder, 'notes.json'));
  const api = buildGovernmentApi(registry, { ca: authority.ca, server, signer });
  const pages = pageServer();
  governmentPages(pages, registry, signer);
  certificatePages(pages, authority, options.company);
  const apiUrl = `https://${LOOPBACK}:${await listen(api, 0)}`;
  const pageUrl = `http://localhost:${await listen(pages, options.pagePort).catch(() => listen(pages, 0))}`;
  return {
    access: {
      apiUrl,
      distributionUrl: `${apiUrl}/contribuintes`,
      lookUpUrl: `${pageUrl}/ConsultaPublica?chave=`,
      environment: '2',
      ca: authority.ca,
      page: pageUrl,
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
