import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { AppError } from '../http/errors.ts';

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 200 * 1024 * 1024;

/**
 * Refuses a workbook that unpacks to more than may be read, whatever its entries say of themselves, and one with
 * macros, before anything is unpacked into memory. Throws SPREADSHEET_BOMB, _MACROS or _UNREADABLE.
 */
export async function requireHonestZip(content: Buffer): Promise<void> {
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true });
    await inspect(zip);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('SPREADSHEET_UNREADABLE');
  }
}

async function inspect(zip: ZipFile): Promise<void> {
  let bytes = 0;
  let entries = 0;
  let isWorkbook = false;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    bytes += entry.uncompressedSize;
    if (entries > MAX_ENTRIES || bytes > MAX_BYTES) throw new AppError('SPREADSHEET_BOMB');
    if (/vbaProject\.bin$/i.test(entry.fileName)) throw new AppError('SPREADSHEET_MACROS');
    if (entry.fileName === 'xl/workbook.xml') isWorkbook = true;
    // An entry that unpacks to more than it says is an error of yauzl.
    if (entry.fileName.endsWith('.xml')) await unpackAway(zip, entry);
  }
  if (!isWorkbook) throw new AppError('SPREADSHEET_UNREADABLE');
}

async function unpackAway(zip: ZipFile, entry: Entry): Promise<void> {
  for await (const _ of await zip.openReadStreamPromise(entry));
}
