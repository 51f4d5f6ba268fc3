import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { enqueueMessage, openConversation } from '../../src/domains/whatsapp/index.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { buildChatApp, type ChatApp, startTestWhatsApp, type TestWhatsApp } from '../whatsapp/chat-app.ts';

const MESSAGES = Number(process.env.CHAT_MESSAGES ?? 40);
/** How many of two servers die, each time. */
const CRASHES = [2, 1, 2];

let demo: TestWhatsApp;
let app: ChatApp;
const running: ChildProcess[] = [];
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo);
  await app.workOnly('whatsapp-reports');
});
afterAll(async () => {
  for (const process of running) process.kill('SIGKILL');
  await app.close();
  await demo.stop();
});

async function start(): Promise<ChildProcess> {
  const options = JSON.stringify({ databaseUrl: app.databaseUrl, access: demo.access });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'send-chats.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  return child;
}

async function enqueueAll(): Promise<void> {
  for (let index = 0; index < MESSAGES; index += 1) {
    const phone = `+5535988${String(index).padStart(6, '0')}`;
    await inTransaction(app.db, async (trx) => {
      const { id: conversationId } = await openConversation(trx, { bsuid: null, phone });
      const template = { type: 'template', name: 'passeio_trip_thanks_v1', language: 'pt_BR' } as const;
      const content = { ...template, parameters: ['Ana', 'Capitólio'], button: { path: 'avaliar#x' } };
      const message = { conversationId, content, text: 'Obrigado', reservationId: null, sentBy: null };
      await enqueueMessage(app.jobs, { ...message, about: 'tripThanks' }, trx);
    });
  }
}

const lines = () => [...demo.chats.clients.values()].map((client) => client.lines.length);
const countOf = async (status: string): Promise<number> => {
  const text = 'select count(*)::integer from conversation_messages where status = $1';
  return (await app.pool.query(text, [status])).rows[0].count;
};

it('servers that are killed while they send lose no message, and send none twice', async () => {
  await enqueueAll();
  for (const [crash, dying] of CRASHES.entries()) {
    while (running.length < 2) await start();
    const enough = Math.floor((MESSAGES * (crash + 1)) / (CRASHES.length + 2));
    // Each message is to a telephone of its own.
    await vi.waitFor(() => expect(demo.chats.clients.size).toBeGreaterThan(enough), { timeout: 600_000, interval: 5 });
    for (const child of running.splice(0, dying)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await start();
  await vi.waitFor(async () => expect(await countOf('queued')).toBe(0), { timeout: 900_000, interval: 500 });
  await vi.waitFor(async () => expect((await countOf('delivered')) + (await countOf('unknown'))).toBe(MESSAGES), {
    timeout: 300_000,
    interval: 500,
  });
  expect(lines().every((count) => count === 1)).toBe(true);
  // Who died before the provider had a message: it waits for its e-mail.
  expect(lines().length).toBe(await countOf('delivered'));
  const { rows } = await app.pool.query(`select count(*)::integer from pgboss.job where name = 'whatsapp-unknown'`);
  expect(rows[0].count).toBeGreaterThanOrEqual(await countOf('unknown'));
});
