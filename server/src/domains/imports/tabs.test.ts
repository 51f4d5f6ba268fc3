import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { confirmImport, csv, importAll, readImportRows, uploadSheet } from '../../../test/imports.ts';
import { type BookCell, type BookTab, workbook } from '../../../test/typed-workbooks.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
  await importAll(
    app,
    token,
    'trips',
    csv(['Passeio', 'Data', 'Vagas', 'Preço'], ['Capitólio', '05/03/2031', '400', '289,00']),
  );
});
afterAll(() => app.close());

const upload = async (...tabs: BookTab[]) => (await uploadSheet(app, token, 'clients', await workbook(...tabs))).body;
const clients = (name: string, ...people: [string, string][]): BookTab => ({
  name,
  rows: [['Nome', 'Telefone'], ...people],
});

describe('a workbook of several tabs', () => {
  it('has an import for each, and says how many rows the others have', async () => {
    const body = await upload(
      clients('Capitólio', ['Pilar Couto', '35 98811-0201']),
      clients('Aparecida', ['Quim Lopes', '35 98811-0202'], ['Pilar Couto', '35 98811-0201']),
      { ...clients('Antigos', ['Rita Souto', '35 98811-0203']), isHidden: true },
    );
    expect(body).toMatchObject({ tab: 'Capitólio', counts: { create: 1 } });
    expect(body.tabs).toMatchObject([
      { name: 'Capitólio', rows: 1, isHidden: false },
      { name: 'Aparecida', rows: 2, isHidden: false },
      { name: 'Antigos', rows: 1, isHidden: true },
    ]);
    await confirmImport(app, token, body.id);
    const { body: next } = await call(app, 'GET', `/api/imports/${body.tabs[1].id}`, { token });
    expect(next.counts).toMatchObject({ create: 1, skip: 1 });
    await confirmImport(app, token, next.id);
    expect(
      await app.db.selectFrom('users').select('name').where('name', 'in', ['Quim Lopes', 'Pilar Couto']).execute(),
    ).toHaveLength(2);
  });

  it.each<[string, BookTab[], string]>([
    [
      'a cover',
      [
        { name: 'Instruções', rows: [['Planilha da agência'], ['Atualizar toda segunda']] },
        clients('Lista', ['Selma Nobre', '35 98822-0062']),
      ],
      'Lista',
    ],
    [
      'a hidden list',
      [
        { ...clients('Listas', ['Opção A', 'Opção B']), isHidden: true },
        clients('Clientes', ['Sara Nobre', '35 98811-0204']),
      ],
      'Clientes',
    ],
    ['an empty tab', [{ name: 'Plan1', rows: [] }, clients('Plan2', ['Sara Nobre', '35 98811-0204'])], 'Plan2'],
    [
      'a tab of something else',
      [
        {
          name: 'Custos',
          rows: [
            ['Item', 'Custo'],
            ['Van', '800'],
          ],
        },
        clients('Gente', ['Sara Nobre', '35 98811-0204']),
      ],
      'Gente',
    ],
  ])('begins behind %s with the first visible one whose headers are known', async (_, tabs, tab) => {
    expect(await upload(...tabs)).toMatchObject({ tab, counts: { create: 1 } });
  });

  it('that is discarded leaves the others', async () => {
    const body = await upload(clients('A', ['Ana Lua', '35 98811-0301']), clients('B', ['Bia Lua', '35 98811-0302']));
    await call(app, 'DELETE', `/api/imports/${body.id}`, { token });
    const { body: other } = await call(app, 'GET', `/api/imports/${body.tabs[1].id}`, { token });
    expect(other.tabs).toMatchObject([{ name: 'B' }]);
  });
});

it('a style that a workbook does not have is a number without format', async () => {
  const rows: BookCell[][] = [
    ['Nome', 'Telefone'],
    ['Zeca Prado', { number: 35_988_110_903, format: 'unknown' }],
  ];
  const { id } = await upload({ name: 'Plan1', rows });
  expect(await readImportRows(app, token, id)).toMatchObject([{ outcome: 'create' }]);
});

it('hidden rows and long cells are counted', async () => {
  const row = ['Ana Lua', '35 98811-0301', 'x'.repeat(1_200)];
  const { body } = await uploadSheet(app, token, 'clients', csv(['Nome', 'Telefone', 'Obs'], row));
  expect(body.notes).toContain('1 célula foi cortada em 1000 letras.');
  const hidden = await upload({
    ...clients('A', ['Ana Lua', '35 98811-0301'], ['Bia Lua', '35 98811-0302']),
    hiddenRows: [3],
  });
  expect(hidden).toMatchObject({
    counts: { create: 2 },
    notes: ['1 linha está escondida por um filtro e entra também.'],
  });
});

const text = fc.constantFrom(
  ...[
    '',
    'Ana Lima',
    'Total',
    '2 pessoas',
    'Capitólio',
    '05/03/2031',
    '35 98811-0001',
    '86,625',
    '1.234',
    '289,00',
    'pago',
  ],
  ...[
    'falta 50',
    '#REF!',
    'Lista de espera',
    '10/15/2031',
    'x@exemplo.com',
    '52998224725',
    '3,5E+10',
    'Bia / Caio',
    '-',
  ],
);
const cell: fc.Arbitrary<BookCell> = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.record({
    number: fc.double({ min: 0, max: 90_000, noNaN: true }),
    format: fc.constantFrom('money', 'percent', 'date'),
  }),
  fc.record({ error: fc.constantFrom('#REF!', '#DIV/0!', '#N/A') }),
  fc.constant({ formulaWithoutValue: true } as const),
);
const titles = fc.shuffledSubarray(
  [
    'Passeio',
    'Data da saída',
    'Responsável',
    'Telefone',
    'Passageiro',
    'Valor',
    'Valor pago',
    'Situação',
    'Nome',
    'CPF',
    'Vagas',
    'Sinal',
    'Outra',
  ],
  { minLength: 2 },
);
const tab = titles.chain((header) =>
  fc.record({
    above: fc.array(fc.constantFrom('LISTA', 'Capitólio 05/03/2031'), { maxLength: 2 }),
    header: fc.constant(header),
    rows: fc.array(fc.array(cell, { maxLength: header.length }), { maxLength: 8 }),
    isHidden: fc.boolean(),
  }),
);

it('for any file, rows that come in, are refused, left out and above the headers are all rows of the file', async () => {
  const kind = fc.constantFrom('clients', 'trips', 'reservations');
  const isWritten = (row: readonly BookCell[]) => row.some((one) => one !== '' && one !== undefined);
  await fc.assert(
    fc.asyncProperty(kind, fc.array(tab, { minLength: 1, maxLength: 3 }), async (given, tabs) => {
      const sheets = tabs.map(({ above, header, rows, isHidden }, at) => ({
        ...{ name: `Aba ${at}`, isHidden, hiddenRows: [] },
        rows: [...above.map((title) => [title]), header, ...rows] as BookCell[][],
      }));
      const { body } = await uploadSheet(app, token, given, await workbook(...sheets));
      expect(body.tabs).toHaveLength(sheets.length);
      for (const [at, { id }] of body.tabs.entries()) {
        const { body: found } = await call(app, 'GET', `/api/imports/${id}`, { token });
        const { create, update, skip, leftOut, ignored } = found.counts;
        const counted = create + update + skip + leftOut + ignored + found.above + 1;
        expect(counted).toBe(sheets[at]?.rows.filter(isWritten).length);
        const rows = await readImportRows(app, token, id);
        expect(
          rows.filter(({ outcome, text: why }) => (outcome === 'left_out' || outcome === 'ignored') && !why),
        ).toEqual([]);
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
