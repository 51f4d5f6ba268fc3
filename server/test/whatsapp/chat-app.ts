import { randomInt } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startDemoWhatsApp } from '../../../demo/whatsapp/index.ts';
import { queueWork, startQueues, type WorkParts } from '../../src/background-work.ts';
import type { Config } from '../../src/config.ts';
import type { Deps } from '../../src/deps.ts';
import { emailReader } from '../../src/domains/email-facts/index.ts';
import { codeForChat } from '../../src/domains/payments/index.ts';
import { emailTaker, registerTemplates } from '../../src/domains/whatsapp/index.ts';
import { fakeMailTransport } from '../../src/ports/mail/fake.ts';
import { type CloudApiAccess, cloudApi } from '../../src/ports/whatsapp/cloud-api.ts';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../app.ts';
import { testConnections } from '../connections.ts';
import { faultsOfRequest, faultsOfWebhook } from './meta-schemas.ts';

export const PUBLIC_URL = 'https://passeio.example';

/** In the headers of a webhook that a test makes wrong on purpose. */
export const WRONG_ON_PURPOSE = 'x-wrong-on-purpose';

/**
 * The demonstration's WhatsApp, of a test alone. When it stops, every request to it and every webhook of this process
 * must have been as Meta's document has them.
 */
export async function startTestWhatsApp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-whatsapp-'));
  const demo = await startDemoWhatsApp({ dataDir, port: 0 });
  const watch = watchTheWire();
  return {
    ...demo,
    async stop() {
      await demo.stop();
      await rm(dataDir, { recursive: true, force: true });
      expect(watch.stop()).toEqual([]);
    },
  };
}

interface Sent {
  request: { path: string; headers: string[] };
  chunk?: Uint8Array;
}

/** Compares what this process sends with Meta's document. `stop` tells what was wrong. */
function watchTheWire() {
  const faults: string[] = [];
  const bodies = new WeakMap<object, Uint8Array[]>();
  const collect = ({ request, chunk }: Sent) => {
    if (chunk) bodies.set(request, [...(bodies.get(request) ?? []), chunk]);
  };
  const judge = ({ request }: Sent) => {
    const { path, headers } = request;
    const isWebhook = path.startsWith('/webhooks/whatsapp/') && headers.includes('x-hub-signature-256');
    const isRequest = /^\/v\d+\.0\//.test(path);
    if (!(isWebhook || isRequest) || headers.includes(WRONG_ON_PURPOSE)) return;
    const text = Buffer.concat(bodies.get(request) ?? []).toString();
    if (text) faults.push(...(isWebhook ? faultsOfWebhook(JSON.parse(text)) : faultsOfRequest(path, JSON.parse(text))));
  };
  const channels = [
    ['undici:request:bodyChunkSent', collect],
    ['undici:request:bodySent', judge],
  ] as [string, (message: unknown) => void][];
  for (const [name, listen] of channels) subscribe(name, listen);
  return {
    stop() {
      for (const [name, listen] of channels) unsubscribe(name, listen);
      return faults;
    },
  };
}
export type TestWhatsApp = Awaited<ReturnType<typeof startTestWhatsApp>>;

const QUICK = { connectMs: 500, answerMs: 1_000 };

type More = Partial<Pick<CloudApiAccess, 'pixInChat' | 'baseUrl'>> & {
  config?: Partial<Config>;
  deps?: Partial<Deps>;
  template?: string;
};

/**
 * An application whose number is at the demonstration's WhatsApp, with all templates approved; `work` starts the queues
 * of messages and e-mails.
 */
export async function buildChatApp(demo: TestWhatsApp, { config = {}, deps = {}, template, ...more }: More = {}) {
  const whatsApp = cloudApi({ ...demo.access, pixInChat: 'text', limits: QUICK, ...more });
  const app: TestAppWithJobs = await buildTestAppWithJobs({
    ...{ config, ...(template && { template }) },
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
    /** Reads what was logged: nothing of it may be of a message, or tell who wrote it. */
    async close() {
      const told = await whatWasTold(app.db);
      await app.close();
      await whatsApp.close();
      const lines = app.log.map((line) => JSON.stringify(line));
      expect(lines.filter((line) => told.some((one) => line.includes(one)))).toEqual([]);
    },
  };
}
export type ChatApp = Awaited<ReturnType<typeof buildChatApp>>;

/** Texts and names that are no common word, and telephones as the wire has them. */
async function whatWasTold(db: ChatApp['db']): Promise<string[]> {
  const { rows } = await sql<{ one: string }>`
    select one from (select text as one from conversation_messages union select name from chat_contacts
      union select substr(phone, 4) from chat_contacts) told
    where char_length(one) >= 8 and one !~ '["\\\\\n]' limit 2000`.execute(db);
  return rows.map(({ one }) => one);
}

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
