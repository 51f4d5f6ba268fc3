import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pageServer } from '../page.ts';
import { CardAccount } from './account.ts';
import { cardApi } from './api.ts';
import { CardNotices } from './notices.ts';
import { cardPages } from './pages.ts';

const ACCESS_TOKEN = 'DEMO-access-token';
const WEBHOOK_SECRET = 'demonstration-secret';

/** The demonstration's provider of cards at work. */
export interface DemoCards {
  /** As settings of the adapter; `apiUrl` is also where its pages are. */
  access: { apiUrl: string; accessToken: string; webhookSecret: string };
  account: CardAccount;
  notices: CardNotices;
  stop(): Promise<void>;
}

/**
 * Starts a provider that speaks as Mercado Pago does, for demonstrations: its API and its pages, on loopback. Its state
 * is a file in the data folder. `port`: a free one if it is taken.
 */
export async function startDemoCards({ dataDir, port }: { dataDir: string; port: number }): Promise<DemoCards> {
  const folder = join(dataDir, 'demo-cards');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const account = await CardAccount.open(join(folder, 'state.json'));
  const notices = new CardNotices(account, WEBHOOK_SECRET);
  const app = pageServer();
  cardApi(app, account, ACCESS_TOKEN);
  cardPages(app, account, notices);
  const listen = (wanted: number) => app.listen({ port: wanted, host: '127.0.0.1' });
  await listen(port).catch(() => listen(0));
  return {
    access: {
      apiUrl: `http://localhost:${(app.server.address() as AddressInfo).port}`,
      accessToken: ACCESS_TOKEN,
      webhookSecret: WEBHOOK_SECRET,
    },
    account,
    notices,
    async stop() {
      await notices.stop();
      await app.close();
      await account.save();
    },
  };
}
