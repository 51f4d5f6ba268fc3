import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that a route answers. */
export interface ExportedFile {
  /** Lower-case letters, digits, hyphens and dots: safe in headers and file systems. */
  name: string;
  mediaType: string;
  content: Buffer;
}

/** Sends a file to be saved, which no cache keeps. */
export function sendFile(
  reply: FastifyReply,
  { name, mediaType, content }: Omit<ExportedFile, 'content'> & { content: Buffer | Readable },
): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .type(mediaType)
    .send(content);
}
