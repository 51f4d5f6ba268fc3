import { zipOf } from './workbooks.ts';

/** A cell of a workbook as Excel writes it; a text alone is one. */
export type BookCell =
  | string
  | undefined
  | { number: number; format?: 'money' | 'percent' | 'date' | 'unknown'; formula?: true }
  | { error: string }
  | { formulaWithoutValue: true };

export interface BookTab {
  name: string;
  isHidden?: boolean;
  rows: BookCell[][];
  /** As "A2:A4". */
  merged?: string[];
  hiddenRows?: number[];
}

const STYLES = { money: 1, percent: 2, date: 3, unknown: 99 };

const escapeXml = (text: string) => text.replace(/[<&"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** An XLSX of one or more tabs, with formats, errors, formulas, and merged and hidden cells. */
export function workbook(...tabs: BookTab[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Record<string, string> = {};
  const add = (name: string, xml: string) => {
    parts[name] = `<?xml version="1.0" encoding="UTF-8"?>${xml}`;
  };
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const sheets = tabs.map(
    ({ name, isHidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" ${isHidden ? 'state="hidden" ' : ''}r:id="rId${at + 1}"/>`,
  );
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
  );
  const links = tabs.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`);
  add('xl/_rels/workbook.xml.rels', `<Relationships>${links.join('')}</Relationships>`);
  const formats = ['0', '164', '9', '14'].map((id) => `<xf numFmtId="${id}"/>`).join('');
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="&quot;R$&quot;\\ #,##0.00"/></numFmts><cellXfs>${formats}</cellXfs></styleSheet>`,
  );
  for (const [at, tab] of tabs.entries()) add(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(tab, main));
  return zipOf(parts);
}

function sheetXml({ rows, merged = [], hiddenRows = [] }: BookTab, namespace: string): string {
  const written = rows.map((cells, at) => {
    const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : '';
    const content = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`));
    return `<row r="${at + 1}"${hidden}>${content.join('')}</row>`;
  });
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<worksheet xmlns="${namespace}"><sheetData>${written.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`;
}

function cellXml(cell: BookCell, reference: string): string {
  if (cell === undefined || cell === '') return '';
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if ('error' in cell) return `<c r="${reference}" t="e"><f>X1</f><v>${cell.error}</v></c>`;
  if ('formulaWithoutValue' in cell) return `<c r="${reference}" s="1"><f>50+50</f></c>`;
  const style = cell.format ? ` s="${STYLES[cell.format]}"` : '';
  return `<c r="${reference}"${style}>${cell.formula ? '<f>A1</f>' : ''}<v>${cell.number}</v></c>`;
}
