import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContentChanges } from './content-changes.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

// Some 200 pages; the ones that nobody asked for the longest go first.
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_URL = 300;
// Headers and address of an answer: many small ones must not add up unnoticed.
const AROUND_ANSWER_BYTES = 4096;
const BROTLI_QUALITY = 6;
// Where nothing is known to change by itself, look again after a while all the same.
const LONGEST_LIFE_MS = 60 * 60 * 1000;

type Encoding = 'identity' | 'gzip' | 'br';

interface Variant {
  body: Buffer;
  etag: string;
  headers: OutgoingHttpHeaders;
}

interface Kept {
  variants: Record<Encoding, Variant>;
  bytes: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers of this route that are the same for everybody are kept until something changes. */
    isPublic?: boolean;
  }
  interface FastifyRequest {
    /** Changes counted when the request began: what was answered before one is not kept after it. */
    contentVersion: number;
  }
}

/**
 * Answers that are the same for every visitor, kept ready to be sent: compressed, with an entity tag, from memory.
 * They are made once per change of what they show. `serve` stands before the application, at the HTTP server itself.
 */
export class PublicAnswers {
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;
  private version = 0;
  private validUntil = 0;
  private readonly changes: ContentChanges;
  private readonly nextChangeAt: () => Promise<Date | undefined>;

  /** `nextChangeAt` tells when, at the latest, answers change by the passing of time alone. */
  constructor(changes: ContentChanges, nextChangeAt: () => Promise<Date | undefined>) {
    this.changes = changes;
    this.nextChangeAt = nextChangeAt;
    changes.onChange(() => this.forget());
  }

  /** Answers a request from memory; false where that is not possible. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    const kept = this.kept.get(url);
    if (!kept) return false;
    if (Date.now() >= this.validUntil) {
      this.forget();
      return false;
    }
    // To the end of the map: what was asked for just now is the last to go.
    this.kept.delete(url);
    this.kept.set(url, kept);
    const { body, etag, headers: answer } = kept.variants[chooseEncoding(headers['accept-encoding'])];
    if (headers['if-none-match']?.includes(etag)) {
      const { 'content-length': _length, 'content-type': _type, ...rest } = answer;
      response.writeHead(304, rest).end();
    } else {
      response.writeHead(200, answer);
      response.end(method === 'HEAD' ? undefined : body);
    }
    return true;
  }

  /** Keeps what the application answers on routes that are public. */
  watch(app: FastifyInstance): void {
    app.decorateRequest('contentVersion', 0);
    app.addHook('onRequest', async (request) => {
      request.contentVersion = this.version;
    });
    app.addHook('onSend', async (request, reply, payload) => {
      if (!isTheSameForAll(request, reply) || !this.changes.isHearing) return;
      // The answer is good even where it cannot be kept.
      await this.keep(request, reply, payload).catch((error) => request.log.warn({ err: error }, 'answer not kept'));
    });
  }

  private async keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return;
    const { contentVersion: version } = request;
    if (version !== this.version) return;
    const body = Buffer.from(payload as Buffer);
    const [kept] = await Promise.all([prepare(body, reply.getHeaders() as OutgoingHttpHeaders), this.learnLifetime()]);
    if (version !== this.version) return;
    const earlier = this.kept.get(request.url);
    this.bytes += kept.bytes - (earlier?.bytes ?? 0);
    this.kept.set(request.url, kept);
    for (const [url, { bytes }] of this.kept) {
      if (this.bytes <= MAX_BYTES) break;
      this.kept.delete(url);
      this.bytes -= bytes;
    }
  }

  private async learnLifetime(): Promise<void> {
    if (this.validUntil > Date.now()) return;
    const { version } = this;
    const change = await this.nextChangeAt();
    if (version !== this.version) return;
    this.validUntil = Math.min(change?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + LONGEST_LIFE_MS);
  }

  private forget(): void {
    this.version += 1;
    this.validUntil = 0;
    this.bytes = 0;
    this.kept.clear();
  }
}

function isTheSameForAll(request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    request.routeOptions.config.isPublic === true &&
    request.method === 'GET' &&
    request.headers.authorization === undefined &&
    request.url.length <= MAX_URL &&
    reply.statusCode === 200 &&
    reply.getHeader('set-cookie') === undefined
  );
}

async function prepare(body: Buffer, headers: OutgoingHttpHeaders): Promise<Kept> {
  const [br, gz] = await Promise.all([
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressGzip(body),
  ]);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const { 'content-length': _length, 'transfer-encoding': _chunked, ...common } = headers;
  const variant = (encoding: Encoding, content: Buffer): Variant => {
    const etag = `"${tag}-${encoding}"`;
    return {
      body: content,
      etag,
      headers: {
        ...common,
        // Kept by the browser, asked about at every visit: a change shows with the next request.
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding, Authorization',
        etag,
        'content-length': content.length,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    };
  };
  const variants = {
    identity: variant('identity', inOwnMemory(body)),
    gzip: variant('gzip', inOwnMemory(gz)),
    br: variant('br', inOwnMemory(br)),
  };
  return { variants, bytes: body.length + gz.length + br.length + AROUND_ANSWER_BYTES };
}

// What a compressor answers is a piece of 64 KB, which would all be kept with it.
function inOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}
