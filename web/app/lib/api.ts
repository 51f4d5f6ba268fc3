import { type ErrorBody, errorBody } from '@passeio/contract/errors';
import { API_BASE } from '@passeio/contract/paths';
import type { ApiFetch } from '@passeio/contract/web-handler';
import type { z } from '@passeio/contract/zod';
import { FALLBACK_MESSAGE, OFFLINE } from './explain-failure';

/** How long an answer may take, in milliseconds; a form with files and a download may take longer. */
const PATIENCE_MS = 30_000;

/**
 * A call that the API refused, that never reached it (`status` 0), or whose answer could not be read (`status` of that
 * answer). `message` is the sentence to show.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(body.message?.trim() || FALLBACK_MESSAGE);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'UNREACHABLE';
    this.fields = body.fields ?? {};
  }

  /** Whether the same call may well succeed in a moment: it got no answer, or the server is away. */
  get isPassing(): boolean {
    return this.status === 0 || this.status > 500;
  }
}

/** Whether a call never reached the API, as without a network. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
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
  /** Sent as JSON, unless it is a form with files. */
  body?: unknown;
  /** Repeating a write under the same key does not make it happen twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A file that the API answers, under the name it gives it. */
export interface Download {
  content: Blob;
  name: string;
}

/** The typed client of the API: answers are checked against the contract's schemas. */
export function createApi({ fetch, getToken, onFailure }: ApiOptions) {
  async function send<Answer>(
    method: string,
    path: string,
    { query, body, idempotencyKey, signal }: CallOptions,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const headers = new Headers({ accept: 'application/json' });
    const token = getToken?.();
    if (token) headers.set('authorization', `Bearer ${token}`);
    // A form names its own type, with the boundary between its parts.
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    try {
      const response = await reach(method, () =>
        fetch(`${API_BASE}${path}${queryString(query)}`, {
          method,
          headers,
          body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
          signal,
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
    send(method, path, withPatience(options), (response) => readAnswer(method, response, schema));

  return {
    get: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('GET', path, schema, options),
    post: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('POST', path, schema, options),
    put: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) => call('PUT', path, schema, options),
    delete: <S extends z.ZodType>(path: string, schema: S, options?: CallOptions) =>
      call('DELETE', path, schema, options),
    download: (path: string, options: CallOptions = {}) =>
      send('GET', path, options, async (response): Promise<Download> => {
        // The connection can break while the file comes.
        const content = await reach('GET', () => response.blob());
        return { content, name: fileName(response) };
      }),
  };
}

export type Api = ReturnType<typeof createApi>;

async function reach<Answer>(method: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unanswered(method, error);
  }
}

/** A write that was not answered may have been carried out all the same. */
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
  // Older browsers cannot join two signals: there the caller's own is the one that counts.
  if (body instanceof FormData || (signal && !('any' in AbortSignal))) return options;
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  return { ...options, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
}

/** Throws an ApiError with the answer's own status where it breaks off or is not what the contract says. */
async function readAnswer<S extends z.ZodType>(method: string, response: Response, schema: S): Promise<z.output<S>> {
  try {
    return schema.parse(await response.json());
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

/** What a proxy or another server says may hold no more of our envelope than the message. */
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
