import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@passeio/contract/api/errors';
import type { FastifyReply } from 'fastify';
import type { Storage } from '../../ports/storage/port.ts';
import { encodePicture, type Recipe } from '../pictures/pictures.ts';
import { AppError } from './errors.ts';

/** Folders of documents, below no folder that a public route reads. */
type DocumentFolder = 'receipts' | 'authorizations';
export type DocumentType = 'image/webp' | 'application/pdf';

/** A stored file; `sha256` is that of the file as it was sent. */
export interface DocumentFile {
  id: string;
  contentType: DocumentType;
  sizeBytes: number;
  sha256: string;
  /** A picture, or a file with the structure of a PDF. */
  isReadable: boolean;
}

const MIN_SIDE = 200;
const recipe: Recipe = {
  minSide: MIN_SIDE,
  // High, because a long screenshot has to stay legible.
  box: { width: 2000, height: 8000 },
  renditions: [{ name: 'file', format: 'webp', quality: 80 }],
};

const PDF_MAGIC = Buffer.from('%PDF-');

// Error codes of photographs, mapped to those of a document and the sentence beside the file.
const refusals: Partial<Record<ErrorCode, [ErrorCode, string?]>> = {
  IMAGE_TOO_LARGE: ['RECEIPT_TOO_LARGE'],
  IMAGE_TOO_MANY_PIXELS: ['RECEIPT_TOO_LARGE', 'A imagem tem pixels demais. Envie uma captura de tela ou o PDF.'],
  IMAGE_TOO_SMALL: ['RECEIPT_UNSUPPORTED', 'A imagem é pequena demais para ser lida. Envie outra.'],
  IMAGE_TOO_LONG: ['RECEIPT_UNSUPPORTED', 'A imagem é comprida demais. Recorte-a ou envie o PDF.'],
  IMAGE_UNREADABLE: ['RECEIPT_UNSUPPORTED', 'O arquivo está incompleto ou danificado. Envie de novo.'],
  IMAGE_ANIMATED: ['RECEIPT_UNSUPPORTED'],
  IMAGE_UNSUPPORTED: ['RECEIPT_UNSUPPORTED'],
  IMAGES_FULL: ['INVALID_INPUT', 'Envie um arquivo só.'],
};

/**
 * Stores the one file of an upload under a new id, which `expect` learns before anything is written: a picture encoded
 * anew, without metadata; a PDF, which nothing here parses, as it is, also one that no program could open. Throws
 * INVALID_INPUT unless there is exactly one file. Then no file is left.
 */
export async function storeDocument(
  storage: Storage,
  folder: DocumentFolder,
  contents: AsyncIterable<Buffer>,
  expect: (id: string) => Promise<void>,
): Promise<DocumentFile> {
  let stored: DocumentFile | undefined;
  try {
    for await (const content of contents) {
      if (stored) throw new AppError('IMAGES_FULL');
      stored = await storeFile(storage, folder, { content, expect });
    }
  } catch (error) {
    if (stored) await removeDocument(storage, folder, stored.id);
    throw refusalOf(error);
  }
  if (!stored) throw new AppError('INVALID_INPUT', { file: 'Escolha o arquivo.' });
  return stored;
}

/** The bytes of a document; undefined if missing. */
export function openDocument(storage: Storage, folder: DocumentFolder, id: string): Promise<Readable | undefined> {
  return storage.read(`${documentFolder(folder, id)}/file`);
}

/** Deletes the file of a document, if it is there. */
export function removeDocument(storage: Storage, folder: DocumentFolder, id: string): Promise<void> {
  return storage.removeFolder(documentFolder(folder, id));
}

/** The folder of a document in the storage. */
export function documentFolder(folder: DocumentFolder, id: string): string {
  return `${folder}/${id.toLowerCase()}`;
}

/** A document on its way to a browser; `name` is ASCII, safe in a header, without its ending. */
export interface OpenedDocument {
  content: Readable;
  contentType: DocumentType;
  name: string;
}

/** Answers a document, which nothing stores on the way. */
export function sendDocument(reply: FastifyReply, { content, contentType, name }: OpenedDocument): FastifyReply {
  const isPdf = contentType === 'application/pdf';
  // A PDF may hold scripts: no browser shows it within our origin.
  const disposition = isPdf ? 'attachment' : 'inline';
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('content-disposition', `${disposition}; filename="${name}.${documentEnding(contentType)}"`)
    .type(contentType)
    .send(content);
}

/** The ending of a document's name. */
export function documentEnding(contentType: DocumentType): string {
  return contentType === 'application/pdf' ? 'pdf' : 'webp';
}

async function storeFile(
  storage: Storage,
  folder: DocumentFolder,
  { content, expect }: { content: Buffer; expect: (id: string) => Promise<void> },
): Promise<DocumentFile> {
  const isPdf = content.subarray(0, PDF_MAGIC.length).equals(PDF_MAGIC);
  const stored = isPdf ? content : await reencode(content);
  const id = randomUUIDv7();
  await expect(id);
  try {
    await storage.write(`${documentFolder(folder, id)}/file`, stored);
  } catch (error) {
    await removeDocument(storage, folder, id).catch(() => undefined);
    throw error;
  }
  return {
    id,
    contentType: isPdf ? 'application/pdf' : 'image/webp',
    sizeBytes: stored.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    isReadable: !isPdf || hasStructureOfPdf(content),
  };
}

// Objects, how to find them, and an end: more would be parsing. Lenient about what follows the end.
function hasStructureOfPdf(content: Buffer): boolean {
  const end = content.lastIndexOf('%%EOF');
  if (end < 0) return false;
  const directory = Math.max(content.lastIndexOf('startxref', end), content.lastIndexOf('trailer', end));
  const object = content.indexOf(' obj');
  return object > 0 && object < content.indexOf('endobj') && object < directory;
}

async function reencode(content: Buffer): Promise<Buffer> {
  const [rendition] = (await encodePicture(content, recipe)).renditions;
  if (!rendition) throw new Error('the picture of a document was not encoded');
  return rendition.content;
}

function refusalOf(error: unknown): unknown {
  const { code } = error as { code?: ErrorCode };
  const [instead, sentence] = (code && refusals[code]) ?? [];
  return instead ? new AppError(instead, sentence ? { file: sentence } : undefined) : error;
}
