import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import {
  answerImport,
  type Content,
  confirmImport,
  csv,
  importAll,
  readImportRows,
  uploadSheet,
} from '../../../test/imports.ts';
import { type BookCell, workbook } from '../../../test/typed-workbooks.ts';

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

const upload = async (kind: string, content: Content, name?: string) =>
  (await uploadSheet(app, token, kind, content, name)).body;
const tripOf = (title: string) =>
  app.db.selectFrom('trips').selectAll().where('title', '=', title).executeTakeFirstOrThrow();

describe('the state of a reservation', () => {
  const list = (...states: string[]) =>
    csv(
      ['Passeio', 'Data da saída', 'Responsável', 'Telefone', 'Situação'],
      ...states.map((state, at) => ['Capitólio', '05/03/2031', `Ana ${'abcdefghij'[at]}na`, `3598811000${at}`, state]),
    );

  it('in unknown words is asked for, a question for each word of the file, and books nobody before', async () => {
    const words = [
      'Lista de espera',
      'Não confirmada',
      'Estornado',
      'Reembolsada',
      'Não compareceu',
      'Orçamento',
      'Talvez',
    ];
    const asked = await upload('reservations', list(...words, 'LISTA DE ESPERA!', 'Confirmada'));
    expect(asked.counts).toMatchObject({ create: 1, leftOut: 8 });
    expect(asked.questions.map(({ rows }: { rows: number }) => rows)).toEqual([2, 1, 1, 1, 1, 1, 1]);
    const answered = await answerImport(app, token, asked, 'Lista de espera', 'Fica de fora');
    expect(answered.counts).toMatchObject({ create: 1, leftOut: 6, ignored: 2 });
    const held = await answerImport(app, token, answered, 'Orçamento', 'Aguardando');
    expect(held.counts).toMatchObject({ create: 2, leftOut: 5, ignored: 2 });
  });

  it('answered once is known in the next file, until it is taken back', async () => {
    const asked = await upload('reservations', list('Vai no carro dela'));
    const answered = await answerImport(app, token, asked, 'carro dela', 'Fica de fora');
    expect(answered.counts).toMatchObject({ create: 0, ignored: 1 });
    const next = await upload('reservations', list('vai no carro dela'));
    expect(next.counts).toMatchObject({ create: 0, ignored: 1 });
    const key = next.questions[0].key;
    const taken = await call(app, 'PUT', `/api/imports/${next.id}/answers`, { token, body: { key, answer: null } });
    expect(taken.body.counts).toMatchObject({ ignored: 0, leftOut: 1 });
  });

  it.each(['booked', 'fora'])('answered with %s, which is no choice, is refused', async (answer) => {
    const { id } = await upload('reservations', list('Sei lá'));
    const body = { key: answer === 'fora' ? 'status:sei la' : 'status:outra', answer };
    expect((await call(app, 'PUT', `/api/imports/${id}/answers`, { token, body })).status).toBe(400);
  });
});

describe('the deposit of a trip', () => {
  const list = (title: string, ...deposits: BookCell[]) =>
    workbook({
      name: 'Passeios',
      rows: [
        ['Passeio', 'Data da saída', 'Vagas', 'Preço', title],
        ...deposits.map((deposit, at) => [
          `Gruta ${title} ${at}`,
          '05/03/2031',
          { number: 40 },
          { number: 200, format: 'money' as const },
          deposit,
        ]),
      ],
    });
  const depositOf = async (title: string) => (await tripOf(title)).deposit_percent;

  it('in a cell of percent is its percent, and in one of money an amount', async () => {
    const { id, counts } = await upload(
      'trips',
      await list(
        'Sinal',
        { number: 0.3, format: 'percent' },
        { number: 1, format: 'percent' },
        { number: 100, format: 'money' },
        '25%',
        'R$ 80',
      ),
    );
    expect(counts).toMatchObject({ create: 5 });
    await confirmImport(app, token, id);
    const titles = [0, 1, 2, 3, 4].map((at) => depositOf(`Gruta Sinal ${at}`));
    expect(await Promise.all(titles)).toEqual([30, 100, 50, 25, 40]);
  });

  it('above the price, or no whole percent, keeps its row out', async () => {
    const file = await list('Entrada (R$)', { number: 300 }, { number: 0.305, format: 'percent' });
    expect((await upload('trips', file)).counts).toMatchObject({ create: 0, leftOut: 2 });
  });

  it.each([
    ['Porcentagem', 100],
    ['Valor em reais', 50],
  ])('as a plain number is asked for: %s', async (answer, percent) => {
    const title = `Entrada ${answer === 'Porcentagem' ? 'um' : 'dois'}`;
    const asked = await upload(
      'trips',
      csv(['Passeio', 'Data da saída', 'Vagas', 'Preço', 'Entrada'], [title, '05/03/2031', '40', '200,00', '100,00']),
    );
    expect(asked.counts).toMatchObject({ create: 0, leftOut: 1 });
    await confirmImport(app, token, (await answerImport(app, token, asked, 'porcentagem ou um valor', answer)).id);
    expect(await depositOf(title)).toBe(percent);
    const key = asked.questions[0].key;
    await app.db.deleteFrom('import_answers').where('question', '=', key).execute();
  });

  it('under a header with a sign is what the sign says', async () => {
    const file = (title: string) =>
      csv(['Passeio', 'Data da saída', 'Vagas', 'Preço', title], ['Sinais', '05/03/2031', '40', '200,00', '50']);
    expect(await upload('trips', file('Sinal (%)'))).toMatchObject({ counts: { create: 1 }, questions: [] });
  });
});

describe('the order of days and months', () => {
  const list = (...days: string[]) =>
    csv(
      ['Passeio', 'Data da saída', 'Vagas', 'Preço'],
      ...days.map((day, at) => [`Praia ${days.length} ${at}`, day, '40', '100,00']),
    );

  it('is the one that a single day above 12 proves, for the whole column', async () => {
    const { id, questions } = await upload('trips', list('02/10/2031', '10/15/2031', '12/01/2031'));
    expect(questions).toMatchObject([{ answer: 'month', rows: 3 }]);
    await confirmImport(app, token, id);
    const days = await Promise.all(
      [0, 1, 2].map(async (at) => (await tripOf(`Praia 3 ${at}`)).departs_at.toISOString().slice(0, 10)),
    );
    expect(days).toEqual(['2031-02-10', '2031-10-15', '2031-12-01']);
  });

  it('is days first without a sign of another', async () => {
    const { id, questions } = await upload('trips', list('02/10/2031', '10/12/2031'));
    expect(questions).toEqual([]);
    await confirmImport(app, token, id);
    expect((await tripOf('Praia 2 0')).departs_at.toISOString()).toMatch(/^2031-10-02/);
  });

  it('is asked for where days contradict each other', async () => {
    const asked = await upload('trips', list('02/10/2031', '10/15/2031', '20/11/2031', '25/12/2031'));
    expect(asked.counts).toMatchObject({ create: 0, leftOut: 4 });
    const answered = await answerImport(app, token, asked, 'vem primeiro', 'Dia primeiro');
    expect(answered.counts).toMatchObject({ create: 3, leftOut: 1 });
  });

  it('is of texts alone: days of a workbook are days', async () => {
    const rows: BookCell[][] = [
      ['Passeio', 'Data da saída', 'Vagas', 'Preço'],
      ['Lago 1', { number: 47_880, format: 'date' }, '40', '100'],
    ];
    const { id } = await upload('trips', await workbook({ name: 'a', rows }));
    await confirmImport(app, token, id);
    expect((await tripOf('Lago 1')).departs_at.toISOString()).toMatch(/^2031-02-01/);
  });
});

it.each([
  ['15/01/2031 a 17/01/2031', '2031-01-15', '2031-01-17'],
  ['15 a 17/01/2031', '2031-01-15', '2031-01-17'],
  ['30/12/2030 até 02/01/2031', '2030-12-30', '2031-01-02'],
  ['15/01 a 17/01/2031', '2031-01-15', '2031-01-17'],
  ['sáb 15/02/2031', '2031-02-15', '2031-02-15'],
  ['15 de março de 2031', '2031-03-15', '2031-03-15'],
])('a departure on "%s" is from %s to %s', async (day, from, to) => {
  const title = `Semana ${day.replaceAll('/', '-')}`;
  await importAll(
    app,
    token,
    'trips',
    csv(['Passeio', 'Data da saída', 'Vagas', 'Preço'], [title, day, '40', '289,00']),
  );
  const { departs_at: start, returns_at: end } = await tripOf(title);
  expect([start, end].map((at) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10))).toEqual([
    from,
    to,
  ]);
});

it.each(['16/01', 'sáb 16/01', '31/02/2031', 'em breve'])(
  'a departure on "%s" is refused with an example',
  async (day) => {
    const { id } = await upload(
      'trips',
      csv(['Passeio', 'Data da saída', 'Vagas', 'Preço'], ['Serra', day, '40', '289,00']),
    );
    expect(await readImportRows(app, token, id)).toMatchObject([
      { outcome: 'left_out', text: expect.stringContaining('31/12/2026') },
    ]);
  },
);

describe('a list of one departure', () => {
  const list = (title: string, ...rows: string[]) =>
    [title, 'Ônibus 46 lugares;;;;', 'Nº;Nome;RG;Telefone;Embarque', ...rows].join('\n');
  const people = (names: string[]) => names.map((name, at) => `${at + 1};${name};MG-12${at};35 98844-100${at};`);

  it.each([
    'LISTA DE PASSAGEIROS - CAPITÓLIO - 05/03/2031;;;;',
    'Capitólio 05 de março de 2031;;;;',
    'capitolio 05/03;;;;',
  ])('with its name and day only in "%s" is proposed to be of that departure', async (title) => {
    const { questions, counts, columns } = await upload(
      'reservations',
      list(title, ...people(['Zuca Lua', 'Zazá Lua'])),
    );
    expect(counts).toMatchObject({ create: 2, leftOut: 0 });
    expect(questions).toMatchObject([{ text: 'De que saída é este arquivo todo?', answer: expect.any(String) }]);
    expect(columns.map(({ field }: { field: string }) => field)).toEqual([
      null,
      'payer',
      'document',
      'payerContact',
      'boarding',
    ]);
  });

  it('with another day is of no departure until somebody says of which', async () => {
    const asked = await upload('reservations', list('Capitólio 06/03/2031;;;;', ...people(['Zuca Lua', 'Zazá Lua'])));
    expect(asked.counts).toMatchObject({ create: 0, leftOut: 2 });
    const answered = await answerImport(app, token, asked, 'De que saída', 'Capitólio');
    expect(answered.counts).toMatchObject({ create: 2 });
  });

  it('is proposed by the name of its file or its tab', async () => {
    const rows = [
      ['Nome', 'Telefone'],
      ['Zuca Lua', '35 98844-1000'],
    ];
    const file = await workbook({ name: 'Capitólio 05-03-2031', rows });
    expect((await upload('reservations', file, 'lista.xlsx')).counts).toMatchObject({ create: 1 });
    const text = csv(...rows);
    expect((await upload('reservations', text, 'Capitólio 05-03-2031.csv')).counts).toMatchObject({ create: 1 });
  });

  it('seats people without a telephone with the person above, once somebody says so', async () => {
    const file = list(
      'Capitólio 05/03/2031;;;;',
      '1;Rosa Reis;;35 98844-2001;',
      '2;Ruth Reis;;;',
      '3;Rita Reis;;;',
      '4;Saul Reis;;35 98844-2002;',
    );
    const asked = await upload('reservations', file);
    expect(asked.counts).toMatchObject({ create: 2, leftOut: 2 });
    const answered = await answerImport(app, token, asked, 'não tem telefone', 'Sim');
    expect(answered.counts).toMatchObject({ create: 4 });
    await confirmImport(app, token, answered.id);
    const found = await app.db
      .selectFrom('reservations as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['u.name', 'r.places'])
      .where('u.name', 'like', '% Reis')
      .orderBy('u.name')
      .execute();
    expect(found).toEqual([
      { name: 'Rosa Reis', places: 3 },
      { name: 'Saul Reis', places: 1 },
    ]);
  });
});

it('telephones without an area code are asked for once, and get the one that was said', async () => {
  const file = csv(
    ['Nome', 'Telefone'],
    ['Ivo Sá', '98844-3001'],
    ['Ivan Sá', '3521-3002'],
    ['Iara Sá', '35 98844-3003'],
  );
  const asked = await upload('clients', file);
  expect(asked.counts).toMatchObject({ create: 1, leftOut: 2 });
  const answered = await answerImport(app, token, asked, 'DDD', '35');
  expect(answered.counts).toMatchObject({ create: 3 });
  await confirmImport(app, token, answered.id);
  const found = await app.db
    .selectFrom('users')
    .select('contact')
    .where('name', 'in', ['Ivo Sá', 'Ivan Sá'])
    .orderBy('name')
    .execute();
  expect(found.map(({ contact }) => contact)).toEqual(['+553535213002', '+5535988443001']);
});
