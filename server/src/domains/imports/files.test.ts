import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { type Content, uploadSheet } from '../../../test/imports.ts';
import { asXlsx } from '../../platform/spreadsheets/spreadsheets.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
});
afterAll(() => app.close());

const upload = (content: Content) => uploadSheet(app, token, 'clients', content);
const ole = (text: string) =>
  Uint8Array.from([...Buffer.from('d0cf11e0a1b11ae1', 'hex'), ...Buffer.from(text, 'utf16le')]);

async function zip(files: Record<string, Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const made = new ZipFile();
  for (const [name, content] of Object.entries(files)) made.addBuffer(content, name);
  made.end();
  const chunks: Buffer[] = [];
  for await (const chunk of made.outputStream) chunks.push(chunk as Buffer);
  return Uint8Array.from(Buffer.concat(chunks));
}

describe('a file', () => {
  it.each<[string, () => Content | Promise<Content>, string]>([
    ['that is empty', () => '', 'SPREADSHEET_EMPTY'],
    ['of blank rows', () => ';;;\n;;\n\n', 'SPREADSHEET_EMPTY'],
    ['with a password', () => ole('EncryptedPackage'), 'SPREADSHEET_PROTECTED'],
    ['of an old Excel', () => ole('Workbook'), 'SPREADSHEET_OLD'],
    [
      'with macros',
      () => zip({ 'xl/workbook.xml': Buffer.from('<a/>'), 'xl/vbaProject.bin': Buffer.from('x') }),
      'SPREADSHEET_MACROS',
    ],
    ['that unpacks without end', () => zip({ 'xl/workbook.xml': Buffer.alloc(201 * 1024 * 1024) }), 'SPREADSHEET_BOMB'],
    ['that is another archive', () => zip({ 'a.txt': Buffer.from('x') }), 'SPREADSHEET_UNREADABLE'],
    ['that is a picture', () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'SPREADSHEET_UNREADABLE'],
    ['that is a web page', () => '<html><table><tr><td>Nome</td></tr></table></html>', 'SPREADSHEET_UNREADABLE'],
    [
      'of too many rows',
      () => `Nome;Telefone\n${'Ana Lima;35999990000\n'.repeat(20_001)}`,
      'SPREADSHEET_TOO_MANY_ROWS',
    ],
    ['of separators and nothing else', () => ';'.repeat(1_900_000), 'SPREADSHEET_UNREADABLE'],
    ['of lines too wide for any table', () => `${';'.repeat(20_000)}\n`.repeat(90), 'SPREADSHEET_UNREADABLE'],
    ['above the size', () => new Uint8Array(11 * 1024 * 1024 + 2_000).fill(65), 'SPREADSHEET_TOO_LARGE'],
  ])(
    '%s is refused with one sentence',
    async (_, content, code) => {
      const { body } = await upload(await content());
      expect(body).toMatchObject({ code });
    },
    30_000,
  );

  it('is asked for where there is none', async () => {
    const response = await fetch(`${app.url}/api/imports/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new FormData(),
    });
    expect(response.status).toBe(400);
  });

  it.each([';', ',', '\t'])('is read whatever separates its columns: %j', async (separator) => {
    const { body } = await upload(
      [
        ['Nome', 'Telefone'],
        ['Ana Lima', '35999990000'],
      ]
        .map((row) => row.join(separator))
        .join('\n'),
    );
    expect(body.counts).toMatchObject({ create: 1 });
  });

  it('that mixes encodings keeps its accents', async () => {
    const mixed = [
      Buffer.from('Nome;Telefone\nJoão Sá;35999990001\n', 'utf8'),
      Buffer.from('José Sá;35999990002', 'latin1'),
    ];
    const { body } = await upload(Uint8Array.from(Buffer.concat(mixed)));
    expect(body.columns[0].examples).toEqual(['João Sá', 'José Sá']);
  });

  it('as a workbook is read with its numbers, days and titles', async () => {
    const file = await asXlsx({
      sheet: 'Clientes',
      heading: [['Clientes', 'de 2026']],
      columns: ['Nome', 'Telefone', 'CPF', 'Nascimento'].map((header) => ({ header, width: 20 })),
      rows: [[{ text: 'ANA LIMA' }, { number: 35_999_990_000 }, { number: 1_234_567_890 }, { date: '1990-05-17' }]],
    });
    const { body } = await upload(Uint8Array.from(file));
    expect(body).toMatchObject({ headerLine: 2, counts: { create: 1, leftOut: 0 } });
    expect(body.columns[3].examples).toEqual(['17/05/1990']);
  });
});
