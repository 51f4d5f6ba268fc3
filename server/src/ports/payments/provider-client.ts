import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import CircuitBreaker from 'opossum';
import { Agent, request } from 'undici';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { hasLocalInstant, inStandardForm } from './bank-dialects.ts';
import type { ClientCertificate } from './certificate.ts';
import { reasonOf } from './pix-api-messages.ts';
import { type AccessFault, ProviderRefused, ProviderUnavailable } from './port.ts';

/** How to reach a provider. A query in `apiUrl` goes with every call. */
export interface ProviderAccess {
  apiUrl: string;
  /** Proves to a bank who we are. */
  certificate?: ClientCertificate;
  /** In every call, beside those of its own. */
  headers?: Record<string, string>;
  /** The zone of instants that the provider writes without an offset. */
  timeZone?: () => Promise<string>;
  limits?: Partial<ProviderLimits>;
  /** Resolves the provider's name instead of the system. */
  lookup?: LookupFunction | undefined;
}

/** In milliseconds. */
export interface ProviderLimits {
  connectMs: number;
  /** The time-out of one attempt. */
  answerMs: number;
  attempts: number;
  /** Before the second attempt; doubles with each. */
  pauseMs: number;
  /** For how long a Retry-After is waited for; a longer one is left to the caller. */
  longestPauseMs: number;
  /** For how long nothing is asked after half of the calls failed. */
  breakMs: number;
}

const USUAL_LIMITS: ProviderLimits = {
  connectMs: 2_000,
  answerMs: 5_000,
  attempts: 3,
  pauseMs: 200,
  longestPauseMs: 3_000,
  breakMs: 10_000,
};
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const CONNECTIONS = 16;
// Smaller differences come from the way and the second's fraction.
const NOTICED_SKEW_MS = 5_000;
// Larger ones are no clock.
const LARGEST_SKEW_MS = 24 * 3_600_000;

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH';
interface Call {
  method: Method;
  path: string;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}
export interface ProviderResponse {
  status: number;
  body: unknown;
}
type Exchange = (
  url: URL,
  method: Method,
  body: string | undefined,
  headers: Record<string, string>,
) => Promise<ProviderResponse>;

/** What authorises calls. */
interface Tokens {
  get(): Promise<string>;
  /** Drops a token that the provider no longer accepts. */
  forget(token: string): void;
}

/** An attempt that may succeed if it is repeated. */
class AttemptFailed extends ProviderUnavailable {
  retryAfterMs: number | undefined;
  constructor(
    message: string,
    { retryAfterMs, fault }: { retryAfterMs?: number | undefined; fault?: AccessFault | undefined } = {},
  ) {
    super(message, fault);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Calls a provider: token, mutual TLS, time-outs, retries and a breaker. All its calls may be repeated. */
export class ProviderClient {
  #limits: ProviderLimits;
  #agent: Agent;
  #api: URL;
  #tokens: Tokens;
  #hasCertificate: boolean;
  #headers: Record<string, string>;
  #timeZone: () => Promise<string>;
  #breaker: CircuitBreaker<[Call], ProviderResponse>;
  /** Milliseconds by which the provider's clock is ahead of ours. */
  skewMs = 0;

  constructor(
    { apiUrl, certificate, limits, lookup, headers = {}, timeZone = async () => 'America/Sao_Paulo' }: ProviderAccess,
    tokensBy: (exchange: Exchange) => Tokens,
  ) {
    this.#headers = headers;
    this.#timeZone = timeZone;
    this.#limits = { ...USUAL_LIMITS, ...limits };
    const { connectMs, answerMs, breakMs } = this.#limits;
    this.#agent = new Agent({
      connections: CONNECTIONS,
      connect: { ...certificate, timeout: connectMs, ...(lookup && { lookup }) },
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      maxResponseSize: MAX_RESPONSE_BYTES,
    });
    this.#api = new URL(apiUrl);
    this.#hasCertificate = certificate !== undefined;
    this.#tokens = tokensBy((...request) => this.#exchange(...request));
    this.#breaker = new CircuitBreaker((call: Call) => this.#attempt(call), {
      timeout: false,
      volumeThreshold: 5,
      errorThresholdPercentage: 50,
      rollingCountTimeout: breakMs,
      resetTimeout: breakMs,
      errorFilter: (error) => error instanceof ProviderRefused,
    });
  }

  /**
   * Answers 2xx and refusals (4xx). Throws {@link ProviderUnavailable} for everything else, and
   * {@link ProviderRefused} if the credentials are refused.
   */
  async call(call: Call): Promise<ProviderResponse> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#breaker.fire(call);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EOPENBREAKER') {
          throw new ProviderUnavailable('the provider failed repeatedly and is left alone for a while');
        }
        if (!(error instanceof AttemptFailed) || attempt >= this.#limits.attempts) throw error;
        const pause = error.retryAfterMs ?? this.#limits.pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
        if (pause > this.#limits.longestPauseMs) throw error;
        await wait(pause);
      }
    }
  }

  async close(): Promise<void> {
    this.#breaker.shutdown();
    await this.#agent.destroy();
  }

  // A token may have been revoked: it is renewed once. The standard has 403 for that, many banks answer 401.
  async #attempt({ method, path, query = {}, body, headers }: Call): Promise<ProviderResponse> {
    const url = new URL(this.#api);
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    let refusal = '';
    for (const mayRenew of [true, false]) {
      const token = await this.#tokens.get();
      const response = await this.#exchange(url, method, body && JSON.stringify(body), {
        ...this.#headers,
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      });
      if (response.status !== 401 && response.status !== 403) return response;
      this.#tokens.forget(token);
      if (!mayRenew) refusal = reasonOf(response.status, response.body);
    }
    throw new ProviderRefused(`the provider refuses the token that it has just issued: ${refusal}`, 'permission');
  }

  #exchange(url: URL, method: Method, body: string | undefined, headers: Record<string, string>) {
    const template = templateOf(url);
    const attributes = { 'http.request.method': method, 'server.address': url.hostname, 'url.template': template };
    return inSpan(`${method} ${template}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const response = await this.#send(url, method, body, headers);
      span?.setAttribute('http.response.status_code', response.status);
      return response;
    });
  }

  async #send(url: URL, method: Method, body: string | undefined, headers: Record<string, string>) {
    const signal = AbortSignal.timeout(this.#limits.answerMs);
    try {
      const response = await request(url, {
        method,
        headers: { accept: 'application/json, application/problem+json', ...headers },
        ...(body === undefined ? {} : { body }),
        dispatcher: this.#agent,
        signal,
      });
      const text = await response.body.text();
      this.#noticeSkew(response.headers.date);
      const { statusCode: status } = response;
      if (status === 429 || status >= 500) {
        const retryAfterMs = retryAfter(response.headers['retry-after']);
        throw new AttemptFailed(`the provider answered ${status}`, { retryAfterMs });
      }
      const timeZone = hasLocalInstant(text) ? await this.#timeZone() : undefined;
      return { status, body: inStandardForm(parse(text), timeZone) };
    } catch (error) {
      if (error instanceof AttemptFailed) throw error;
      const failure = error as NodeJS.ErrnoException;
      const fault = faultOf(failure, this.#hasCertificate);
      throw new AttemptFailed(explain(failure, this.#hasCertificate), { fault });
    }
  }

  #noticeSkew(date: string | string[] | undefined): void {
    const skew = Date.parse(String(date)) - Date.now();
    if (Number.isNaN(skew)) return;
    const isClock = Math.abs(skew) >= NOTICED_SKEW_MS && Math.abs(skew) <= LARGEST_SKEW_MS;
    this.skewMs = isClock ? skew : 0;
  }
}

/** A path without references, which may be of people: of each segment only a short word of small letters stays. */
function templateOf({ pathname }: URL): string {
  return pathname.replaceAll(/[^/]+/g, (segment) => (/^(?:[a-z]{1,12}|v\d)$/.test(segment) ? segment : '…'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

const CLOSED = /ECONNRESET|EPIPE|UND_ERR_SOCKET/;
const SECURE = /SSL|TLS|CERT|VERIF/;

/** Whose fault it is that there is no connection, where that is known. */
export function faultOf(
  { name, code = name }: NodeJS.ErrnoException,
  hasCertificate: boolean,
): AccessFault | undefined {
  if (code === 'EPRIVATEADDRESS') return 'private-address';
  // An alert is what the other side says of us.
  if (hasCertificate && (CLOSED.test(code) || /ALERT/.test(code))) return 'client-certificate';
  return SECURE.test(code) && !/TIMEOUT/.test(code) ? 'server-certificate' : undefined;
}

function explain({ name, code = name, message }: NodeJS.ErrnoException, hasCertificate: boolean): string {
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'the provider does not answer in time';
  if (SECURE.test(code)) {
    return `no secure connection (${code})${hasCertificate ? ': see PIX_CERTIFICATE and PIX_API_URL' : ''}`;
  }
  if (CLOSED.test(code)) {
    return `the provider closes the connection (${code})${hasCertificate ? ': it may not accept PIX_CERTIFICATE' : ''}`;
  }
  return `the provider cannot be reached (${code}: ${message})`;
}
