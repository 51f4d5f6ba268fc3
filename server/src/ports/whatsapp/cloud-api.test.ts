import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsOfRequest } from '../../../test/whatsapp/meta-schemas.ts';
import { publicLookup } from '../../platform/http/public-addresses.ts';
import { ProviderRefused } from '../payments/port.ts';
import { cloudApi } from './cloud-api.ts';
import type { ChatContent, PixOrder } from './port.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const TO = { bsuid: null, phone: '+5535988112001' };
const order: PixOrder = {
  ...{ reference: 'K7M2QX0000000000000000000001', amountCents: 11_340, item: 'Reserva K7M2QX' },
  ...{ code: '00020126…6304ABCD', merchant: 'Rota das Águas', key: '39580525000189', keyKind: 'CNPJ' },
  expiresAtMs: null,
};

let server: Server;
let calls: { method: string; url: string; body: Record<string, unknown> }[] = [];
interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  hangs?: true;
  closes?: true;
}
let answer: Answer;
/** What is answered where media are. */
let file: Answer;
let baseUrl: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    calls.push({ method: request.method ?? '', url: request.url ?? '', body: text ? JSON.parse(text) : {} });
    const { status, body, headers, hangs, closes } = request.url?.startsWith('/media/') ? file : answer;
    if (closes) return request.socket.destroy();
    if (hangs) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  answer = { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.1' }] } };
});

const service = (url = baseUrl, more: Partial<Parameters<typeof cloudApi>[0]> = {}) =>
  cloudApi({
    ...{ baseUrl: url, phoneNumberId: '106540352242922', account: '102290129340398', accessToken: 'token' },
    ...{ appSecret: 'secret', verifyToken: 'verify', pathSecret: 'path', pixInChat: 'button' },
    ...{ limits: { connectMs: 300, answerMs: 500 }, ...more },
  });

describe("a message is written as Meta's document has it", () => {
  it.each<[string, ChatContent]>([
    ['text', { type: 'text', body: 'Olá, Ana! 🚌' }],
    [
      'template with a page',
      {
        ...{ type: 'template', name: 'passeio_trip_thanks_v1', language: 'pt_BR' },
        ...{ parameters: ['Ana', 'Capitólio'], button: { path: 'avaliar#abc' } },
      },
    ],
    ['template alone', { type: 'template', name: 'x', language: 'pt_BR', parameters: [], button: null }],
    [
      'template with a payment',
      { type: 'template', name: 'x', language: 'pt_BR', parameters: ['Ana'], button: { order } },
    ],
    ['payment within the chat', { type: 'order_details', body: 'Falta o sinal.', order }],
    [
      'payment with an end',
      { type: 'order_details', body: 'Falta o sinal.', order: { ...order, expiresAtMs: 1_800_000_000_000 } },
    ],
    ['payment that is made', { type: 'order_status', body: 'Pago.', reference: order.reference, status: 'completed' }],
  ])('%s', async (_, content) => {
    expect(await service().send(TO, content, ID)).toEqual({ state: 'accepted', wamid: 'wamid.1' });
    const [{ url = '', body = {} } = {}] = calls;
    expect(url).toBe('/v23.0/106540352242922/messages');
    expect(faultsOfRequest(url, body)).toEqual([]);
    expect(body).toMatchObject({ to: '5535988112001', biz_opaque_callback_data: ID });
  });

  it('and the document finds what is wrong in another', () => {
    const message = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '5535988112001' };
    for (const wrong of [
      { type: 'text' },
      { type: 'text', text: { body: 1 } },
      { type: 'letter', text: { body: 'x' } },
      { type: 'interactive', interactive: { type: 'order_details', body: { text: 'x' }, action: {} } },
      { type: 'interactive', interactive: { type: 'order_status', body: { text: 'x' }, more: 1 } },
    ]) {
      expect(faultsOfRequest('/messages', { ...message, ...wrong })).not.toEqual([]);
    }
    expect(faultsOfRequest('/register', {})).not.toEqual([]);
  });

  it('what is paid, to whom and how much stands in a payment', async () => {
    await service().send(TO, { type: 'order_details', body: 'Falta o sinal.', order }, ID);
    const money = { value: 11_340, offset: 100 };
    const pix = {
      ...{ code: order.code, merchant_name: 'Rota das Águas' },
      ...{ key: '39580525000189', key_type: 'CNPJ' },
    };
    expect(calls[0]?.body).toMatchObject({
      interactive: {
        action: {
          parameters: {
            ...{ reference_id: order.reference, total_amount: money },
            payment_settings: [{ type: 'pix_dynamic_code', pix_dynamic_code: pix }],
            order: { items: [{ amount: money, quantity: 1 }], subtotal: money },
          },
        },
      },
    });
  });

  it('templates that are submitted, and where webhooks are to go', async () => {
    answer = { status: 200, body: { id: '1', status: 'PENDING', category: 'UTILITY' } };
    const draft = {
      category: 'UTILITY' as const,
      name: 'passeio_x_v1',
      language: 'pt_BR',
      body: 'Olá, {{1}}!',
      examples: ['Ana'],
    };
    const page = { kind: 'page', label: 'Ver', url: 'https://passeio.example/', example: 'x' } as const;
    await service().submitTemplate({ ...draft, button: page });
    await service().submitTemplate({ ...draft, button: { kind: 'payment' } });
    await service().subscribe('https://passeio.example/webhooks/whatsapp/x');
    expect(calls.map(({ url }) => url.split('/').at(-1))).toEqual([
      'message_templates',
      'message_templates',
      'subscribed_apps',
    ]);
    expect(calls.flatMap(({ url, body }) => faultsOfRequest(url, body))).toEqual([]);
    expect(faultsOfRequest('/message_templates', { ...calls[1]?.body, display_format: 'X' })).not.toEqual([]);
  });

  it('goes to the id of a person who shows no telephone', async () => {
    await service().send({ bsuid: 'BR.1502576394655843', phone: null }, { type: 'text', body: 'Oi' }, ID);
    expect(calls[0]?.body).toMatchObject({ recipient: 'BR.1502576394655843' });
    expect(calls[0]?.body).not.toHaveProperty('to');
  });
});

describe('what is known of a message after one call', () => {
  const send = (url?: string) => service(url).send(TO, { type: 'text', body: 'Oi' }, ID);
  const error = (code: number) => ({ error: { message: 'x', type: 'OAuthException', code } });

  it.each([
    [130429, 429, { state: 'refused', isTransient: true }],
    [131056, 400, { state: 'refused', isTransient: true }],
    [80007, 400, { state: 'refused', isTransient: true }],
    [131026, 400, { state: 'refused', code: 131026, isTransient: false, isTokenRefused: false }],
    [132001, 404, { state: 'refused', isTransient: false }],
    [190, 401, { state: 'refused', isTransient: false, isTokenRefused: true }],
    [131000, 500, { state: 'unknown' }],
  ])('error %i', async (code, status, expected) => {
    answer = { status, body: error(code) };
    expect(await send()).toMatchObject(expected);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['no answer', { status: 200, body: '', hangs: true }],
    ['a closed connection', { status: 200, body: '', closes: true }],
    ['something else', { status: 200, body: '<html>' }],
    ['a failure of a proxy', { status: 502, body: 'Bad gateway' }],
  ] as const)('%s leaves it unknown', async (_, given) => {
    answer = given;
    expect(await send()).toEqual({ state: 'unknown' });
    expect(calls).toHaveLength(1);
  });

  it('a provider that cannot be reached has surely not got it', async () => {
    expect(await send('http://127.0.0.1:9')).toMatchObject({ state: 'refused', isTransient: true });
  });
});

describe('media', () => {
  const read = (more: Partial<Parameters<typeof cloudApi>[0]> = {}) =>
    service(baseUrl, more).readMedia('1003383421387256');
  const told = (url: string, file_size?: number) => {
    answer = { status: 200, body: { url, ...(file_size && { file_size }) } };
  };

  it.each([
    ['another host', () => 'https://evil.example/x'],
    ['this machine', () => 'http://127.0.0.1:5432/'],
    ['the host as a name of somebody', () => baseUrl.replace('http://', 'http://127.0.0.1:80@evil.example/')],
    ['another protocol', () => baseUrl.replace('http:', 'https:')],
    ['no web at all', () => 'file:///etc/passwd'],
    ['clouds that tell secrets', () => 'http://169.254.169.254/latest/meta-data'],
  ])('are not read from %s', async (_, url) => {
    told(url(), 10);
    expect(await read()).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it('lead nowhere else', async () => {
    told(`${baseUrl}/media/1`, 10);
    file = { status: 302, body: '', headers: { location: `${baseUrl}/inside` } };
    await expect(read()).rejects.toThrow('WhatsApp answered 302');
    expect(calls.map(({ url }) => url)).toEqual(['/v23.0/1003383421387256', '/media/1']);
  });

  it('are not asked for where the name of the provider leads into this network', async () => {
    const named = service(baseUrl.replace('127.0.0.1', 'localhost'), { lookup: publicLookup });
    await expect(named.readMedia('1')).rejects.toMatchObject({ fault: 'private-address' });
    expect(calls).toEqual([]);
  });

  it('of more than 16 MB are not read, whatever is said of their size', async () => {
    told(`${baseUrl}/media/1`, 17 * 1024 * 1024);
    expect(await read()).toBeUndefined();
    expect(calls).toHaveLength(1);
    told(`${baseUrl}/media/1`);
    const size = 16 * 1024 * 1024;
    file = { status: 200, body: Buffer.alloc(size + 1) };
    expect(await read({ limits: { connectMs: 300, answerMs: 20_000 } })).toBeUndefined();
    file = { status: 200, body: Buffer.alloc(size) };
    expect(await read({ limits: { connectMs: 300, answerMs: 20_000 } })).toHaveLength(size);
    file = { status: 200, body: Buffer.alloc(18 * 1024 * 1024) };
    // Refused, not away: it would be as large again.
    await expect(read({ limits: { connectMs: 300, answerMs: 20_000 } })).rejects.toBeInstanceOf(ProviderRefused);
  });
});
