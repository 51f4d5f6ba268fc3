import { ZipFile } from 'yazl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A ZIP of these files. */
export async function zipOf(files: Record<string, Buffer | string>): Promise<Uint8Array<ArrayBuffer>> {
  const made = new ZipFile();
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name);
  made.end();
  const chunks: Buffer[] = [];
  for await (const chunk of made.outputStream) chunks.push(chunk as Buffer);
  return Uint8Array.from(Buffer.concat(chunks));
}

interface WorkbookXml {
  /** Between <worksheet> and </worksheet>; one for each sheet. */
  sheets: string[];
  strings?: string;
  styles?: string;
  /** Files beside those of a workbook. */
  others?: Record<string, Buffer | string>;
}

/** A workbook of XML that no spreadsheet program would write. */
export function workbookOf({ sheets, strings = '', styles = '', others = {} }: WorkbookXml) {
  const ids = sheets.map((_, index) => index + 1);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${ids
      .map((id) => `<sheet name="S${id}" sheetId="${id}" r:id="rId${id}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${ids
      .map((id) => relation(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`))
      .join(
        '',
      )}${relation('s', 'sharedStrings', 'sharedStrings.xml')}${relation('t', 'styles', 'styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map((xml, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${MAIN}">${xml}</worksheet>`,
      ]),
    ),
    ...others,
  });
}

const cell = (ref: string, text = 'x') => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (rows: string) => `<sheetData>${rows}</sheetData>`;
const oneCell = (ref: string, row = '1') => workbookOf({ sheets: [sheet(`<row r="${row}">${cell(ref)}</row>`)] });

const MANY = 10_000_001;

/** Workbooks that would take all memory or never end, and the codes with which they are refused. */
export const hostileWorkbooks: Record<string, [make: () => Promise<Uint8Array<ArrayBuffer>>, code: string]> = {
  'a column beyond all': [() => oneCell('ZZZZZZ1'), 'SPREADSHEET_UNREADABLE'],
  'a column of many letters': [() => oneCell(`${'Z'.repeat(30)}1`), 'SPREADSHEET_UNREADABLE'],
  'a column after the last': [() => oneCell('XFE1'), 'SPREADSHEET_UNREADABLE'],
  'the last column': [() => oneCell('XFD1'), 'SPREADSHEET_TOO_MANY_COLUMNS'],
  'a column after those that are read': [() => oneCell('BI1'), 'SPREADSHEET_TOO_MANY_COLUMNS'],
  'a column in entities': [() => oneCell('&#90;ZZZZZ1'), 'SPREADSHEET_UNREADABLE'],
  'a column after an attribute with a bracket': [
    () => workbookOf({ sheets: [sheet('<row r="1"><c x=">" r=\'ZZZZZZ1\'><v>1</v></c></row>')] }),
    'SPREADSHEET_UNREADABLE',
  ],
  'a column with a prefix': [
    () =>
      workbookOf({
        sheets: [
          `<x:sheetData xmlns:x="${MAIN}"><x:row r="1"><x:c r="ZZZZZZ1"><x:v>1</x:v></x:c></x:row></x:sheetData>`,
        ],
      }),
    'SPREADSHEET_UNREADABLE',
  ],
  'a column of small letters': [() => oneCell('zzzz1'), 'SPREADSHEET_UNREADABLE'],
  'a row after the last': [() => oneCell('A1048577', '1048577'), 'SPREADSHEET_UNREADABLE'],
  'the last row': [() => oneCell('A1048576', '1048576'), 'SPREADSHEET_TOO_MANY_ROWS'],
  ...Object.fromEntries(
    ['2000000000', '1e9', 'Infinity', '-1', '0', '0x7fffffff', '1.5', ' 1', ''].map((row) => [
      `a row ${JSON.stringify(row)}`,
      [() => oneCell('A1', row), 'SPREADSHEET_UNREADABLE'] as [() => Promise<Uint8Array<ArrayBuffer>>, string],
    ]),
  ),
  'a row without cells beyond all': [
    () => workbookOf({ sheets: [sheet(`<row r="1">${cell('A1')}</row><row r="9999999"/>`)] }),
    'SPREADSHEET_UNREADABLE',
  ],
  'a second sheet of that kind': [
    () =>
      workbookOf({ sheets: [sheet(`<row r="1">${cell('A1')}</row>`), sheet(`<row r="1">${cell('ZZZZZZ1')}</row>`)] }),
    'SPREADSHEET_UNREADABLE',
  ],
  'a sheet under the name of relations': [
    () =>
      workbookOf({
        sheets: [],
        others: {
          'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${RELATIONS}/worksheet" Target="s.xml.rels"/></Relationships>`,
          'xl/s.xml.rels': `<worksheet>${sheet(`<row r="1">${cell('ZZZZZZ1')}</row>`)}</worksheet>`,
        },
      }),
    'SPREADSHEET_UNREADABLE',
  ],
  'one text in every cell': [
    () => {
      const cells = Array.from({ length: 26 }, (_, i) => `<c r="${String.fromCharCode(65 + i)}0" t="s"><v>0</v></c>`);
      const row = (n: number) => `<row r="${n}">${cells.join('').replace(/0" t/g, `${n}" t`)}</row>`;
      const rows = Array.from({ length: 19_000 }, (_, i) => row(i + 1)).join('');
      return workbookOf({ sheets: [sheet(rows)], strings: `<si><t>${'x'.repeat(1_000)}</t></si>` });
    },
    'SPREADSHEET_BOMB',
  ],
  'elements in each other without end': [() => workbookOf({ sheets: ['<a>'.repeat(MANY)] }), 'SPREADSHEET_BOMB'],
  'rows without end': [() => workbookOf({ sheets: [sheet('<row/>'.repeat(MANY))] }), 'SPREADSHEET_BOMB'],
  'texts without end': [() => workbookOf({ sheets: [], strings: '<si/>'.repeat(MANY) }), 'SPREADSHEET_BOMB'],
  'styles without end': [() => workbookOf({ sheets: [], styles: '<xf/>'.repeat(MANY) }), 'SPREADSHEET_BOMB'],
};
