import { parse } from 'csv-parse/sync';

const SEPARATORS = new Set([';', '\t', ',', '|'].map((separator) => separator.charCodeAt(0)));
const LINE_ENDS = new Set(['\r', '\n'].map((end) => end.charCodeAt(0)));
// Text within a cell has some too; no table of ours has a tenth of these columns.
const MAX_SEPARATORS = 2_000;

interface RecordOptions {
  delimiter: string;
  /** The last record that is read. */
  to: number;
  /** In characters. */
  max_record_size: number;
  from_line?: number;
  skip_empty_lines?: boolean;
}

/**
 * The records of a CSV as spreadsheets and banks write it. Throws for an open quote, a record without end, and a line
 * with more columns than any table.
 */
export function parseRecords(text: string, options: RecordOptions): string[][] {
  if (hasWideLine(text)) throw new Error('a line has more columns than any table');
  return parse(text, { ...options, relax_column_count: true, relax_quotes: true });
}

// Megabytes of separators would be as many texts once parsed.
function hasWideLine(text: string): boolean {
  let separators = 0;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (SEPARATORS.has(unit)) separators += 1;
    else if (LINE_ENDS.has(unit)) separators = 0;
    if (separators > MAX_SEPARATORS) return true;
  }
  return false;
}
