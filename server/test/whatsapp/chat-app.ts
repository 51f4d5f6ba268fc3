import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startDemoWhatsApp } from '../../../demo/whatsapp/index.ts';
import { queueWork, startQueues, type WorkParts } from '../../src/background-work.ts';
import type { Deps } from '../../src/deps.ts';
import { emailReader } from '../../src/domains/email-facts/index.ts';
import { codeForChat } from '../../src/domains/payments/index.ts';
import { emailTaker, registerTemplates } from '../../src/domains/whatsapp/index.ts';
import { fakeMailTransport } from '../../src/ports/mail/fake.ts';
import { type CloudApiAccess, cloudApi } from '../../src/ports/whatsapp/cloud-api.ts';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../app.ts';
import { testConnections } from '../connections.ts';

export const PUBLIC_URL = 'https://passeio.example';

/** The demonstration's WhatsApp, of a test alone. */
export async function startTestWhatsApp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-whatsapp-'));
  const demo = await startDemoWhatsApp({ dataDir, port: 0 });
  return {
    ...demo,
    async stop() {
      await demo.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestWhatsApp = Awaited<ReturnType<typeof startTestWhatsApp>>;

const QUICK = { connectMs: 500, answerMs: 1_000 };

type More = Partial<Pick<CloudApiAccess, 'pixInChat' | 'baseUrl'>> & { deps?: Partial<Deps>; template?: string };

/**
 * An application whose number is at the demonstration's WhatsApp, with all templates approved; `work` starts the queues
 * of messages and e-mails.
 */
export async function buildChatApp(demo: TestWhatsApp, { deps = {}, template, ...more }: More = {}) {
  const whatsApp = cloudApi({ ...demo.access, pixInChat: 'text', limits: QUICK, ...more });
  const app: TestAppWithJobs = await buildTestAppWithJobs({
    ...(template && { template }),
    connections: 20,
    deps: (usual) => ({ connections: testConnections(usual, { given: { whatsApp } }), ...deps }),
  });
  await app.db
    .updateTable('operator')
    .set({
      name: 'Rota das Águas',
      whatsapp: '+5535988112233',
      email: 'oi@rota.example',
      pix_key: 'pix@rotadasaguas.example',
    })
    .execute();
  await registerTemplates({ db: app.db, publicUrl: PUBLIC_URL }, whatsApp);
  demo.webhooks.url = `${app.url}/webhooks/whatsapp/${demo.access.pathSecret}`;
  const mail = fakeMailTransport();
  return {
    ...app,
    whatsApp,
    mail,
    work: () => workChats(app, mail),
    /** Works one of the queues. */
    workOnly: (name: string) => workChats(app, mail, [name]),
    /** Has everybody written to by WhatsApp who has not said otherwise. */
    async sendToAll() {
      await app.db
        .insertInto('whatsapp_settings')
        .values({ sends_unasked: true })
        .onConflict((known) => known.column('only_row').doUpdateSet({ sends_unasked: true }))
        .execute();
    },
    async close() {
      await app.close();
      await whatsApp.close();
    },
  };
}
export type ChatApp = Awaited<ReturnType<typeof buildChatApp>>;

// Noon, so that reminders do not wait.
const NOON = () => new Date('2026-06-01T15:00:00Z');

/** Works the queues of messages and e-mails as a process of the product does. */
function workChats(
  app: TestAppWithJobs,
  transport: ReturnType<typeof fakeMailTransport>,
  names = ['emails', 'whatsapp-messages', 'whatsapp-unknown', 'whatsapp-reports'],
): Promise<void> {
  const { db, logger, storage, connections, providers, changes, emailCodeKey } = app.app.deps;
  const { jobs } = app;
  const common = { db, jobs, logger, storage, connections, providers, changes, publicUrl: PUBLIC_URL };
  const mail: WorkParts['mail'] = {
    ...{ jobs, db, storage, transport, clock: NOON },
    makeLink: async () => `${PUBLIC_URL}/avaliar#token`,
    readEmail: emailReader(db, PUBLIC_URL, emailCodeKey),
    takeEmail: emailTaker({ ...common, codeFor: (id, purpose) => codeForChat(common, id, purpose) }),
  };
  const parts = { ...common, mail, deleteExpiredSessions: async () => 0 };
  return startQueues(
    queueWork.filter(({ queue }) => names.includes(queue.name)),
    parts,
  );
}

/** A telephone of nobody else. */
export const newPhone = () => `+55359${randomInt(8_0000000, 9_9999999)}`;

/** The messages of a telephone's conversation, the oldest first. */
export function messagesOf(app: Pick<ChatApp, 'db'>, phone: string) {
  return app.db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('chat_contacts as k', 'k.id', 'c.contact_id')
    .where('k.phone', '=', phone)
    .selectAll('m')
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();
}

/** Waits until the messages of a telephone are as expected. */
export function untilMessages(app: Pick<ChatApp, 'db'>, phone: string, expected: object[]) {
  return expect.poll(() => messagesOf(app, phone), { timeout: 15_000 }).toMatchObject(expected);
}

/** Waits until no report of a webhook waits, or is being worked. */
export async function untilWorked(app: Pick<ChatApp, 'pool'>, queue = 'whatsapp-reports'): Promise<void> {
  const waiting = async () =>
    (await app.pool.query(`select count(*)::integer from pgboss.job where name = $1 and state < 'completed'`, [queue]))
      .rows[0].count;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
}
