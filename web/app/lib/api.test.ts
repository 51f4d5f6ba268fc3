import { z } from '@passeio/contract/zod';
import { describe, expect, it } from 'vitest';
import { ApiError, createApi } from './api';

const answering = (text: string) => {
  const failures: ApiError[] = [];
  const api = createApi({
    fetch: async () => new Response(text, { status: 201, headers: { 'content-type': 'application/json' } }),
    onFailure: (error) => {
      failures.push(error);
      return 'rethrow';
    },
  });
  return { api, failures };
};

describe('a call that is not answered in time', () => {
  const tooSlow = createApi({ fetch: () => Promise.reject(new DOMException('signal timed out', 'TimeoutError')) });

  it('may have been carried out when it is a write, and says so', async () => {
    const outcome = await tooSlow.post('trips', z.unknown()).catch((error: unknown) => error);

    expect(outcome).toMatchObject({ status: 0, code: 'TIMEOUT', message: expect.stringContaining('confira antes') });
  });

  it('can simply be repeated when it reads', async () => {
    const outcome = await tooSlow.get('trips', z.unknown()).catch((error: unknown) => error);

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

    const outcome = await api.post('trips', z.object({ id: z.string() })).catch((error: unknown) => error);

    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({ status: 201, message: expect.stringContaining('Confira se deu certo') });
    expect(failures).toEqual([outcome]);
  });
});
