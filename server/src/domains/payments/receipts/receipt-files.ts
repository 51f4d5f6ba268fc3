import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@passeio/contract/errors';
import { AppError } from '../../../platform/http/errors.ts';
import { encodePicture, type Recipe } from '../../../platform/pictures/pictures.ts';
import type { Storage } from '../../../ports/storage/port.ts';

/** A stored file; `sha256` is that of the file as it was sent. */
export interface ReceiptFile {
  id: string;
  contentType: 'image/webp' | 'application/pdf';
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

// Error codes of photographs, mapped to those of a receipt and the sentence beside the file.
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
 * anew, without metadata; a PDF, which nothing here parses, as it is, also one that no program could open. Throws RECEIPT_UNSUPPORTED, RECEIPT_TOO_LARGE,
 * UPLOAD_INCOMPLETE, or INVALID_INPUT unless there is exactly one file. Then no file is left.
 */
export async function storeReceipt(
  storage: Storage,
  contents: AsyncIterable<Buffer>,
  expect: (id: string) => Promise<void>,
): Promise<ReceiptFile> {
  let stored: ReceiptFile | undefined;
  try {
    for await (const content of contents) {
      if (stored) throw new AppError('IMAGES_FULL');
      stored = await storeFile(storage, content, expect);
    }
  } catch (error) {
    if (stored) await removeReceipt(storage, stored.id);
    throw refusalOf(error);
  }
  if (!stored) throw new AppError('INVALID_INPUT', { file: 'Escolha o arquivo do comprovante.' });
  return stored;
}

/** The bytes of a receipt; undefined if missing. */
export function openReceiptFile(storage: Storage, id: string): Promise<Readable | undefined> {
  return storage.read(`${folderOf(id)}/file`);
}

/** Deletes the file of a receipt, if it is there. */
export function removeReceipt(storage: Storage, id: string): Promise<void> {
  return storage.removeFolder(folderOf(id));
}

async function storeFile(
  storage: Storage,
  content: Buffer,
  expect: (id: string) => Promise<void>,
): Promise<ReceiptFile> {
  const isPdf = content.subarray(0, PDF_MAGIC.length).equals(PDF_MAGIC);
  const stored = isPdf ? content : await reencode(content);
  const id = randomUUIDv7();
  await expect(id);
  try {
    await storage.write(`${folderOf(id)}/file`, stored);
  } catch (error) {
    await removeReceipt(storage, id).catch(() => undefined);
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
  if (!rendition) throw new Error('the picture of a receipt was not encoded');
  return rendition.content;
}

function refusalOf(error: unknown): unknown {
  const { code } = error as { code?: ErrorCode };
  const [instead, sentence] = (code && refusals[code]) ?? [];
  return instead ? new AppError(instead, sentence ? { file: sentence } : undefined) : error;
}

// Below no folder that a public route reads.
function folderOf(id: string): string {
  return `receipts/${id.toLowerCase()}`;
}
