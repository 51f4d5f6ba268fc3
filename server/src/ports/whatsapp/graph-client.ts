import type { LookupFunction } from 'node:net';
import { SpanKind } from '@opentelemetry/api';
import { Agent, request } from 'undici';
import { inSpan } from '../../platform/tracing/tracing.ts';

/** The version of Meta's API that is spoken. */
const GRAPH_VERSION = 'v23.0';

const CONNECTIONS = 16;
const MAX_ANSWER_BYTES = 17 * 1024 * 1024;
// Nothing was sent: no connection came about.
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPRIVATEADDRESS|UND_ERR_CONNECT_TIMEOUT)$/;
const INSECURE = /SSL|TLS|CERT|VERIF|SELF_SIGNED/;

export interface GraphAccess {
  /** Meta's address, or that of a solution partner that speaks the same wire. */
  baseUrl: string;
  accessToken: string;
  limits?: { connectMs: number; answerMs: number };
  /** Resolves names instead of the system. */
  lookup?: LookupFunction | undefined;
}

export interface GraphAnswer {
  status: number;
  bytes: Buffer;
}

/** A call without an answer. `wasSent`: the provider may have done what it asked for. */
export class NoAnswer extends Error {
  readonly wasSent: boolean;
  readonly fault: 'server-certificate' | 'private-address' | undefined;
  readonly isTooLarge: boolean;
  constructor({ name, code = name }: NodeJS.ErrnoException) {
    super(`WhatsApp does not answer (${code})`);
    this.fault =
      code === 'EPRIVATEADDRESS' ? 'private-address' : INSECURE.test(code) ? 'server-certificate' : undefined;
    this.isTooLarge = code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
    this.wasSent = !NEVER_CONNECTED.test(code) && this.fault === undefined;
  }
}

/** Calls Meta's API, each call once. */
export class GraphClient {
  readonly base: URL;
  #agent: Agent;
  #token: string;
  #answerMs: number;

  constructor({ baseUrl, accessToken, lookup, limits = { connectMs: 3_000, answerMs: 15_000 } }: GraphAccess) {
    this.base = new URL(baseUrl);
    this.#token = accessToken;
    this.#answerMs = limits.answerMs;
    this.#agent = new Agent({
      connections: CONNECTIONS,
      connect: { timeout: limits.connectMs, ...(lookup && { lookup }) },
      headersTimeout: limits.answerMs,
      bodyTimeout: limits.answerMs,
      maxResponseSize: MAX_ANSWER_BYTES,
    });
  }

  /** The address of a path of the API, as in "123/messages". */
  addressOf(path: string, query: Record<string, string> = {}): URL {
    const url = new URL(this.base);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${GRAPH_VERSION}/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /** Throws {@link NoAnswer}. */
  call(method: 'GET' | 'POST', url: URL, body?: object): Promise<GraphAnswer> {
    // Ids in paths are of people and accounts.
    const attributes = { 'http.request.method': method, 'server.address': url.hostname };
    return inSpan(`${method} whatsapp`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        const { statusCode, body: answer } = await request(url, {
          method,
          headers: {
            authorization: `Bearer ${this.#token}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          dispatcher: this.#agent,
          signal: AbortSignal.timeout(this.#answerMs),
        });
        span?.setAttribute('http.response.status_code', statusCode);
        return { status: statusCode, bytes: Buffer.from(await answer.arrayBuffer()) };
      } catch (error) {
        throw new NoAnswer(error as NodeJS.ErrnoException);
      }
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
