import { type ErrorBody, errorBody } from '@passeio/contract/api/error-body';
import { API_BASE } from '@passeio/contract/paths';
import { type AnyRoute, addressOf, type ParamsFor, pathByLink } from '@passeio/contract/route';
import type { z } from '@passeio/contract/zod';
import { FALLBACK_MESSAGE, OFFLINE } from './explain-failure';

/** Refusals of an act by a payer's link that needs the last digits of the phone, or the code at the e-mail. */
const ASKS_FOR_PROOF: ReadonlySet<string> = new Set(['PHONE_DIGITS_NEEDED', 'PHONE_DIGITS_WRONG', 'LINK_CODE_NEEDED']);
/** Refusals of a code that was sent along; the route that confirms an e-mail refuses its own so too. */
const REFUSES_CODE: ReadonlySet<string> = new Set(['EMAIL_CODE_WRONG', 'EMAIL_CODE_OVER']);

/** Refusals of reserving for want of places. */
const NO_PLACES: ReadonlySet<string> = new Set(['TRIP_FULL', 'PLACES_SHORT', 'PLACES_FOR_WAITING']);

/** Time-out in milliseconds; uploads and downloads may take longer. */
const TIMEOUT_MS = 30_000;

/**
 * A call that the API refused, that did not reach it (`status` 0), or whose answer was invalid (its `status`).
 * `message` can be shown.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Names the call in the server's log; undefined if there was no such answer. */
  readonly requestId: string | undefined;
  readonly fields: Record<string, string>;
  /** What cancelling costs now, where the API refused an older number. */
  readonly quote: ErrorBody['quote'];
  /** What goes back now, where the API refused the amount that staff saw. */
  readonly amountCents: ErrorBody['amountCents'];
  /** What reserving costs now, where the API refused the total that the client saw. */
  readonly totalCents: ErrorBody['totalCents'];
  /** The extra that the API refused. */
  readonly extraId: ErrorBody['extraId'];
  /** The contract that is to be accepted, as it reads now. */
  readonly contract: ErrorBody['contract'];
  /** Whom a change of a trip concerns that the API refused without a notice. */
  readonly affected: ErrorBody['affected'];
  /** Who takes the places of a trip whose capacity would be too small. */
  readonly occupants: ErrorBody['occupants'];

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(body.message?.trim() || FALLBACK_MESSAGE);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'UNREACHABLE';
    this.requestId = body.requestId;
    this.fields = body.fields ?? {};
    this.quote = body.quote;
    this.amountCents = body.amountCents;
    this.totalCents = body.totalCents;
    this.extraId = body.extraId;
    this.contract = body.contract;
    this.affected = body.affected;
    this.occupants = body.occupants;
  }

  /** Whether a retry may succeed: there was no answer, or the server is unavailable. */
  get isTransient(): boolean {
    return this.status === 0 || this.status > 500;
  }

  /** The part of a choice that the API did not reserve, while everything else may stay. */
  get refusedPart(): 'places' | 'extras' | 'coupon' | undefined {
    if (NO_PLACES.has(this.code)) return 'places';
    if (this.code.startsWith('EXTRA_')) return 'extras';
    return this.code.startsWith('COUPON_') ? 'coupon' : undefined;
  }
}

/** Whether a call did not reach the API. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The payer's link of a reservation, by which a page acts instead of a session. */
export interface PayerLink {
  token: string;
  /** Asks its holder for what the API needs to know that they are the payer; undefined if it is not given. */
  prove: (refusal: ApiError) => Promise<LinkProof | undefined>;
  /**
   * Offers to ask staff for what nothing proves, the call of that path. 'asked': its answer comes later, and the page
   * shows that by itself.
   */
  askStaff: (path: string, body: object) => Promise<'asked' | undefined>;
}

/** What the bodies of calls by a link have, once it was asked for. */
export type LinkProof = { phoneDigits: string } | { emailCode: string };

export interface ApiOptions {
  fetch: (path: string, init: RequestInit, handling: Handling) => Promise<Response>;
  /** The link by which routes that say `byLink` are called. */
  payerLink?: (handling: Handling) => PayerLink | undefined;
  /** Called with every failed call, which rejects once that has resolved. */
  onFailure?: (error: ApiError, handling: Handling) => Promise<void>;
  /** Called after every write that succeeded. */
  onWritten?: (handling: Handling) => void;
}

/** How the browser handles a call. */
export interface Handling {
  /**
   * Whether a call needs the session, as it does by default: refused with 401 or 403 it waits while the login page
   * opens. 'optional' sends the token if there is one, 'none' never; with both the caller shows every failure, and
   * writes reload nothing.
   */
  session?: 'optional' | 'none';
  /** False: the caller shows the failure. */
  toast?: boolean;
  /** The page has a copy on the device: an unreachable API causes no toast, and writes reload nothing. */
  worksOffline?: boolean;
  /** Gets how much of an upload has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

interface CallOptions extends Handling {
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON, unless it is a form with files. */
  body?: unknown;
  /** Sent as `Idempotency-Key`: the server executes a repeated write once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The call goes on when the page is left. */
  keepalive?: boolean;
}

type Given<Name extends string, Schema extends z.ZodType, Input = z.input<Schema>> = Schema extends z.ZodUndefined
  ? unknown
  : undefined extends Input
    ? { [N in Name]?: Input }
    : { [N in Name]: Input };

/** A query as callers write it: flags are booleans. */
type WithFlags<Query> = {
  [Name in keyof Query]: Query[Name] | (NonNullable<Query[Name]> extends 'true' | 'false' ? boolean : never);
};

/** What a route is called with: its path parameters, query and body, as far as it has them. */
export type CallInput<R extends AnyRoute> = (keyof ParamsFor<R> extends never ? unknown : { params: ParamsFor<R> }) &
  Given<'query', NonNullable<R['query']>, WithFlags<z.input<NonNullable<R['query']>>>> &
  Given<'body', NonNullable<R['body']>> &
  Omit<CallOptions, 'query' | 'body' | 'idempotencyKey'>;

type CallArguments<R extends AnyRoute> =
  Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/** A downloaded file and the name the API gives it. */
export interface Download {
  content: Blob;
  name: string;
}

/** Typed API client: answers are validated against the contract's schemas. */
export function createApi({ fetch, payerLink, onFailure, onWritten }: ApiOptions) {
  async function send<Result>(
    { method, path, isReading }: Omit<Addressed, 'options'>,
    { query, body, idempotencyKey, signal, keepalive, ...handling }: CallOptions,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const headers = new Headers({ accept: 'application/json' });
    // The browser sets the multipart content type with its boundary.
    if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    for (let sent = body; ; ) {
      try {
        const response = await reach(method, () =>
          fetch(
            `${API_BASE}${path}${queryString(query)}`,
            {
              method,
              headers,
              body: sent === undefined || sent instanceof FormData ? sent : JSON.stringify(sent),
              signal,
              keepalive,
            },
            handling,
          ),
        );
        if (!response.ok) throw new ApiError(response.status, await readErrorBody(response));
        const answer = await read(response);
        if (!isReading) onWritten?.(handling);
        return answer;
      } catch (error) {
        const link = payerLink?.(handling);
        if (link && error instanceof ApiError) {
          const fields = (sent ?? {}) as object;
          const isCode = 'emailCode' in fields && REFUSES_CODE.has(error.code);
          const proof = isCode || ASKS_FOR_PROOF.has(error.code) ? await link.prove(error) : undefined;
          if (proof) {
            sent = { ...fields, ...proof };
            continue;
          }
          if (error.code === 'LINK_UNPROVEN' && (await link.askStaff(path, fields)) === 'asked')
            return new Promise(() => {});
        }
        if (error instanceof ApiError) await onFailure?.(error, handling);
        throw error;
      }
    }
  }

  function callOnce(entry: AnyRoute, given: CallOptions = {}, schema?: z.ZodType): Promise<unknown> {
    const { options, ...to } = requestOf(entry, given, payerLink?.(given));
    const { method, path } = to;
    const read = (response: Response) => readResponse(method, response, schema);
    if (!entry.once) return send(to, withTimeout(options), read);
    return onceAnswered(actionOf(method, path, options), (idempotencyKey) =>
      send(to, withTimeout({ ...options, idempotencyKey }), read),
    );
  }

  return {
    /** Calls a route and validates its answer. A write that the contract says is executed once may be repeated. */
    call: <R extends AnyRoute>(entry: R, ...[input]: CallArguments<R>) =>
      callOnce(entry, input, entry.answer) as Promise<z.output<R['answer'] & z.ZodType>>,
    /** Calls a route whose answer may be any JSON; an empty one is null. */
    callUnchecked: <R extends AnyRoute>(entry: R, ...[input]: CallArguments<R>) => callOnce(entry, input),
    /** Downloads the file that a route answers. */
    download: <R extends AnyRoute>(entry: R, ...[input = {} as CallInput<R>]: CallArguments<R>) => {
      const { options, ...to } = requestOf(entry, input, payerLink?.(input));
      return send(to, options, async (response): Promise<Download> => {
        // The connection can break during the download.
        const content = await reach('GET', () => response.blob());
        return { content, name: fileName(response) };
      });
    },
  };
}

/** What is sent where, below {@link API_BASE}. */
interface Addressed {
  method: string;
  path: string;
  isReading: boolean;
  options: CallOptions;
}

/**
 * What is sent where; files become a form. With a payer's link, to the path that a route has for
 * it: what names the reservation is left out, and the rest is in the body.
 */
function requestOf(entry: AnyRoute, given: CallOptions & { params?: PathValues }, link?: PayerLink): Addressed {
  const { params = {}, ...options } = given;
  const isReading = entry.method === 'GET' || entry.asks === true;
  const formed = (body: unknown) => (entry.upload ? formOf(body as object) : body);
  if (!link || !entry.byLink) {
    const path = addressOf(entry, params).slice(API_BASE.length);
    return { method: entry.method, path, isReading, options: { ...options, body: formed(options.body) } };
  }
  const { query, body, ...others } = options;
  const { reservationId: _, ...named } = params;
  const sent = { token: link.token, ...named, ...query, ...(body as object) };
  return {
    method: 'POST',
    path: pathByLink(entry.byLink).slice(1),
    isReading,
    options: { ...others, body: formed(sent) },
  };
}

type PathValues = Record<string, string | number>;

function formOf(files: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(files)) for (const file of [value].flat()) form.append(name, file);
  return form;
}

/** For how long a repetition counts as the same action. */
const REPEATABLE_MS = 10 * 60_000;

/** Actions without an answer, by what was sent. */
const unanswered = new Map<string, { key: string; since: number }>();

/** Sends an action with its Idempotency-Key, which it keeps until an answer has arrived. */
async function onceAnswered<Result>(action: string, sendWith: (key: string) => Promise<Result>): Promise<Result> {
  const before = unanswered.get(action);
  const isRepeated = before && Date.now() - before.since < REPEATABLE_MS;
  const attempt = isRepeated ? before : { key: crypto.randomUUID(), since: Date.now() };
  unanswered.set(action, attempt);
  try {
    const result = await sendWith(attempt.key);
    unanswered.delete(action);
    return result;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isRefused) unanswered.delete(action);
    throw error;
  }
}

function actionOf(method: string, path: string, { query, body }: CallOptions): string {
  const sent = body instanceof FormData ? [...body].map(([name, value]) => [name, fileFacts(value)]) : body;
  return `${method} ${path}${queryString(query)} ${JSON.stringify(sent)}`;
}

function fileFacts(value: FormDataEntryValue) {
  return typeof value === 'string' ? value : [value.name, value.size, value.lastModified];
}

export type Api = ReturnType<typeof createApi>;

async function reach<Result>(method: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unansweredError(method, error);
  }
}

/** An unanswered write may still have been executed. */
function unansweredError(method: string, error: unknown): ApiError {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const advice = method === 'GET' ? 'Tente de novo.' : 'Pode ter dado certo ou não: confira antes de tentar de novo.';
    return new ApiError(0, { code: 'TIMEOUT', message: `O servidor demorou demais para responder. ${advice}` });
  }
  if (navigator.onLine === false) return new ApiError(0, { message: `${FALLBACK_MESSAGE}. ${OFFLINE}` });
  return new ApiError(0);
}

function withTimeout(options: CallOptions): CallOptions {
  const { body, signal } = options;
  // Without `AbortSignal.any` the caller's signal replaces the time-out.
  if (body instanceof FormData || (signal && !('any' in AbortSignal))) return options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return { ...options, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
}

/**
 * An empty body reads as null. Throws an ApiError with the answer's status if it is truncated or violates the contract.
 */
async function readResponse(method: string, response: Response, schema?: z.ZodType): Promise<unknown> {
  try {
    const body = await response.text();
    const value: unknown = body === '' ? null : JSON.parse(body);
    return schema ? schema.parse(value) : value;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') throw unansweredError(method, error);
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
