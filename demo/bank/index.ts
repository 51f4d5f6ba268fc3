import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BankAccounts, DEMO_PIX_KEY } from './accounts.ts';
import { type BankSystem, buildBankApi, type ObservedCall } from './api.ts';
import { type BankCertificates, makeCertificates } from './certificates.ts';
import { Notices } from './notices.ts';
import { buildBankPages } from './page-server.ts';

const LOOPBACK = '127.0.0.1';
const CREDENTIALS = { clientId: 'passeio', clientSecret: 'demonstracao' };

export interface DemoBankOptions {
  dataDir: string;
  /** The port of its pages; a free one if it is taken. */
  pagePort: number;
  observe?: (call: ObservedCall) => void;
}

/** As settings of the adapter. */
interface BankAccess {
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  certificate: { cert: string; key: string; ca: string };
  key: string;
}

/** The demonstration bank at work. */
export interface DemoBank {
  /** How a client of the API Pix reaches it. */
  access: BankAccess;
  /** Origin of its pages. */
  pageUrl: string;
  certificates: BankCertificates;
  system: BankSystem;
  notices: Notices;
  stop(): Promise<void>;
}

/**
 * Starts a bank that speaks the API Pix, for demonstrations: its API over mutual TLS and its pages, both on loopback.
 * Its state is a file in the data folder.
 */
export async function startDemoBank({ dataDir, pagePort, observe }: DemoBankOptions): Promise<DemoBank> {
  const folder = join(dataDir, 'demo-bank');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const certificates = await makeCertificates(folder);
  const accounts = await BankAccounts.open(join(folder, 'state.json'));
  const system: BankSystem = {
    accounts,
    condition: 'open',
    credentials: { ...CREDENTIALS },
    tokens: new Set(),
    ...(observe && { observe }),
  };
  const notices = new Notices(accounts);
  const api = buildBankApi(system, certificates);
  const pages = buildBankPages(system, notices);
  const apiUrl = `https://${LOOPBACK}:${await listen(api, 0)}`;
  const port = await listen(pages, pagePort).catch(() => listen(pages, 0));
  const { cert, key } = certificates.client;
  return {
    access: {
      apiUrl,
      tokenUrl: `${apiUrl}/oauth/token`,
      ...CREDENTIALS,
      certificate: { cert, key, ca: certificates.ca },
      key: DEMO_PIX_KEY,
    },
    pageUrl: `http://localhost:${port}`,
    certificates,
    system,
    notices,
    async stop() {
      await notices.stop();
      await pages.close();
      await api.close();
      await accounts.save();
    },
  };
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  await app.listen({ port, host: LOOPBACK });
  return (app.server.address() as AddressInfo).port;
}
