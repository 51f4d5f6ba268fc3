import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { AppError } from '../http/errors.ts';
import { CellBounds, type SheetLimits } from './cell-bounds.ts';

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 200 * 1024 * 1024;

/**
 * Refuses a workbook that unpacks to more than may be read, whatever its entries say of themselves, one whose cells are
 * outside of `limits`, and one with macros, before anything is unpacked into memory.
 */
export async function inspectWorkbook(content: Buffer, limits: SheetLimits): Promise<void> {
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true, validateEntrySizes: true });
    await inspect(zip, limits);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('SPREADSHEET_UNREADABLE');
  }
}

async function inspect(zip: ZipFile, limits: SheetLimits): Promise<void> {
  let bytes = 0;
  let entries = 0;
  let isWorkbook = false;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    bytes += entry.uncompressedSize;
    if (entries > MAX_ENTRIES || bytes > MAX_BYTES) throw new AppError('SPREADSHEET_BOMB');
    if (/vbaProject\.bin$/i.test(entry.fileName)) throw new AppError('SPREADSHEET_MACROS');
    if (entry.fileName === 'xl/workbook.xml') isWorkbook = true;
    // What the reader unpacks: any of these may be a sheet.
    if (/\.xml(\.rels)?$/.test(entry.fileName)) await inspectXml(zip, entry, new CellBounds(limits));
  }
  if (!isWorkbook) throw new AppError('SPREADSHEET_UNREADABLE');
}

async function inspectXml(zip: ZipFile, entry: Entry, bounds: CellBounds): Promise<void> {
  // An entry that unpacks to more than it says is an error of yauzl.
  for await (const chunk of await zip.openReadStreamPromise(entry)) bounds.check(chunk as Buffer);
}
