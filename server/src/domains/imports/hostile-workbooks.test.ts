import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { uploadSheet } from '../../../test/imports.ts';
import { hostileWorkbooks, workbookOf } from '../../../test/workbooks.ts';

const MEGABYTE = 1024 * 1024;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
});
afterAll(() => app.close());

describe('a workbook with', () => {
  it.each(Object.entries(hostileWorkbooks))(
    '%s is refused with a sentence, and the server takes no memory for it',
    async (_, [make, code]) => {
      const content = await make();
      const before = process.memoryUsage().rss;
      const { body } = await uploadSheet(app, token, 'clients', content, 'planilha.xlsx');
      expect(body).toMatchObject({ code });
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE);
    },
    60_000,
  );

  it('formats up to the last row and column is read', async () => {
    const row = (n: number, cells: string) => `<row r="${n}" spans="1:16384">${cells}<c r="XFD${n}" s="0"/></row>`;
    const text = (ref: string, written: string) => `<c r="${ref}" t="inlineStr"><is><t>${written}</t></is></c>`;
    const rows = [
      row(1, text('A1', 'Nome') + text('B1', 'Telefone')),
      row(2, text('A2', 'Ana Lima') + text('B2', '35999990000')),
      row(1_048_576, ''),
    ];
    const merges = '<mergeCells><mergeCell ref="C1:XFD1048576"/></mergeCells>';
    const content = await workbookOf({
      sheets: [`<dimension ref="A1:XFD1048576"/><sheetData>${rows.join('')}</sheetData>${merges}`],
    });
    const { body } = await uploadSheet(app, token, 'clients', content, 'planilha.xlsx');
    expect(body).toMatchObject({ counts: { create: 1, leftOut: 0 } });
  });
});
