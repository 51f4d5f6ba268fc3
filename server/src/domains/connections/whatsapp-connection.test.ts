import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAuthority } from '../../../../demo/bank/certificates.ts';
import { buildConnectable, type Connectable } from '../../../test/banks/connectable-bank.ts';
import { startTestWhatsApp, type TestWhatsApp } from '../../../test/whatsapp/chat-app.ts';

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
