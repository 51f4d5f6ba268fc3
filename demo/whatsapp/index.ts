import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pageServer } from '../page.ts';
import { whatsAppApi } from './api.ts';
import { Chats } from './chats.ts';
import { whatsAppPages } from './pages.ts';
import { Webhooks } from './webhooks.ts';

/** The agency's account, as it knows it; the same in every demonstration. */
export const agency = {
  account: '102290129340398',
  phoneNumberId: '106540352242922',
  displayPhone: '5535988112233',
  accessToken: 'DEMO-whatsapp-token',
  appSecret: 'demonstration-app-secret',
  verifyToken: 'demonstration-verify-token',
  pathSecret: 'demonstration-webhook-path-secret',
};

/** The demonstration's WhatsApp at work. */
export interface DemoWhatsApp {
  /** As settings of the adapter. */
  access: {
    baseUrl: string;
    phoneNumberId: string;
    account: string;
    accessToken: string;
    appSecret: string;
    verifyToken: string;
    pathSecret: string;
  };
  /** Where its pages are. */
  pageUrl: string;
  chats: Chats;
  webhooks: Webhooks;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** A free one if it is taken. */
  port: number;
  /** In which a Pix is paid, once it is known. */
  bankUrl?: () => string | undefined;
}

/**
 * Starts a WhatsApp that speaks as Meta's Cloud API does, for demonstrations: its API and its pages, on loopback. Its
 * state is a file in the data folder.
 */
export async function startDemoWhatsApp({ dataDir, port, bankUrl = () => undefined }: Options): Promise<DemoWhatsApp> {
  const folder = join(dataDir, 'demo-whatsapp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const chats = await Chats.open(join(folder, 'state.json'));
  const webhooks = new Webhooks(agency);
  const app = pageServer();
  const parts = { chats, webhooks, account: agency, deliveries: new Set<Promise<void>>() };
  whatsAppApi(app, parts);
  whatsAppPages(app, parts, bankUrl);
  const listen = (wanted: number) => app.listen({ port: wanted, host: '127.0.0.1' });
  await listen(port).catch(() => listen(0));
  const pageUrl = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  const { displayPhone: _, ...access } = agency;
  return {
    access: { baseUrl: pageUrl, ...access },
    ...{ pageUrl, chats, webhooks },
    async stop() {
      await app.close();
      await Promise.all(parts.deliveries);
      await webhooks.stop();
      await chats.save();
    },
  };
}
