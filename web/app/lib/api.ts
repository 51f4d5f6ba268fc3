import { type ErrorBody, errorBody } from '@passeio/contract/errors';
import { API_BASE } from '@passeio/contract/paths';
import type { ApiFetch } from '@passeio/contract/web-handler';
import type { z } from '@passeio/contract/zod';
import { FALLBACK_MESSAGE, OFFLINE } from './explain-failure';

/** Time-out in milliseconds; uploads and downloads may take longer. */
const PATIENCE_MS = 30_000;

/**
 * A call that the API refused, that did not reach it (`status` 0), or whose answer was invalid (its `status`).
 * `message` can be shown.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** What cancelling costs now, where the API refused an older number. */
  readonly quote: ErrorBody['quote'];
  /** Whom a change of a trip concerns that the API refused without a notice. */
  readonly affected: ErrorBody['affected'];
  /** Who takes the places of a trip whose capacity would be too small. */
  readonly occupants: ErrorBody['occupants'];

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(body.message?.trim() || FALLBACK_MESSAGE);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'UNREACHABLE';
    this.fields = body.fields ?? {};
    this.quote = body.quote;
    this.affected = body.affected;
    this.occupants = body.occupants;
  }

  /** Whether a retry may succeed: there was no answer, or the server is unavailable. */
  get isPassing(): boolean {
    return this.status === 0 || this.status > 500;
  }
}

/** Whether a call did not reach the API. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

export interface ApiOptions {
  fetch: ApiFetch;
  /** The bearer token to send, if there is one. */
  getToken?: () => string | null;
  /** Called with every failed call. If it returns 'handled' the call resolves to undefined, else it throws. */
  onFailure?: (error: ApiError) => 'handled' | 'rethrow';
}

export interface CallOptions {
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON, unless it is a form with files. */
  body?: unknown;
  /** Sent as `Idempotency-Key`: the server executes a repeated write once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The call goes on when the page is left. */
  keepalive?: boolean;
}

/** A downloaded file and the name the API gives it. */
export interface Download {
  content: Blob;
  name: string;
}

/** Typed API client: answers are validated against the contract's schemas. */
export function createApi({ fetch, getToken, onFailure }: ApiOptions) {
  async function send<Result>(
    method: string,
    path: string,
    { query, body, idempotencyKey, signal, keepalive }: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result | undefined> {
    const headers = new Headers({ accept: 'application/json' });
    const token = getToken?.();
    if (token) headers.set('authorization', `Bearer ${token}`);
    // The browser sets the multipart content type with its boundary.
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    try {
      const response = await reach(method, () =>
        fetch(`${API_BASE}${path}${queryString(query)}`, {
          method,
          headers,
          body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
          signal,
          keepalive,
        }),
      );
      if (!response.ok) throw new ApiError(response.status, await readErrorBody(response));
      return await read(response);
    } catch (error) {
      if (error instanceof ApiError && onFailure?.(error) === 'handled') return undefined;
      throw error;
    }
  }

  const call = <S extends z.ZodType>(method: string, path: string, schema: S, options: CallOptions = {}) =>
    send(method, path, withPatience(options), (response) => readResponse(method, response, schema));

  return {
    get: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('GET', path, schema, options),
    post: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('POST', path, schema, options),
    put: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('PUT', path, schema, options),
    delete: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) =>
      call('DELETE', path, schema, options),
    download: (path: string, options: CallOptions = {}) =>
      send('GET', path, options, async (response): Promise<Download> => {
        // The connection can break during the download.
        const content = await reach('GET', () => response.blob());
        return { content, name: fileName(response) };
      }),
  };
}

export type Api = ReturnType<typeof createApi>;

async function reach<Result>(method: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unanswered(method, error);
  }
}

/** An unanswered write may still have been executed. */
function unanswered(method: string, error: unknown): ApiError {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const advice = method === 'GET' ? 'Tente de novo.' : 'Pode ter dado certo ou não: confira antes de tentar de novo.';
    return new ApiError(0, { code: 'TIMEOUT', message: `O servidor demorou demais para responder. ${advice}` });
  }
  if (navigator.onLine === false) return new ApiError(0, { message: `${FALLBACK_MESSAGE}. ${OFFLINE}` });
  return new ApiError(0);
}

function withPatience(options: CallOptions): CallOptions {
  const { body, signal } = options;
  // Without `AbortSignal.any` the caller's signal replaces the time-out.
  if (body instanceof FormData || (signal && !('any' in AbortSignal))) return options;
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  return { ...options, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
}

/** An empty body reads as null. Throws an ApiError with the answer's status if it is truncated or violates the contract. */
async function readResponse<S extends z.ZodType>(method: string, response: Response, schema: S): Promise<z.output<S>> {
  try {
    const body = await response.text();
    return schema.parse(body === '' ? null : JSON.parse(body));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') throw unanswered(method, error);
    const advice = method === 'GET' ? 'Tente de novo.' : 'Confira se deu certo antes de tentar de novo.';
    throw new ApiError(response.status, {
      code: 'UNREADABLE',
      message: `Não foi possível ler a resposta do servidor. ${advice}`,
    });
  }
}

function fileName(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'arquivo';
}

/** A proxy's answer may lack parts of our error envelope. */
const messageOnly = errorBody.pick({ message: true });

async function readErrorBody(response: Response): Promise<Partial<ErrorBody> | undefined> {
  const body = await response.json().catch(() => undefined);
  return errorBody.safeParse(body).data ?? messageOnly.safeParse(body).data;
}

function queryString(query: CallOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : '';
}
