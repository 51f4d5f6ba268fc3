import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Semaphore } from '../concurrency/semaphore.ts';
import { AppError } from './errors.ts';

// Files are held in memory, so that nothing is left behind whatever happens: this bounds how many at once, from their
// first byte until whoever asked for them asks for the next.
const filesInMemory = new Semaphore({ permits: 6, maxQueued: 100, timeoutMs: 60_000 });

// RFC 2046: a boundary has 1 to 70 characters. The parser throws for none and for one that it cannot hold.
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i;

interface FileLimits {
  files: number;
  /** Of each file. */
  megabytes: number;
}

/** Makes the routes of this part of the application take files, at most so many and so large, and nothing else. */
export async function acceptUploads(app: FastifyInstance, { files, megabytes }: FileLimits): Promise<void> {
  const fileSize = megabytes * 1024 * 1024;
  await app.register(multipart, {
    limits: { files, fields: 0, parts: files, fileSize, headerPairs: 20, fieldNameSize: 100 },
  });
}

/**
 * The files of a request, one after the other as they arrive. Throws IMAGE_TOO_LARGE, IMAGES_FULL for too many,
 * UPLOAD_INCOMPLETE, MALFORMED_BODY without a boundary, or IMAGE_UNSUPPORTED for what is no form with files. What is left of a request that is given up
 * is read and thrown away: a browser reads the answer only when it has sent everything.
 */
export async function* uploadedFiles(request: FastifyRequest): AsyncGenerator<Buffer> {
  if (!request.isMultipart()) throw new AppError('IMAGE_UNSUPPORTED');
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw new AppError('MALFORMED_BODY');
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') throw new AppError('INVALID_INPUT');
      const release = await filesInMemory.acquire();
      try {
        yield await read(part);
      } finally {
        release();
      }
    }
  } catch (error) {
    // The form ended before its last boundary: busboy says so in words only.
    throw error instanceof Error && /Unexpected end of|terminated early/.test(error.message)
      ? new AppError('UPLOAD_INCOMPLETE')
      : error;
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

// Not toBuffer(): it keeps every file until the request is done.
async function read({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) if (!file.truncated) chunks.push(chunk);
  if (file.truncated) throw new AppError('IMAGE_TOO_LARGE');
  return Buffer.concat(chunks);
}
