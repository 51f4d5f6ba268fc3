import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { type Content, confirmImport, csv, importAll, readImportRows, uploadSheet } from '../../../test/imports.ts';
import { type BookCell, workbook } from '../../../test/typed-workbooks.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
  const trip = ['Capitólio', '05/03/2031', '400', '289,00', '189,00'];
  await importAll(app, token, 'trips', csv(['Passeio', 'Data', 'Vagas', 'Preço', 'Criança'], trip));
});
afterAll(() => app.close());

const upload = async (kind: string, content: Content) => (await uploadSheet(app, token, kind, content)).body;
const personOf = (name: string) => app.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst();
const partyOf = async (payer: string) => {
  const people = await app.db
    .selectFrom('participants as p')
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['p.name', 'p.fare_label', 'r.id'])
    .where('u.name', '=', payer)
    .orderBy('p.position')
    .execute();
  return {
    reservations: new Set(people.map(({ id }) => id)).size,
    people: people.map(({ name, fare_label }) => [name, fare_label]),
  };
};
const textsOf = async (id: string) => (await readImportRows(app, token, id)).map(({ text }) => text).join(' ');
const reservationsOf = (header: string[], ...rows: string[][]) =>
  csv(['Passeio', 'Data da saída', ...header], ...rows.map((row) => ['Capitólio', '05/03/2031', ...row]));

async function bring(kind: string, content: Content) {
  const body = await upload(kind, content);
  expect(await confirmImport(app, token, body.id)).toMatchObject({ state: 'applied' });
  return body;
}

describe('a family of one payer', () => {
  it.each([
    ['in two forms', '35 98844-0002', '+55 (35) 98844-0002'],
    ['with a zero in front', '35988440003', '0 35 98844-0003'],
    ['without the ninth digit', '35 98844-0004', '(35) 8844-0004'],
    ['on its first row only', '35 98844-0005', ''],
    ['on its last row only', '', '35 98844-0006'],
    ['of the passenger beside it', '35 98844-0007', '35 97777-0008'],
  ])('is one reservation with its telephone %s', async (_, one, other) => {
    const payer = `Zara ${one.slice(-1)}${other.slice(-1)}`
      .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
      .padEnd(8, 'a');
    const file = reservationsOf(
      ['Responsável', 'Telefone', 'Passageiro'],
      [payer, one, payer],
      [payer, other, 'Zico Lua'],
    );
    expect(await bring('reservations', file)).toMatchObject({ counts: { create: 2, leftOut: 0 } });
    expect(await partyOf(payer)).toMatchObject({
      reservations: 1,
      people: [
        [payer, 'Adulto'],
        ['Zico Lua', 'Adulto'],
      ],
    });
  });

  it('whose cells are merged is one reservation, also behind a row without text', async () => {
    const rows: BookCell[][] = [
      ['Passeio', 'Data da saída', 'Responsável', 'Telefone', 'Passageiro', 'Pagamento'],
      ['Capitólio', '05/03/2031', 'Mara Lua', '35 98844-0011', 'Mara Lua', 'pago'],
      ['', '', '', '', 'Mel Lua', ''],
      ['', '', '', '', 'Max Lua', ''],
    ];
    const file = await workbook({ name: 'Lista', rows, merged: ['A2:A4', 'B2:B4', 'C2:C4', 'D2:D4', 'F2:F4'] });
    await bring('reservations', file);
    expect(await partyOf('Mara Lua')).toMatchObject({
      reservations: 1,
      people: [
        ['Mara Lua', 'Adulto'],
        ['Mel Lua', 'Adulto'],
        ['Max Lua', 'Adulto'],
      ],
    });
    const { total_cents: total, received_cents: received } = await app.db
      .selectFrom('reservations as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['total_cents', 'received_cents'])
      .where('u.name', '=', 'Mara Lua')
      .executeTakeFirstOrThrow();
    expect([total, received]).toEqual([3 * 28_900, 3 * 28_900]);
  });

  it('does not take in who stands below a blank line', async () => {
    const file = `${reservationsOf(['Responsável', 'Telefone', 'Passageiro'], ['Nora Lua', '35 98844-0012', 'Nora Lua'])}\r\n;;;;\r\n;;;;Nina Lua`;
    expect((await upload('reservations', file)).counts).toMatchObject({ create: 1, leftOut: 1 });
  });
});

describe('an e-mail of two people', () => {
  it('is the first one’s in a list of reservations, and both come in', async () => {
    const file = reservationsOf(
      ['Responsável', 'Telefone', 'E-mail', 'Passageiro'],
      ['Raí Couto', '35 98833-0001', 'casal@exemplo.com.br', 'Raí Couto'],
      ['Rui Couto', '35 98833-0002', 'casal@exemplo.com.br', 'Rui Couto'],
    );
    const { id, counts } = await upload('reservations', file);
    expect(counts).toMatchObject({ create: 2, leftOut: 0 });
    expect(await textsOf(id)).toContain('Este e-mail já é de Raí Couto');
    expect(await confirmImport(app, token, id)).toMatchObject({ state: 'applied', counts: { create: 2 } });
    expect([(await personOf('Raí Couto'))?.email, (await personOf('Rui Couto'))?.email]).toEqual([
      'casal@exemplo.com.br',
      null,
    ]);
  });

  it('stays with its owner where another one comes in a later file, or among clients', async () => {
    await bring('clients', csv(['Nome', 'Telefone', 'E-mail'], ['Lia Couto', '35 98833-0003', 'lia@exemplo.com.br']));
    const clients = csv(
      ['Nome', 'Telefone', 'E-mail'],
      ['Leo Couto', '35 98833-0004', 'lia@exemplo.com.br'],
      ['Eva Couto', '35 98833-0005', 'eva@exemplo.com.br'],
      ['Ivo Couto', '35 98833-0006', 'eva@exemplo.com.br'],
    );
    expect(await bring('clients', clients)).toMatchObject({ counts: { create: 3, leftOut: 0 } });
    const payer = ['Ian Couto', '35 98833-0007', 'lia@exemplo.com.br', 'Ian Couto'];
    await bring('reservations', reservationsOf(['Responsável', 'Telefone', 'E-mail', 'Passageiro'], payer));
    expect((await partyOf('Ian Couto')).reservations).toBe(1);
    expect((await personOf('Lia Couto'))?.email).toBe('lia@exemplo.com.br');
    expect([(await personOf('Leo Couto'))?.email, (await personOf('Ivo Couto'))?.email]).toEqual([null, null]);
  });
});

describe('a name', () => {
  it.each([
    ['1. Úrsula Reis', 'Úrsula Reis'],
    ['2) Uriel Reis', 'Uriel Reis'],
    ['03 - Ulisses Reis', 'Ulisses Reis'],
    ['4.Ubirajara Reis', 'Ubirajara Reis'],
    ['Úrica Reis ✅', 'Úrica Reis'],
    ['Ugo Reis *', 'Ugo Reis'],
    ['5º 🚌 UNA REIS', 'Una Reis'],
    ['Ulla Reis + 1', 'Ulla Reis'],
    ['Ubaldo Reis (2 pessoas)', 'Ubaldo Reis'],
  ])('in a list, %s, is %s', async (written, name) => {
    await bring('clients', csv(['Nome', 'WhatsApp'], [written, '35 98822-0091']));
    expect(await personOf(name)).toBeDefined();
  });

  it('of several people, or with an age, takes a place for each and says so', async () => {
    const file = reservationsOf(
      ['Responsável', 'Telefone', 'Passageiro'],
      ['Vitor Reis', '35 98822-0102', 'Vitor Reis / Vilma Reis'],
      ['Vera Reis', '35 98822-0103', 'Vera Reis'],
      ['Vera Reis', '35 98822-0103', 'Vava Reis - 7 anos'],
      ['Vasco Reis', '35 98822-0104', 'Vasco Reis + 2'],
    );
    const { id } = await bring('reservations', file);
    expect((await partyOf('Vitor Reis')).people).toEqual([
      ['Vitor Reis', 'Adulto'],
      ['Vilma Reis', 'Adulto'],
    ]);
    expect((await partyOf('Vera Reis')).people).toEqual([
      ['Vera Reis', 'Adulto'],
      ['Vava Reis', 'Criança'],
    ]);
    expect((await partyOf('Vasco Reis')).people).toHaveLength(3);
    expect(await textsOf(id)).toContain('Esta célula tem 2 pessoas');
    expect(await textsOf(id)).toContain('7 anos');
  });

  it.each([
    [
      ['Nome', 'Sobrenome', 'Telefone'],
      ['Ana', 'Prates Lima', '35 98811-0301'],
    ],
    [
      ['Sobrenome', 'Nome', 'Telefone'],
      ['Prates Lima', 'Ana', '35 98811-0302'],
    ],
    [
      ['First Name', 'Middle Name', 'Last Name', 'Phone 1 - Value'],
      ['Ana', 'Prates', 'Lima', '+55 35 98811-0303 ::: +55 35 98811-0304'],
    ],
    [
      ['Primeiro nome', 'Último nome', 'Celular'],
      ['Ana', 'Prates Lima', '35 98811-0305'],
    ],
  ])('in several columns, %j, is one name', async (header, row) => {
    const { id } = await bring('clients', csv(header, row));
    expect((await readImportRows(app, token, id))[0]?.outcome).toBe('create');
    expect((await personOf('Ana Prates Lima'))?.name).toBe('Ana Prates Lima');
  });
});

describe('the answers of a form', () => {
  it('of which headers are questions are found, and count everybody who comes along', async () => {
    const header = [
      'Carimbo de data/hora',
      'Qual passeio?',
      'Data do passeio',
      'Nome completo do responsável',
      'WhatsApp (com DDD)',
      'CPF do responsável',
      'Quantas pessoas?',
      'Nomes dos acompanhantes',
      'Local de embarque',
    ];
    const row = [
      '20/11/2026 22:12:13',
      'Capitólio',
      '05/03/2031',
      'Yolanda Reis',
      '(35) 98822-0132',
      '',
      '3',
      'Yuri Reis, Yasmin Reis',
      '',
    ];
    const { columns, missing } = await bring('reservations', csv(header, row));
    expect(missing).toEqual([]);
    expect(columns.map(({ field }: { field: string }) => field)).toEqual([
      null,
      'trip',
      'day',
      'payer',
      'payerContact',
      'payerCpf',
      'people',
      'companions',
      'boarding',
    ]);
    expect((await partyOf('Yolanda Reis')).people).toEqual([
      ['Yolanda Reis', 'Adulto'],
      ['Yuri Reis', 'Adulto'],
      ['Yasmin Reis', 'Adulto'],
    ]);
  });

  it.each([
    ['4', '', 4],
    ['3 pessoas', 'Bia Sá e Caio Sá', 3],
    ['1', 'Bia Sá / Caio Sá', 3],
    ['', 'Bia Sá', 2],
  ])('that say %j and name "%s" are %i places', async (count, names, places) => {
    const payer = `Yara ${'abcdefg'[places]}${count.length}${names.length}`.replace(
      /\d/g,
      (digit) => 'abcdefghij'[Number(digit)] ?? '',
    );
    const row = [payer, '(35) 98822-0133', count, names];
    await bring('reservations', reservationsOf(['Responsável', 'Telefone', 'Pessoas', 'Acompanhantes'], row));
    expect((await partyOf(payer)).people).toHaveLength(places);
  });

  it('of clients are found by what they ask, and what is not imported is said', async () => {
    const header = [
      'Carimbo de data/hora',
      'Nome completo (igual ao documento)',
      'Seu WhatsApp com DDD',
      'Qual o seu CPF? (só números)',
      'Data de nascimento',
      'Nomes dos acompanhantes',
    ];
    const row = [
      '2026/11/20 10:12:13 PM GMT-3',
      'Yana Reis',
      '(35) 98822-0131',
      '52998224725',
      '1990-05-10',
      'Yuri e Yasmin',
    ];
    const { columns, notes, counts } = await upload('clients', csv(header, row));
    expect(columns.map(({ field }: { field: string }) => field)).toEqual([
      null,
      'name',
      'contact',
      'cpf',
      'birthdate',
      null,
    ]);
    expect(counts).toMatchObject({ create: 1 });
    expect(notes.join(' ')).toContain('“Nomes dos acompanhantes”');
  });
});

describe('what is optional', () => {
  it('and wrong is left empty with a warning, and keeps nobody out', async () => {
    const file = csv(
      ['Nome', 'Telefone', 'E-mail', 'CPF', 'RG', 'Nascimento'],
      ['Olga Sá', '35 98822-0201', 'olga', '11111111111', '*', '41 anos'],
    );
    const { id, counts } = await bring('clients', file);
    expect(counts).toMatchObject({ create: 1, leftOut: 0 });
    expect(await personOf('Olga Sá')).toMatchObject({ email: null, cpf: null, rg: null, birthdate: null });
    expect((await textsOf(id)).match(/Fica em branco/g)).toHaveLength(4);
  });

  it.each([
    ['Telefone', '3,5988E+10'],
    ['CPF', '1,23457E+10'],
    ['CPF', '1.00055E+10'],
    ['CPF', '5,29982e+10'],
  ])('a %s that Excel shortened to "%s" is nobody else’s: its row is refused', async (title, number) => {
    const row = title === 'CPF' ? ['Xica Reis', '35 98866-0001', number] : ['Xica Reis', number, ''];
    const { id, counts } = await upload('clients', csv(['Nome', 'Telefone', 'CPF'], row));
    expect(counts).toMatchObject({ create: 0, leftOut: 1 });
    expect(await textsOf(id)).toContain('O Excel encurtou o número');
  });

  it.each([
    ['10-mai-85', '1985-05-10'],
    ['3/out/1990', '1990-10-03'],
    ['12 de março de 1978', '1978-03-12'],
    ['10 05 1985', '1985-05-10'],
    ['10051985', '1985-05-10'],
    ['1985.05.10', '1985-05-10'],
    ['10-May-1985', '1985-05-10'],
    ['10\\05\\1985', '1985-05-10'],
    ['1º de maio de 1985', '1985-05-01'],
    ['May 10, 1985', '1985-05-10'],
    ['31177', '1985-05-10'],
  ])('a birth date as "%s" is %s', async (written, birthdate) => {
    const name =
      `Wanda ${written.replace(/[^a-z]/gi, '')}${[...written].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)}`.replace(
        /\d/g,
        (digit) => 'abcdefghij'[Number(digit)] ?? '',
      );
    await bring('clients', csv(['Nome', 'Telefone', 'Nascimento'], [name, '35 98822-0111', written]));
    expect(await personOf(name)).toMatchObject({ birthdate });
  });
});

it.each([
  ['+54 9 11 2345-6789', '+5491123456789'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['0055 35 98811-2006', '+5535988112006'],
  ['(035) 98811-2004', '+5535988112004'],
  ['0 15 35 98811-2008', '+5535988112008'],
])('a telephone as "%s" is %s', async (written, contact) => {
  const name = `Juan ${[...written.replace(/\D/g, '')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
  await bring('clients', csv(['Nome', 'Telefone'], [name, written]));
  expect(await personOf(name)).toMatchObject({ contact });
});

it.each([
  [
    'Mac Roman',
    Uint8Array.from([
      ...Buffer.from('Nome;Telefone\nIn'),
      0x90,
      ...Buffer.from('s Caf'),
      0x8e,
      ...Buffer.from(' T'),
      0x8e,
      ...Buffer.from('o;35 98811-0702\n'),
    ]),
  ],
  [
    'UTF-16, big end first',
    Uint8Array.from([0xfe, 0xff, ...Buffer.from('Nome;Telefone\nInês Café Téo;35 98811-0702', 'utf16le').swap16()]),
  ],
  ['UTF-16 without a mark', Uint8Array.from(Buffer.from('Nome;Telefone\nInês Café Téo;35 98811-0702', 'utf16le'))],
  ['Windows-1252', Uint8Array.from(Buffer.from('Nome;Telefone\nInês Café Téo;35 98811-0702', 'latin1'))],
])('a file in %s keeps its accents', async (_, content) => {
  expect((await upload('clients', content)).columns[0].examples).toEqual(['Inês Café Téo']);
});

it('a list of a messenger is read as a table, of the departure in its title', async () => {
  const list = [
    '*LISTA CAPITÓLIO 05/03* 🚌',
    '',
    '1. Zuleica Reis - 35 98822-0141 - pago ✅',
    '2. Zeca Reis',
    '3- Zilda Reis 35 98822-0142 falta sinal',
    '4) Zoe Reis: +55 35 98822-0143',
  ].join('\n');
  const { id, counts, questions, above } = await upload('reservations', list);
  expect({ counts, above }).toMatchObject({ counts: { create: 3, leftOut: 1 }, above: 1 });
  expect(questions.map(({ answer }: { answer: string | null }) => answer !== null)).toEqual([true, false]);
  expect(await readImportRows(app, token, id)).toMatchObject([
    { outcome: 'create' },
    { outcome: 'left_out', text: 'Telefone de quem paga: preencha este campo.' },
    { outcome: 'create' },
    { outcome: 'create' },
  ]);
});

it.each([
  ['an amount without decimals', 'Ana Lua;35 98811-0001;86,70\nBia Lua;35 98811-0002;8', 1],
  ['a row without its last columns', 'Ana Lua;35 98811-0001;86,70\nBia Lua;35 988', 1],
  ['whole rows', 'Ana Lua;35 98811-0001;86,70\nBia Lua;35 98811-0002;89,90', 0],
  ['an amount without decimals and an end', 'Ana Lua;35 98811-0001;86,70\nBia Lua;35 98811-0002;8\n', 0],
])('a file that ends with %s is read as far as it is whole', async (_, rows, cut) => {
  const file = `Passeio;Data da saída;Responsável;Telefone;Valor pago\n${rows.replace(/^|(?<=\n)(?=.)/g, 'Capitólio;05/03/2031;')}`;
  expect((await upload('reservations', file)).counts).toMatchObject({ create: 2 - cut, leftOut: cut });
});
