import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { answerImport, confirmImport, csv, importAll, readImportRows, uploadSheet } from '../../../test/imports.ts';

let app: TestApp;
let token: string;
let phones = 0;
const phone = () => {
  phones += 1;
  return `35 97733-${String(phones).padStart(4, '0')}`;
};
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
  const trip = ['Capitólio', '05/03/2031', '400', '289,00', '189,00'];
  await importAll(app, token, 'trips', csv(['Passeio', 'Data', 'Vagas', 'Preço', 'Criança'], trip));
});
afterAll(() => app.close());

const upload = async (kind: string, content: string) => (await uploadSheet(app, token, kind, content)).body;
const textsOf = async (id: string) => (await readImportRows(app, token, id)).map(({ text }) => text).join(' ');
const list = (header: string[], ...rows: string[][]) =>
  csv(['Passeio', 'Data da saída', ...header], ...rows.map((row) => ['Capitólio', '05/03/2031', ...row]));

/** What becomes of a passenger's cell: the texts about it, and who travels. */
async function bringPassenger(cell: string) {
  const contact = phone();
  const payer = `Pagante ${contact.slice(-4).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
  const header = ['Responsável', 'Telefone', 'Passageiro'];
  const { id } = await upload('reservations', list(header, [payer, contact, `"${cell.replaceAll('"', '""')}"`]));
  const text = await textsOf(id);
  expect(await confirmImport(app, token, id)).toMatchObject({ state: 'applied' });
  return { text, people: await peopleOf(payer) };
}

const peopleOf = async (payer: string) =>
  (
    await app.db
      .selectFrom('participants as p')
      .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['p.name', 'p.fare_label'])
      .where('u.name', '=', payer)
      .orderBy('p.position')
      .execute()
  ).map(({ name, fare_label }) => (fare_label === 'Adulto' ? name : `${name} (${fare_label})`));

describe('a passenger’s cell', () => {
  it.each([
    ['Ana Reis e Bia Reis', ['Ana Reis e Bia Reis']],
    ['Ana e Bia Reis', ['Ana e Bia Reis']],
    ['Ana Reis e esposo', ['Ana Reis e esposo']],
    ['Ana Reis x2', ['Ana Reis x2']],
    ['Ana Reis, Bia Reis', ['Ana Reis, Bia Reis']],
    ['Ana Reis - Praça', ['Ana Reis - Praça']],
    ['Ana Reis ✅ pago', ['Ana Reis pago']],
  ])('"%s" comes in with a warning', async (cell, people) => {
    expect(await bringPassenger(cell)).toEqual({ people, text: expect.stringContaining('mais de uma pessoa') });
  });

  it.each([
    ['Ana Reis | Bia Reis', ['Ana Reis', 'Bia Reis']],
    ['Ana Reis; Bia Reis', ['Ana Reis', 'Bia Reis']],
    ['Ana Reis + 2 crianças', ['Ana Reis', '', '']],
  ])('"%s" takes a place for each', async (cell, people) => {
    const found = await bringPassenger(cell);
    expect(found).toEqual({ people, text: expect.stringContaining('cada uma ocupa um lugar') });
  });

  it.each(['???', 'a confirmar', 'Sem nome'])('"%s" takes a place without a name', async (cell) => {
    expect(await bringPassenger(cell)).toEqual({ people: [''], text: 'Sem nome ainda: ocupa um lugar.' });
  });

  it.each([
    ['N° 3 - Ana Reis', 'Ana Reis'],
    ['nº 3 Ana Reis', 'Ana Reis'],
    ['10 Ana Reis', 'Ana Reis'],
    ['2) Ana Reis', 'Ana Reis'],
    ['JOÃO PAULO II', 'João Paulo II'],
    ['José de Melo e Castro', 'José de Melo e Castro'],
  ])('"%s" is %s, without a warning', async (cell, name) => {
    expect(await bringPassenger(cell)).toEqual({ people: [name], text: '' });
  });
});

describe('a cell of telephones or addresses', () => {
  it.each([
    ['35 97744-0001 e 35 97744-0002', '+5535977440001'],
    ['"35 97744-0003\n35 97744-0004"', '+5535977440003'],
    ['35 97744-0005 (esposa 35 97744-0006)', '+5535977440005'],
    ['35 97744-0007 / 35 97744-0008', '+5535977440007'],
  ])('has the first of several, and says so: %s', async (cell, contact) => {
    const { id } = await upload('clients', csv(['Nome', 'Telefone'], [`Ana Tel ${contact.at(-1)}`, cell]));
    expect(await textsOf(id)).toBe('Há mais de um telefone na célula: entra o primeiro.');
    await confirmImport(app, token, id);
    const found = await app.db.selectFrom('users').select('id').where('contact', '=', contact).execute();
    expect(found).toHaveLength(1);
  });

  it('has the first of two e-mails, and says so', async () => {
    const row = ['Ana Carta', phone(), '"a@exemplo.com.br, b@exemplo.com.br"'];
    const { id } = await upload('clients', csv(['Nome', 'Telefone', 'E-mail'], row));
    expect(await textsOf(id)).toBe('Há mais de um e-mail na célula: entra o primeiro.');
  });

  it('keeps its number where a table of numbers gave it a decimal', async () => {
    const row = ['Ana Decimal', '35977440011.0', '52998224725.0'];
    const { id, counts } = await upload('clients', csv(['Nome', 'Telefone', 'CPF'], row));
    expect({ counts, text: await textsOf(id) }).toMatchObject({ counts: { create: 1 }, text: '' });
  });

  it('without area code has that of the column beside it', async () => {
    const rows = [
      ['Ana Área', '35', '97744-0021'],
      ['Bia Área', '11', '97744-0022'],
    ];
    const body = await upload('clients', csv(['Nome', 'DDD', 'Telefone'], ...rows));
    expect(body).toMatchObject({ questions: [], counts: { create: 2 } });
    await confirmImport(app, token, body.id);
    const bia = await app.db.selectFrom('users').select('contact').where('name', '=', 'Bia Área').execute();
    expect(bia).toEqual([{ contact: '+5511977440022' }]);
  });
});

describe('a cell of days', () => {
  it.each([
    ['15/02/2031 e 16/02/2031', '2031-02-15', '2031-02-16'],
    ['15 e 16/02/2031', '2031-02-15', '2031-02-16'],
    ['15-17/02/2031', '2031-02-15', '2031-02-17'],
    ['de 15 a 17/02/2031', '2031-02-15', '2031-02-17'],
    ['28/12 a 02/01/2031', '2030-12-28', '2031-01-02'],
  ])('written "%s" is from the first to the last', async (day, from, to) => {
    const title = `Dias ${day}`;
    await importAll(app, token, 'trips', csv(['Passeio', 'Data', 'Vagas', 'Preço'], [title, day, '40', '289,00']));
    const trip = await app.db
      .selectFrom('trips')
      .select(['departs_at', 'returns_at'])
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
    expect([trip.departs_at, trip.returns_at].map((at) => at.toISOString().slice(0, 10))).toEqual([from, to]);
  });

  it('that end before they begin are refused', async () => {
    const row = ['Dias trocados', '17/02/2031 a 15/02/2031', '40', '289,00'];
    const { id, counts } = await upload('trips', csv(['Passeio', 'Data', 'Vagas', 'Preço'], row));
    expect(counts).toMatchObject({ create: 0, leftOut: 1 });
    expect(await textsOf(id)).toContain('Não entendemos a data');
  });

  it('whose order is doubtful keeps nobody out who writes the month in words', async () => {
    const rows = ['10/13/1985', '13/10/1985', '10 de maio de 1985'].map((day) => ['Ana Dia', phone(), day]);
    const { id } = await upload('clients', csv(['Nome', 'Telefone', 'Nascimento'], ...rows));
    expect((await readImportRows(app, token, id)).map(({ outcome }) => outcome)).toEqual([
      'left_out',
      'left_out',
      'create',
    ]);
  });
});

it('a payment by two means is asked for', async () => {
  const row = ['Ana Meios', phone(), '100,00', 'pix e dinheiro'];
  const found = await upload('reservations', list(['Responsável', 'Telefone', 'Valor pago', 'Forma'], row));
  expect(found.counts).toMatchObject({ create: 0 });
  expect(await answerImport(app, token, found, 'pix e dinheiro', 'Pix')).toMatchObject({ counts: { create: 1 } });
});

it.each(['289 reais', '289,00 (pix)', '289 pago', 'R$ 289,00 ok'])('a payment of "%s" is its amount', async (paid) => {
  const row = ['Ana Paga', phone(), paid];
  const { id } = await upload('reservations', list(['Responsável', 'Telefone', 'Valor pago'], row));
  expect(await confirmImport(app, token, id)).toMatchObject({ counts: { create: 1 } });
  const { received_cents: received } = await app.db
    .selectFrom('reservations')
    .select('received_cents')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(received).toBe(28_900);
});

describe('the answers of a form', () => {
  it('count adults and children of two questions', async () => {
    const header = ['Nome', 'Telefone', 'Quantos adultos?', 'Quantas crianças?'];
    const { id } = await upload('reservations', list(header, ['Ana Conta', phone(), '2', '1']));
    await confirmImport(app, token, id);
    expect(await peopleOf('Ana Conta')).toEqual(['Ana Conta', '', ' (Criança)']);
  });

  it('have a column for each companion, and questions with more words', async () => {
    const header = ['Nome completo', 'Seu WhatsApp', 'Quantos lugares você quer reservar?'];
    const companions = ['Nome do acompanhante 1', 'Nome do acompanhante 2'];
    const row = ['Ana Forma', phone(), '4 pessoas', 'Bia Forma', 'Caio Forma'];
    const { id, missing } = await upload('reservations', list([...header, ...companions], row));
    expect(missing).toEqual([]);
    await confirmImport(app, token, id);
    expect(await peopleOf('Ana Forma')).toEqual(['Ana Forma', 'Bia Forma', 'Caio Forma', '']);
  });
});

it('a whole name beside its parts is that name', async () => {
  const header = ['Name', 'Given Name', 'Family Name', 'Birthday', 'Phone 1 - Value'];
  const { id } = await upload('clients', csv(header, ['Ana Parte Reis', 'Ana', 'Reis', '1985-05-10', phone()]));
  await confirmImport(app, token, id);
  const found = await app.db.selectFrom('users').select(['name', 'birthdate']).where('name', 'like', 'Ana Parte%');
  expect(await found.execute()).toEqual([{ name: 'Ana Parte Reis', birthdate: '1985-05-10' }]);
});

it('a file whose letters were read in another encoding has the letters that they were', async () => {
  const { id } = await upload('clients', csv(['Nome', 'Telefone'], ['JoÃ£o Letra', phone()]));
  await confirmImport(app, token, id);
  const found = app.db.selectFrom('users').select('id').where('name', '=', 'João Letra');
  expect(await found.execute()).toHaveLength(1);
});

it.each([
  ['Nome;Telefone', '35 97755-0001', '35 97755-000'],
  ['Nome;CPF', '529.982.247-25', '529.982.247-2'],
  ['Nome;Nascimento', '10/05/1985', '10/05/19'],
])('the last number of a file that was cut is refused: %s', async (header, whole, cut) => {
  const { id } = await upload(
    'clients',
    [header, `Ana Fim;${whole}`, `Bia Fim;${whole}`, `Caio Fim;${cut}`].join('\n'),
  );
  expect((await readImportRows(app, token, id)).at(-1)).toMatchObject({
    outcome: 'left_out',
    text: expect.stringContaining('parece cortado'),
  });
});

it('what stands below a list is nobody who travels', async () => {
  const header = ['Responsável', 'Telefone', 'Passageiro', 'Valor pago'];
  const below = ['Total arrecadado', 'Comissão 10%', 'Custo do ônibus', 'Líquido', 'Vagas: 3', 'Grand total'];
  const file = [
    list(header, ['Ana Baixo', phone(), 'Ana Baixo', '100,00'], ['Bia Baixo', phone(), 'Bia Baixo', '150,00']),
    ...below.map((text) => `;;;;${text};20,00`),
    ';;;;;250,00',
  ].join('\r\n');
  const { counts } = await upload('reservations', file);
  expect(counts).toMatchObject({ create: 2, leftOut: 0, ignored: below.length + 1 });
});

it('a total of subtotals is none of the payments', async () => {
  const header = ['Responsável', 'Telefone', 'Valor pago'];
  const file = [
    list(header, ['Ana Soma', phone(), '100,00'], ['Bia Soma', phone(), '150,00']),
    ';;;;250,00',
    `Capitólio;05/03/2031;Caio Soma;${phone()};50,00`,
    ';;;;50,00',
    ';;;;300,00',
  ].join('\r\n');
  expect((await upload('reservations', file)).counts).toMatchObject({ create: 3, leftOut: 0, ignored: 3 });
});
