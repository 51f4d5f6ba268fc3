import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedNotice } from '../../../../demo/cards/notices.ts';
import { QUICK_LIMITS } from '../../../test/banks/demo-bank.ts';
import { json } from '../../../test/banks/lying-bank.ts';
import { mercadoPago } from './mercado-pago.ts';
import { type PaymentProvider, ProviderUnavailable } from './port.ts';

const REFERENCE = 'K7M3QX00000000000000000000000001';

let answer: (request: IncomingMessage, url: URL) => { status?: number; body: unknown };
let provider: PaymentProvider;
const server = createServer((request, response) => {
  const { status = 200, body } = answer(request, new URL(request.url ?? '', 'http://127.0.0.1'));
  json(response, status, body);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secrets = { accessToken: 'token', webhookSecret: 'secret' };
  provider = mercadoPago({ ...secrets, apiUrl, limits: QUICK_LIMITS, returnTo: () => 'https://passeio.example/' });
  return () => provider.close();
});

describe('a charge by card', () => {
  const elements = [{ id: 'pref-1', external_reference: REFERENCE }];
  const own = { id: 'pref-1', external_reference: REFERENCE };

  it('is withdrawn only where the provider then says so', async () => {
    let then: object = {};
    answer = ({ method }, { pathname }) => {
      if (pathname.endsWith('/search')) return { body: { elements } };
      return { body: method === 'PUT' ? own : { ...own, ...then } };
    };
    for (const unchanged of [
      {},
      { expires: false, expiration_date_to: new Date().toISOString() },
      { expires: true },
      { expires: true, expiration_date_to: null },
      { expires: true, expiration_date_to: new Date(Date.now() + 3_600_000).toISOString() },
    ]) {
      then = unchanged;
      await expect(provider.withdraw(REFERENCE)).rejects.toThrow(ProviderUnavailable);
    }
    then = { expires: true, expiration_date_to: new Date().toISOString() };
    await provider.withdraw(REFERENCE);
  });
});

describe('a list of payments', () => {
  const at = (ms: number) => new Date(1_795_000_000_000 + ms).toISOString();
  const paymentOf = (id: number, ms: number) => ({
    ...{ id, status: 'approved', currency_id: 'BRL', transaction_amount: 10, date_created: at(0) },
    ...{ date_last_updated: at(ms), external_reference: REFERENCE },
  });
  const listed = async () => {
    const ids: string[] = [];
    const to = new Date(Date.parse(at(10_000)));
    for await (const one of provider.notices.list(new Date(Date.parse(at(-60_000))), to)) {
      ids.push('unreadable' in one ? one.unreadable : one.reference);
    }
    return ids;
  };
  /** Lists as the provider does, from an offset on. */
  const listing = (all: ReturnType<typeof paymentOf>[]) => {
    answer = (_, { searchParams }) => {
      const begin = Date.parse(searchParams.get('begin_date') ?? '');
      const found = all.filter(({ date_last_updated }) => Date.parse(date_last_updated) >= begin);
      const offset = Number(searchParams.get('offset') ?? 0);
      return { body: { results: found.slice(offset, offset + Number(searchParams.get('limit'))) } };
    };
  };

  it.each([
    [1, 250, 1],
    [0, 100, 0],
    [0, 101, 0],
    [150, 450, 30],
    [99, 200, 1],
  ])('has each once: %i before, %i in one millisecond, %i after', async (before, same, after) => {
    const moments = [
      ...Array.from({ length: before }, (_, index) => index),
      ...Array.from({ length: same }, () => 1_000),
      ...Array.from({ length: after }, (_, index) => 2_000 + index),
    ];
    const all = moments.map((ms, index) => paymentOf(index + 1, ms));
    listing(all);
    expect(await listed()).toEqual(all.map(({ id }) => String(id)));
  });

  it('has each once although none of a page can be read', async () => {
    const all = Array.from({ length: 230 }, (_, index) => paymentOf(index + 1, 1_000));
    const broken = all.map((one, index) => (index < 120 ? { ...one, transaction_amount: -1 } : one));
    listing(broken);
    expect(new Set(await listed()).size).toBe(230);
  });

  it('without an end is given up', async () => {
    const [one] = [paymentOf(1, 1_000)];
    answer = () => ({ body: { results: Array(100).fill(one) } });
    await expect(listed()).rejects.toThrow(ProviderUnavailable);
  });
});

describe('a notice', () => {
  const read = (search: string, headers: Record<string, string> = {}) =>
    provider.notices.readSigned?.({
      headers,
      query: Object.fromEntries(new URLSearchParams(search)),
      body: {},
    });
  const signed = (id: string, { type = 'payment', written = id, at = Date.now() } = {}) => {
    const { url, headers } = signedNotice('https://passeio.example/webhooks/card', id, 'secret', at);
    return read(new URL(url).search.replace(`data.id=${id}&type=payment`, `data.id=${written}&type=${type}`), headers);
  };

  it('of a payment names it, and one of something else is taken, whichever case its id is signed in', () => {
    expect(signed('123')).toEqual([{ reference: '123', chargeReference: '' }]);
    expect(signed('ORD01ABC', { type: 'order' })).toEqual([]);
    expect(signed('ord01abc', { type: 'order', written: 'ORD01ABC' })).toEqual([]);
    expect(signed('ORD01ABC', { type: 'order', written: 'ORD01ABD' })).toBeUndefined();
    expect(signed('123', { at: Date.now() - 3_600_000 })).toBeUndefined();
  });

  it('of former days is taken without effect, and nothing else without a signature', () => {
    expect(read('?id=1234567890&topic=payment')).toEqual([]);
    expect(read('?id=987654321&topic=merchant_order')).toEqual([]);
    expect(read('?data.id=123&type=payment')).toBeUndefined();
    expect(read('?topic=payment')).toBeUndefined();
    expect(read('?id=1&topic=payment&data.id=123&type=payment', { 'x-signature': 'ts=1,v1=ab' })).toBeUndefined();
  });
});
