import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

// An estimate for headers and key of an entry.
const OVERHEAD_BYTES = 4096;
const BROTLI_QUALITY = 6;
// A prefetched response is fresh for a minute, as with <link rel=prefetch>.
const OLD = 'old';
const PREFETCHED = 'private, max-age=60';

type Encoding = 'identity' | 'gzip' | 'br';

interface Variant {
  body: Buffer;
  etag: string;
  headers: OutgoingHttpHeaders;
}

/** A response in every encoding; `bytes` is its size in memory. */
export interface CachedResponse {
  status: number;
  variants: Record<Encoding, Variant>;
  bytes: number;
}

/**
 * A response to send. `isOld`: nobody can say what has changed since it was made, because the database is unavailable.
 */
export interface Served {
  response: CachedResponse;
  isOld: boolean;
}

/** Compresses a response once for all clients. */
export async function prepareResponse(
  status: number,
  body: Buffer,
  headers: OutgoingHttpHeaders,
): Promise<CachedResponse> {
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
        // The browser revalidates at every visit.
        'cache-control': status < 500 ? 'no-cache' : 'no-store',
        vary: 'Accept-Encoding, Authorization',
        etag,
        'content-length': content.length,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    };
  };
  const variants = {
    identity: variant('identity', copyBuffer(body)),
    gzip: variant('gzip', copyBuffer(gz)),
    br: variant('br', copyBuffer(br)),
  };
  return { status, variants, bytes: body.length + gz.length + br.length + OVERHEAD_BYTES };
}

/**
 * Sends the response in the best accepted encoding, or 304 if the client's entity tag matches. An old one says so in a
 * header that scripts can read (`Server-Timing`).
 */
export function sendResponse(
  { response: { status, variants }, isOld }: Served,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { body, etag, headers: usual } = variants[chooseEncoding(headers['accept-encoding'])];
  const isPrefetch = status === 200 && headers.purpose === 'prefetch';
  const sentHeaders = {
    ...usual,
    ...(isPrefetch && !isOld && { 'cache-control': PREFETCHED }),
    ...(isOld && { 'server-timing': OLD }),
  };
  if (status === 200 && headers['if-none-match']?.includes(etag)) {
    const { 'content-length': _length, 'content-type': _type, ...rest } = sentHeaders;
    response.writeHead(304, rest).end();
  } else {
    response.writeHead(status, sentHeaders);
    response.end(method === 'HEAD' ? undefined : body);
  }
}

// zlib returns slices of 64 KB buffers, which would stay in memory with the slice.
function copyBuffer(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}
