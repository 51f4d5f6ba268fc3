import { route } from '@passeio/contract/route';
import { z } from '@passeio/contract/zod';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, createApi } from './api';

const about = { access: 'anyone', summary: '', answer: z.object({ id: z.string() }) } as const;
const create = route('POST', '/trips', about);
const list = route('GET', '/trips', about);

const answering = (text: string) => {
  const failures: ApiError[] = [];
  const api = createApi({
    fetch: async () => new Response(text, { status: 201, headers: { 'content-type': 'application/json' } }),
    onFailure: async (error) => void failures.push(error),
  });
  return { api, failures };
};

describe('a call that is not answered in time', () => {
  const tooSlow = createApi({ fetch: () => Promise.reject(new DOMException('signal timed out', 'TimeoutError')) });

  it('may have been carried out when it is a write, and says so', async () => {
    const outcome = await tooSlow.call(create).catch((error: unknown) => error);

    expect(outcome).toMatchObject({ status: 0, code: 'TIMEOUT', message: expect.stringContaining('confira antes') });
  });

  it('can simply be repeated when it reads', async () => {
    const outcome = await tooSlow.call(list).catch((error: unknown) => error);

    expect(outcome).toMatchObject({ message: 'O servidor demorou demais para responder. Tente de novo.' });
  });
});

describe('an answer that cannot be read', () => {
  it.each([
    ['JSON that breaks off', '{"id":"0199'],
    ['a page of a proxy', '<html>'],
    ['nothing', ''],
    ['something else', '{"id":7}'],
  ])('is a failure with a sentence, like a refusal: %s', async (_, text) => {
    const { api, failures } = answering(text);

    const outcome = await api.call(create).catch((error: unknown) => error);

    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({ status: 201, message: expect.stringContaining('Confira se deu certo') });
    expect(failures).toEqual([outcome]);
  });
});

describe('a write that the contract says is executed once', () => {
  const add = route('POST', '/things', {
    access: 'anyone',
    summary: '',
    body: z.object({ name: z.string() }),
    once: true,
  });

  function sending(...statuses: number[]) {
    const keys: (string | null)[] = [];
    const api = createApi({
      fetch: async (_, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        const status = statuses.shift();
        if (status === undefined) throw new TypeError('Failed to fetch');
        return new Response('', { status });
      },
    });
    const send = (name: string) => api.call(add, { body: { name } }).catch(() => undefined);
    return { keys, send };
  }

  it('keeps its key until an answer has arrived, and another action has another key', async () => {
    const { keys, send } = sending(503);
    await send('Ana');
    await send('Ana');
    await send('Beatriz');
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it.each([200, 409])('has a new key after the answer %d', async (status) => {
    const { keys, send } = sending(status, status);
    await send('Clara');
    await send('Clara');
    expect(new Set(keys).size).toBe(2);
  });

  it('has a new key when it is repeated much later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { keys, send } = sending(503, 503, 503);
    await send('Davi');
    vi.setSystemTime(Date.now() + 9 * 60_000);
    await send('Davi');
    vi.setSystemTime(Date.now() + 2 * 60_000);
    await send('Davi');
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
