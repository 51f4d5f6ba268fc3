import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { asCsv, asXlsx } from './spreadsheets.ts';

const names = [
  '=HYPERLINK("http://x";"Ana")',
  '+55 35 99999-0000',
  '-1+1',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  '＝1+1',
  'Ana";=1+1;"',
  'Ana\n=1+1',
];
const table = (name: string) => ({
  sheet: 'Pessoas',
  columns: [{ header: 'Nome', width: 20 }],
  rows: [[{ text: name }]],
});

describe('a name that a spreadsheet would run', () => {
  it.each(names)('%j is text in CSV', (name) => {
    const text = asCsv(table(name)).toString();
    const [, [cell]] = parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as [string[], string[]];
    expect(cell).not.toMatch(/^[=+\-@\t\r＝]/);
    expect([name, `'${name}`]).toContain(cell);
  });

  it.each(names.filter((name) => !/[\t\r\n]/.test(name)))('%j is text in XLSX', async (name) => {
    const [sheet] = await readXlsxFile(Buffer.from(await asXlsx(table(name))));
    expect(sheet?.data.at(1)).toEqual([name]);
  });
});

it('a negative amount is a number in CSV, and a text that looks like one is not', () => {
  const rows = [[{ cents: -123_456 }, { number: 3 }, { text: '-1.234,56' }]];
  const columns = ['A', 'B', 'C'].map((header) => ({ header, width: 9 }));
  expect(asCsv({ columns, rows }).toString()).toContain("\r\n-1.234,56;3;'-1.234,56\r\n");
});
