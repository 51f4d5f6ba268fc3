import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { buildConnectable, type Connectable } from '../../../test/banks/connectable-bank.ts';
import { call } from '../../../test/factories.ts';
import { newPhone, startTestWhatsApp, type TestWhatsApp } from '../../../test/whatsapp/chat-app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { whatsAppMessagesTotal } from '../../platform/metrics/metrics.ts';
import { enqueueMessage, messageSender, openConversation } from '../whatsapp/index.ts';

const usual = getCACertificates('default');
let demo: TestWhatsApp;
let secure: Server;
let app: Connectable;
beforeAll(async () => {
  demo = await startTestWhatsApp();
  secure = await startSecure(demo.pageUrl);
  app = await buildConnectable();
});
afterAll(async () => {
  await app.close();
  setDefaultCACertificates(usual);
  secure.closeAllConnections();
  secure.close();
  await demo.stop();
});
beforeEach(() => {
  demo.chats.condition = 'open';
});

/** The demonstration's WhatsApp behind TLS, as Meta's is; its authority counts in this process. */
async function startSecure(target: string): Promise<Server> {
  const authority = await makeAuthority('WhatsApp de teste');
  const server = createServer(await authority.issue('127.0.0.1', 'server'), (request, response) => {
    const { host } = new URL(target);
    const { method, headers, url } = request;
    const passed = httpRequest(new URL(url ?? '/', target), { method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setDefaultCACertificates([...usual, authority.ca]);
  return server;
}

function typed(more: object = {}) {
  const { phoneNumberId, account, accessToken, appSecret, verifyToken } = demo.access;
  const baseUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  return { baseUrl, phoneNumberId, account, accessToken, appSecret, verifyToken, pix: 'text', ...more };
}

it('a number is tried by a read, and says whose it is, or what is wrong with which field', async () => {
  const accepted = await app.test('whatsapp', typed());
  expect(accepted.body).toMatchObject({
    outcome: 'accepted',
    notes: ['É o número +5535988112233, de Rota das Águas.'],
  });
  const fieldsOf = async (more: object) => {
    const { body } = await app.test('whatsapp', typed(more));
    return [body.outcome, ...body.problems.map(({ field }: { field: string }) => field)];
  };
  expect(await fieldsOf({ accessToken: 'outro' })).toEqual(['refused', 'accessToken']);
  expect(await fieldsOf({ phoneNumberId: '1' })).toEqual(['refused', 'phoneNumberId', 'accessToken']);
  expect(await fieldsOf({ account: '1' })).toEqual(['refused', 'account', 'accessToken']);
  demo.chats.condition = 'away';
  expect(await fieldsOf({})).toEqual(['unreachable', '']);
});

it('an address inside the network is refused in production', async () => {
  const careful = await buildConnectable({ mayBePrivate: false });
  const { body } = await careful.test('whatsapp', typed({ baseUrl: 'https://127.0.0.1:1' }));
  expect(body).toMatchObject({ outcome: 'refused', problems: [{ field: 'baseUrl' }] });
  await careful.close();
});

it('once it is saved, webhooks come to a secret address of this operator, which no answer shows', async () => {
  const { body, status } = await app.change('whatsapp', typed());
  expect({ status, source: body.source, problem: body.problem }).toEqual({
    status: 200,
    source: 'browser',
    problem: '',
  });
  expect(demo.webhooks.url).toMatch(new RegExp(`^${app.url}/webhooks/whatsapp/[\\w-]{30,}$`));
  expect(body.shown).toMatchObject({ account: demo.access.account, appSecret: expect.stringMatching(/^••••/) });
  const secret = demo.webhooks.url?.split('/').at(-1) ?? '';
  expect(JSON.stringify([body, await app.read('whatsapp'), app.log])).not.toContain(secret);
  expect(app.connections.whatsApp?.account).toBe(demo.access.account);
  await app.remove('whatsapp');
  expect(app.connections.whatsApp).toBeUndefined();
  const gone = await fetch(demo.webhooks.url ?? '', { method: 'POST', body: '{}' });
  expect(gone.status).toBe(404);
});

const SHARED = { timeout: 15_000, interval: 200 };

describe('a token that Meta no longer accepts', () => {
  /** A message in the place of an e-mail, as the queue works it. */
  async function sendOne() {
    const [id, phone, to] = [randomUUID(), newPhone(), `${randomUUID()}@exemplo.com.br`];
    const emails: string[] = [];
    const jobs = { enqueue: async (_: object, job: object) => void emails.push('to' in job ? String(job.to) : '') };
    await inTransaction(app.db, async (trx) => {
      const { id: conversationId } = await openConversation(trx, { bsuid: null, phone });
      const content = { type: 'text' as const, body: 'Oi' };
      const fallback = { kind: 'tripThanks', to, about: {} };
      const message = {
        id,
        conversationId,
        content,
        text: 'Oi',
        reservationId: null,
        sentBy: null,
        about: 'tripThanks',
      };
      await enqueueMessage({ enqueue: async () => undefined }, { ...message, fallback }, trx);
      await trx
        .updateTable('conversations')
        .set({ open_until: new Date(Date.now() + 3_600_000) })
        .where('id', '=', conversationId)
        .execute();
    });
    demo.chats.clientOf(phone.slice(1));
    await messageSender({ ...app.app.deps, jobs })({ id });
    const { status } = await app.db
      .selectFrom('conversation_messages')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { status, byEmail: emails.includes(to) };
  }
  const refused = async () => {
    const { values } = await whatsAppMessagesTotal.get();
    return values.find(({ labels }) => labels.outcome === 'token_refused')?.value ?? 0;
  };
  // A report is shared for some seconds.
  const untilHealth = (expected: object) =>
    expect
      .poll(async () => {
        const { body } = await call(app, 'GET', '/api/health', app.admin);
        return body.connections.find(({ kind }: { kind: string }) => kind === 'whatsapp');
      }, SHARED)
      .toMatchObject(expected);

  it('sends e-mails, is seen in "Saúde" and counted; with a new token messages leave again', async () => {
    await app.change('whatsapp', typed());
    expect(await sendOne()).toEqual({ status: 'sent', byEmail: false });
    await untilHealth({ state: 'good', problem: '' });
    const before = await refused();
    demo.chats.condition = 'revoked';
    expect(await sendOne()).toEqual({ status: 'failed', byEmail: true });
    await untilHealth({ state: 'attention', problem: expect.stringMatching(/não aceita mais o token/) });
    expect((await refused()) - before).toBe(1);
    // The alert counts this outcome, and its runbook says what to do.
    const alerts = await readFile(new URL('../../../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8');
    expect(alerts).toMatch(/passeio_whatsapp_messages_total\{outcome="token_refused"\}/);
    demo.chats.condition = 'open';
    expect(await app.change('whatsapp', typed())).toMatchObject({ status: 200, body: { problem: '' } });
    await untilHealth({ state: 'good', problem: '' });
    expect(await sendOne()).toEqual({ status: 'sent', byEmail: false });
    await app.remove('whatsapp');
  });
});
