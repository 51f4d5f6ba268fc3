import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsBy } from '../../../test/whatsapp/meta-schemas.ts';
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
let answer: { status: number; body: unknown; hangs?: true; closes?: true };
let baseUrl: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    calls.push({ method: request.method ?? '', url: request.url ?? '', body: text ? JSON.parse(text) : {} });
    if (answer.closes) return request.socket.destroy();
    if (answer.hangs) return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
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

const service = (url = baseUrl) =>
  cloudApi({
    ...{ baseUrl: url, phoneNumberId: '106540352242922', account: '102290129340398', accessToken: 'token' },
    ...{ appSecret: 'secret', verifyToken: 'verify', pathSecret: 'path', pixInChat: 'button' },
    limits: { connectMs: 300, answerMs: 500 },
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
  ])('%s', async (_, content) => {
    expect(await service().send(TO, content, ID)).toEqual({ state: 'accepted', wamid: 'wamid.1' });
    const [{ url = '', body = {} } = {}] = calls;
    expect(url).toBe('/v23.0/106540352242922/messages');
    expect(faultsBy('Message', body)).toEqual([]);
    expect(body).toMatchObject({ to: '5535988112001', biz_opaque_callback_data: ID });
  });

  // As the documentation of payments in Brazil shows it, which the document lacks.
  it('payment within the chat', async () => {
    await service().send(TO, { type: 'order_details', body: 'Falta o sinal.', order }, ID);
    const money = { value: 11_340, offset: 100 };
    expect(calls[0]?.body).toMatchObject({
      type: 'interactive',
      interactive: {
        type: 'order_details',
        body: { text: 'Falta o sinal.' },
        action: {
          name: 'review_and_pay',
          parameters: {
            ...{ reference_id: order.reference, type: 'digital-goods', payment_type: 'br', currency: 'BRL' },
            payment_settings: [
              {
                type: 'pix_dynamic_code',
                pix_dynamic_code: {
                  ...{ code: order.code, merchant_name: 'Rota das Águas' },
                  ...{ key: '39580525000189', key_type: 'CNPJ' },
                },
              },
            ],
            total_amount: money,
            order: { status: 'pending', items: [{ amount: money, quantity: 1 }], subtotal: money },
          },
        },
      },
    });
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

it('media are read from where they are kept alone, and no more than 16 MB', async () => {
  const read = () => service().readMedia('1003383421387256');
  answer = { status: 200, body: { url: 'https://evil.example/x', file_size: 10 } };
  expect(await read()).toBeUndefined();
  answer = { status: 200, body: { url: `${baseUrl}/media/1`, file_size: 17 * 1024 * 1024 } };
  expect(await read()).toBeUndefined();
  expect(calls).toHaveLength(2);
});
