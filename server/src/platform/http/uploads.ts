import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Semaphore } from '../concurrency/semaphore.ts';
import { AppError } from './errors.ts';

// Files are buffered in memory, so that nothing has to be cleaned up. Bounds how many at once, from the first byte
// until the consumer asks for the next file.
const filesInMemory = new Semaphore({ permits: 6, maxQueued: 100, timeoutMs: 60_000 });

// RFC 2046: a boundary has 1 to 70 characters. The parser throws for none and for one that it cannot hold.
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i;

interface FileLimits {
  files: number;
  /** Size of each file. */
  megabytes: number;
  /** At most so many come first: the token of a link, and what its path would name. */
  fields?: number;
}

/** Accepts multipart uploads on the routes of this plugin context. */
export async function acceptUploads(app: FastifyInstance, { files, megabytes, fields = 1 }: FileLimits): Promise<void> {
  const fileSize = megabytes * 1024 * 1024;
  await app.register(multipart, {
    limits: { files, fields, fieldSize: 100, parts: files + fields, fileSize, headerPairs: 20, fieldNameSize: 100 },
  });
}

const begun = new WeakMap<FastifyRequest, AsyncIterator<Multipart>>();

/** The values of the fields that come before the files, in this order. Throws INVALID_INPUT and what {@link uploadedFiles} throws. */
export async function firstFields(request: FastifyRequest, names: string[]): Promise<Record<string, unknown>> {
  const parts = partsOf(request)[Symbol.asyncIterator]();
  begun.set(request, parts);
  try {
    const fields: Record<string, unknown> = {};
    for (const name of names) {
      const { value: part } = await parts.next();
      if (part?.type !== 'field' || part.fieldname !== name) throw new AppError('INVALID_INPUT');
      fields[name] = part.value;
    }
    return fields;
  } catch (error) {
    drain(request);
    throw asAppError(error);
  }
}

/**
 * Yields the files of a request as they arrive. Throws MALFORMED_BODY without a boundary, and IMAGE_UNSUPPORTED for
 * what is not multipart. After an error the rest is drained, because a browser reads the response only when it has sent
 * everything.
 */
export async function* uploadedFiles(request: FastifyRequest): AsyncGenerator<Buffer> {
  for await (const { content } of namedFiles(request)) yield content;
}

/** {@link uploadedFiles} with the names that the files have at the sender's. */
export async function* namedFiles(request: FastifyRequest): AsyncGenerator<{ name: string; content: Buffer }> {
  const parts = begun.get(request) ?? partsOf(request)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value: part } = await parts.next();
      if (done) return;
      if (part.type !== 'file') throw new AppError('INVALID_INPUT');
      const release = await filesInMemory.acquire();
      try {
        yield { name: part.filename, content: await read(part) };
      } finally {
        release();
      }
    }
  } catch (error) {
    throw asAppError(error);
  } finally {
    drain(request);
  }
}

function partsOf(request: FastifyRequest): AsyncIterable<Multipart> {
  if (!request.isMultipart()) throw new AppError('IMAGE_UNSUPPORTED');
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw new AppError('MALFORMED_BODY');
  return request.parts();
}

function drain({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

function asAppError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // busboy reports a truncated form only by message.
  if (/Unexpected end of|terminated early/.test(error.message)) return new AppError('UPLOAD_INCOMPLETE');
  const { code } = error as { code?: string };
  return code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' ? new AppError('IMAGES_FULL') : error;
}

// toBuffer() would hold every file until the request ends.
async function read({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) if (!file.truncated) chunks.push(chunk);
  if (file.truncated) throw new AppError('IMAGE_TOO_LARGE');
  return Buffer.concat(chunks);
}
