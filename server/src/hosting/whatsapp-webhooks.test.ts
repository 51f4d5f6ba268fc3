import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAuthority } from '../../../demo/bank/certificates.ts';
import { PASSWORD, startTestHost, type TestHost } from '../../test/hosting.ts';

const soon = { timeout: 30_000, interval: 50 };
const usual = getCACertificates('default');

/** An operator whose number is at Meta. */
interface Connected {
  slug: string;
  domain: string;
  account: string;
  phoneNumberId: string;
  appSecret: string;
  verifyToken: string;
  /** Of the address that Meta was told. */
  path: string;
}

let host: TestHost;
let meta: Server;
/** The addresses of webhooks by business account. */
const told = new Map<string, string>();
let one: Connected;
let other: Connected;
beforeAll(async () => {
  meta = await startMeta();
  host = await startTestHost({ config: { connectsToPrivate: true } });
  [one, other] = [await connect('1001'), await connect('2002')];
}, 120_000);
afterAll(async () => {
  await host.close();
  setDefaultCACertificates(usual);
  meta.closeAllConnections();
  meta.close();
});

/** What Meta answers where a number is connected; its authority counts in this process. */
async function startMeta(): Promise<Server> {
  const authority = await makeAuthority('Meta de teste');
  const server = createServer(await authority.issue('127.0.0.1', 'server'), async (request, response) => {
    const [, , account = '', edge] = new URL(request.url ?? '/', 'https://meta.test').pathname.split('/');
    if (edge === 'subscribed_apps') told.set(account, ((await json(request)) as Address).override_callback_uri);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, data: [], display_phone_number: '+55 35 98811-2233' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setDefaultCACertificates([...usual, authority.ca]);
  return server;
}

interface Address {
  override_callback_uri: string;
}

async function connect(account: string): Promise<Connected> {
  const operator = await host.add();
  const { token } = await host.administrator(operator);
  const typed = {
    baseUrl: `https://127.0.0.1:${(meta.address() as AddressInfo).port}`,
    ...{ account, phoneNumberId: `${account}9`, accessToken: `token-${account}` },
    ...{ appSecret: `secret-${account}`, verifyToken: `verify-${account}`, pix: 'text' },
  };
  const body = { values: typed, password: PASSWORD };
  const { status } = await host.ask(operator.domain, '/api/connections/whatsapp', { method: 'PUT', token, body });
  expect(status).toBe(200);
  const address = new URL(told.get(account) ?? '');
  expect(address.hostname).toBe(operator.domain);
  return { ...operator, ...typed, path: address.pathname };
}

/** A webhook with a text of a person, about the account and number of an operator. */
function written({ account, phoneNumberId }: Connected, bsuid: string, text: string) {
  const message = { from_user_id: bsuid, id: `wamid.${randomUUID()}`, timestamp: '1764547200', type: 'text' };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '5535988112233', phone_number_id: phoneNumberId },
    contacts: [{ profile: { name: 'Ana' }, user_id: bsuid }],
    messages: [{ ...message, text: { body: text } }],
  };
  return { object: 'whatsapp_business_account', entry: [{ id: account, changes: [{ field: 'messages', value }] }] };
}

interface Sending {
  at: Connected;
  path?: string;
  /** Whose app signs it. */
  by: Connected;
}

async function send(body: object, { at, path = at.path, by }: Sending): Promise<number> {
  const signature = createHmac('sha256', by.appSecret).update(JSON.stringify(body)).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signature}` };
  return (await host.ask(at.domain, path, { method: 'POST', body, headers })).status;
}

const textsOf = ({ slug }: Connected) =>
  host.inDatabase(slug, async (db) =>
    (await db.selectFrom('conversation_messages').select('text').orderBy('text').execute()).map(({ text }) => text),
  );

it('each operator has an address and a secret of its own, and takes only what Meta signs for it', async () => {
  expect(one.path).not.toBe(other.path);
  expect(await send(written(one, 'BR.1', 'para a primeira'), { at: one, by: one })).toBe(200);
  await expect.poll(() => textsOf(one), soon).toEqual(['para a primeira']);
  // Signed by the other's app: at its own address, and at the other's.
  const forged = written(one, 'BR.1', 'forjada');
  expect(await send(forged, { at: one, by: other })).toBe(401);
  expect(await send(forged, { at: other, by: one })).toBe(401);
  // An operator's address at the other's domain is no address.
  expect(await send(forged, { at: other, path: one.path, by: one })).toBe(404);
  expect(await send(forged, { at: one, path: other.path, by: other })).toBe(404);
  expect(await send(forged, { at: one, path: '/webhooks/whatsapp/desconhecido', by: one })).toBe(404);
  // Signed rightly, and about the other's account: it is passed over.
  expect(await send(written(other, 'BR.1', 'de outra conta'), { at: one, by: one })).toBe(200);
  expect(await send(written(one, 'BR.1', 'última'), { at: one, by: one })).toBe(200);
  await expect.poll(() => textsOf(one), soon).toEqual(['para a primeira', 'última']);
  expect(await textsOf(other)).toEqual([]);
});

it('the answer to an unknown address says nothing of any operator', async () => {
  const bodies = await Promise.all(
    [one, other].map(
      async ({ domain }) =>
        (await host.ask(domain, '/webhooks/whatsapp/desconhecido', { method: 'POST', body: {} })).body,
    ),
  );
  for (const body of bodies) {
    expect(body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    for (const { slug, account } of [one, other]) expect(JSON.stringify(body)).not.toMatch(`${slug}|${account}`);
  }
});

it("Meta's question is answered by the operator's own verify token alone", async () => {
  const ask = async (at: Connected, { verifyToken }: Connected, path = at.path) => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': '1158201444' };
    return (await host.ask(at.domain, `${path}?${new URLSearchParams(query)}`)).status;
  };
  expect([await ask(one, one), await ask(one, other), await ask(other, other, one.path)]).toEqual([200, 403, 404]);
});

it('the same id of a person is another contact at each operator, and opens nothing at the other', async () => {
  const bsuid = 'BR.77';
  expect(await send(written(one, bsuid, 'só da primeira'), { at: one, by: one })).toBe(200);
  await expect.poll(() => textsOf(one), soon).toContain('só da primeira');
  expect(await send(written(other, bsuid, 'só da segunda'), { at: other, by: other })).toBe(200);
  await expect.poll(() => textsOf(other), soon).toEqual(['só da segunda']);
  expect(await textsOf(one)).not.toContain('só da segunda');
});
