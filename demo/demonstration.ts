import { type Openers, openMercadoPago } from '../server/src/adapters.ts';
import { type Config, ConfigError, readConfig } from '../server/src/config.ts';
import { readCompanyCertificate } from '../server/src/ports/fiscal/certificate.ts';
import { sefinNacional } from '../server/src/ports/fiscal/sefin-nacional.ts';
import { pixApi } from '../server/src/ports/payments/pix-api.ts';
import { cloudApi } from '../server/src/ports/whatsapp/cloud-api.ts';
import type { Additions } from '../server/src/start.ts';
import { startDemoBank } from './bank/index.ts';
import { startDemoCards } from './cards/index.ts';
import { readOperator } from './content.ts';
import { startDemoGovernment } from './government/index.ts';
import { DEMO_PASSWORD, demoAccounts } from './people.ts';
import { seedDemonstration } from './seed.ts';
import { startDemoWhatsApp } from './whatsapp/index.ts';

/** The configuration of the demonstration: payments are its bank's, unless the environment says another thing. */
export function readDemoConfig(env: NodeJS.ProcessEnv): Config {
  const PAYMENTS = env.PAYMENTS || 'demo-bank';
  const CARD_PAYMENTS = env.CARD_PAYMENTS || (PAYMENTS === 'demo-bank' ? 'demo-cards' : 'none');
  const config = readConfig({ ...env, PAYMENTS, CARD_PAYMENTS });
  if (config.isProduction) throw new ConfigError('The demonstration has a known password: it is not for production');
  return config;
}

/** What the demonstration adds to the server: its bank, its provider of cards, and what fills an empty database. */
export function demonstration(): Additions {
  const pages: string[] = [];
  let bankUrl: string | undefined;
  const openers: Partial<Openers> = {
    async 'demo-bank'({ pagePort }, { dataDir, port }) {
      const { access, pageUrl, stop } = await startDemoBank({ dataDir, pagePort });
      pages.push(`The demonstration bank is at ${pageUrl}`);
      bankUrl = pageUrl;
      const provider = { ...pixApi(access), payPage: pageUrl };
      return { provider, origin: loopback(port), close: () => Promise.all([provider.close(), stop()]) };
    },
    async 'demo-cards'(cards, { dataDir, port, publicUrl }) {
      const { access, stop } = await startDemoCards({ dataDir, port: cards.port });
      pages.push(`The demonstration's card payments are at ${access.apiUrl}`);
      const provider = await openMercadoPago(access, publicUrl, loopback(port));
      return { provider, close: () => Promise.all([provider.close(), stop()]) };
    },
  };
  return {
    openers,
    async openGovernment({ dataDir, port }) {
      const { legalName: name = '', cnpj: taxId = '' } = await readOperator();
      const company = { name, taxId };
      const government = await startDemoGovernment({ dataDir, pagePort: port && port + 3, company });
      const { access, authority, pageUrl, stop } = government;
      pages.push(`The demonstration government is at ${pageUrl}`);
      const { cert, key } = await authority.issueForCompany(company);
      const service = sefinNacional({ ...access, certificate: readCompanyCertificate(Buffer.from(cert + key), '') });
      const fiscal = { ...service, close: async () => void (await Promise.all([service.close(), stop()])) };
      return { fiscal, addresses: access };
    },
    async openWhatsApp({ dataDir, port }, { register }) {
      const demo = await startDemoWhatsApp({ dataDir, port: port && port + 4, bankUrl: () => bankUrl });
      const { access, webhooks, pageUrl, stop } = demo;
      pages.push(`The demonstration's WhatsApp is at ${pageUrl}`);
      webhooks.url = `${loopback(port)}/webhooks/whatsapp/${access.pathSecret}`;
      const service = { ...cloudApi({ ...access, pixInChat: 'button' }), page: pageUrl };
      // It approves every template at once.
      await register(service);
      return { ...service, close: async () => void (await Promise.all([service.close(), stop()])) };
    },
    seed: seedDemonstration,
    greeting: (config) => [...pages, ...invitation(config)],
  };
}

const loopback = (port: number) => `http://127.0.0.1:${port}`;

function invitation({ publicUrl, firebase }: Config): string[] {
  if (firebase) return [];
  return [
    `The API is described at ${publicUrl}/api/docs\n\nDemonstration accounts (password: ${DEMO_PASSWORD})`,
    ...demoAccounts.map(({ role, email }) => `  ${role.padEnd(8)} ${email}`),
  ];
}
