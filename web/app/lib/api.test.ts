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
