import { type ErrorBody, errorBody } from '@passeio/contract/errors';
import { API_BASE } from '@passeio/contract/paths';
import type { ApiFetch } from '@passeio/contract/web-handler';
import type { z } from '@passeio/contract/zod';
import { FALLBACK_MESSAGE } from './fallback-message';

/** A call that the API refused, or that never reached it (`status` 0). `message` is the sentence to show. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, body?: ErrorBody) {
    super(body?.message ?? FALLBACK_MESSAGE);
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? 'UNREACHABLE';
    this.fields = body?.fields ?? {};
  }
}

export interface ApiOptions {
  fetch: ApiFetch;
  /** The bearer token to send, if there is one. */
  getToken?: () => string | null;
  /**
   * Sees every failed call before its caller does. Answering 'handled' makes the call return undefined;
   * otherwise the error is thrown.
   */
  onFailure?: (error: ApiError) => 'handled' | 'rethrow';
}

export interface CallOptions {
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Repeating a write under the same key does not make it happen twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The typed client of the API: answers are checked against the contract's schemas. */
export function createApi({ fetch, getToken, onFailure }: ApiOptions) {
  async function call<Schema extends z.ZodType>(
    method: string,
    path: string,
    schema: Schema,
    { query, body, idempotencyKey, signal }: CallOptions = {},
  ): Promise<z.output<Schema> | undefined> {
    const headers = new Headers({ accept: 'application/json' });
    const token = getToken?.();
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    try {
      const response = await reach(() =>
        fetch(`${API_BASE}${path}${queryString(query)}`, {
          method,
          headers,
          body: body === undefined ? undefined : JSON.stringify(body),
          signal,
        }),
      );
      if (!response.ok) throw new ApiError(response.status, await readErrorBody(response));
      return schema.parse(await response.json());
    } catch (error) {
      if (error instanceof ApiError && onFailure?.(error) === 'handled') return undefined;
      throw error;
    }
  }

  return {
    get: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('GET', path, schema, options),
    post: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('POST', path, schema, options),
    put: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('PUT', path, schema, options),
    delete: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) =>
      call('DELETE', path, schema, options),
  };
}

export type Api = ReturnType<typeof createApi>;

async function reach(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0);
  }
}

async function readErrorBody(response: Response): Promise<ErrorBody | undefined> {
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  return parsed.data;
}

function queryString(query: CallOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}
