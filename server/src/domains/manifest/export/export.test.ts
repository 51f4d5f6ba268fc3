import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { offerExtras, takeExtras } from '../../../../test/extras.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';

const DAY_MS = 86_400_000;
const points = [
  { id: crypto.randomUUID(), time: '04:30', place: 'Três Corações – posto do trevo' },
  { id: crypto.randomUUID(), time: '05:00', place: 'Varginha – Terminal Rodoviário' },
];

let app: TestApp;
let token: string;
let tripId: string;
let slug: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  await app.db
    .updateTable('operator')
    .set({ name: 'Rota das Águas', cnpj: '11222333000181', cadastur: '26.012345.10.0001-9' })
    .execute();
  // 22:30 of the day before in UTC+14, 04:30 in São Paulo.
  const departs_at = new Date('2031-12-06T07:30:00Z');
  const returns_at = new Date(departs_at.getTime() + DAY_MS);
  slug = `canions-${crypto.randomUUID()}`;
  ({ id: tripId } = await createTrip(app, {
    slug,
    title: 'Capitólio: cânions de Furnas',
    vehicle: 'Ônibus 46 lugares',
    departs_at,
    returns_at,
    capacity: 100,
    boarding_points: JSON.stringify(points),
  }));
  const full = { rg: '012345678', emitter: 'SSP/MG', cpf: '012.345.678-90', birthdate: '1990-05-17' };
  await add({ name: 'Zélia Conceição Ñandú', contact: '(35) 98877-6655', ...full }, 1);
  const bento = await add({ name: '=HYPERLINK("http://x";"Bento")', contact: '(35) 3212-4455' }, 1);
  await add({ name: 'Ágata "Gá"; Souza', contact: '35999990000' }, 0);
  await add({ name: 'Sem Ponto Ainda', contact: '35999990001' });
  const gone = await add({ name: 'Quem Cancelou', contact: '35999990002' }, 0);
  await post(`/api/reservations/${bento.id}/payments`, {
    kind: 'deposit',
    method: 'pix',
    amountCents: 8_670,
  });
  await post(`/api/reservations/${gone.id}/cancellation`, { reason: 'Desistiu' });
});
afterAll(() => app.close());

async function post(path: string, body: object) {
  const response = await call(app, 'POST', path, { token, body });
  expect(response.status).toBeLessThan(300);
  return response.body;
}
/** Adds a passenger, also with a name that today's rules would refuse. */
async function add({ name, ...given }: { name: string; contact: string }, point?: number) {
  const added = await post(`/api/trips/${tripId}/passengers`, {
    person: { name: 'Nome Por Escrever', ...given },
    ...(point === undefined ? {} : { boardingPointId: points[point]?.id }),
  });
  await app.db.updateTable('participants').set({ name }).where('name', '=', 'Nome Por Escrever').execute();
  return added;
}

async function take(query: string): Promise<{ response: Response; content: Buffer }> {
  const response = await fetch(`${app.url}/api/trips/${tripId}/passengers/export?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

const everything =
  'number,name,fare,document,issuer,cpf,birthdate,age,contact,email,boarding,companion,status,due,code,signature';

it('the list of some people has only them, in the order of the list, and none of another trip', async () => {
  const named = await app.db
    .selectFrom('participants')
    .select(['id', 'name'])
    .where('trip_id', '=', tripId)
    .where('name', 'in', ['Sem Ponto Ainda', 'Zélia Conceição Ñandú', 'Quem Cancelou'])
    .execute();
  const idOf = (name: string) => named.find((one) => one.name === name)?.id ?? '';
  const of = (...names: string[]) => `format=csv&columns=number,name&participants=${names.map(idOf).join(',')}`;
  const { content } = await take(of('Sem Ponto Ainda', 'Zélia Conceição Ñandú'));
  const rows: string[][] = parse(content, { bom: true, delimiter: ';' });
  expect(rows.slice(1)).toEqual([
    ['1', 'Zélia Conceição Ñandú'],
    ['2', 'Sem Ponto Ainda'],
  ]);
  const refused = (query: string) => call(app, 'GET', `/api/trips/${tripId}/passengers/export?${query}`, { token });
  expect(await refused(of('Quem Cancelou'))).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_NOT_FOUND' } });
  expect((await refused('format=csv&columns=name&participants=1')).status).toBe(400);
});

describe('the list as CSV', () => {
  it('opens right in Excel with Portuguese settings: mark, semicolons, Windows lines, decimal commas', async () => {
    const { response, content } = await take('format=csv&columns=number,name,due');
    const text = content.toString('utf8');

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="passageiros-${slug}-2031-12-06.csv"`,
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(text.startsWith('\uFEFFNº;Nome;Falta pagar (R$)\r\n1;"Ágata ""Gá""; Souza";289,00\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('contains people with a place, by boarding and name, with leading zeros and without formulas', async () => {
    const { content } = await take(`format=csv&columns=${everything}`);
    const rows: Record<string, string>[] = parse(content, { bom: true, delimiter: ';', columns: true });

    expect(rows.map((row) => row.Nome)).toEqual([
      'Ágata "Gá"; Souza',
      `'=HYPERLINK("http://x";"Bento")`,
      'Zélia Conceição Ñandú',
      'Sem Ponto Ainda',
    ]);
    expect(rows[2]).toEqual({
      Nº: '3',
      Nome: 'Zélia Conceição Ñandú',
      Tarifa: 'Adulto',
      Documento: 'RG 012345678',
      'Órgão emissor': 'SSP/MG',
      CPF: '012.345.678-90',
      Nascimento: '17/05/1990',
      'Idade na saída': '41',
      Telefone: '(35) 98877-6655',
      'E-mail': '',
      'Ponto de embarque': '05:00 – Varginha – Terminal Rodoviário',
      Acompanhante: '',
      Situação: 'Aguardando pagamento do sinal',
      'Falta pagar (R$)': '289,00',
      Código: expect.stringMatching(/^'?[0-9A-Z]{6}$/),
      Assinatura: '',
    });
    expect(rows[1]).toMatchObject({ Telefone: '(35) 3212-4455', 'Falta pagar (R$)': '202,30' });
    expect(rows[3]).toMatchObject({ 'Ponto de embarque': 'A combinar' });
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  });

  it('writes a code that looks like a power of ten as text', async () => {
    const reservation = await add({ name: 'Potência de Dez', contact: '35999990003' });
    await app.db.updateTable('reservations').set({ code: '346E79' }).where('id', '=', reservation.id).execute();
    const { content } = await take('format=csv&columns=name,code');
    expect(content.toString()).toContain("Potência de Dez;'346E79");
    await post(`/api/reservations/${reservation.id}/cancellation`, { reason: 'Era só um teste' });
  });
});

describe('the list as XLSX', () => {
  it('reads back as text, with amounts as numbers', async () => {
    const { response, content } = await take('format=xlsx&columns=name,cpf,contact,due,boarding');
    expect(response.headers.get('content-type')).toContain('spreadsheetml');
    expect(response.headers.get('content-disposition')).toContain('2031-12-06.xlsx"');

    const [sheet] = await readXlsxFile(content);

    expect(sheet?.sheet).toBe('Passageiros');
    expect(sheet?.data).toEqual([
      ['Nome', 'CPF', 'Telefone', 'Ponto de embarque', 'Falta pagar (R$)'],
      ['Ágata "Gá"; Souza', null, '(35) 99999-0000', '04:30 – Três Corações – posto do trevo', 289],
      ['=HYPERLINK("http://x";"Bento")', null, '(35) 3212-4455', '05:00 – Varginha – Terminal Rodoviário', 202.3],
      ['Zélia Conceição Ñandú', '012.345.678-90', '(35) 98877-6655', '05:00 – Varginha – Terminal Rodoviário', 289],
      ['Sem Ponto Ainda', null, '(35) 99999-0001', 'A combinar', 289],
    ]);
  });

  it('holds dates of birth as dates, which sort and filter as such', async () => {
    const { content } = await take('format=xlsx&columns=name,birthdate');
    const [sheet] = await readXlsxFile(content);
    expect(sheet?.data.slice(3)).toEqual([
      ['Zélia Conceição Ñandú', new Date('1990-05-17T00:00:00Z')],
      ['Sem Ponto Ainda', null],
    ]);
  });
});

describe('the list as PDF', () => {
  // As many as stand beside each other on an upright page.
  const seven = 'number,name,fare,document,birthdate,age,contact';
  const isUpright = async (pdf: Awaited<ReturnType<typeof getDocumentProxy>>) => {
    const [, , width = 0, height = 0] = (await pdf.getPage(1)).view;
    return width < height;
  };

  it('shows operator, trip, and people by boarding point, all accents included', async () => {
    const { response, content } = await take(`format=pdf&columns=${seven}`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const pdf = await getDocumentProxy(new Uint8Array(content));
    const { text, totalPages } = await extractText(pdf, { mergePages: true });

    expect(totalPages).toBe(1);
    expect(await isUpright(pdf)).toBe(true);
    for (const words of [
      'Lista de passageiros',
      'Capitólio: cânions de Furnas',
      'sábado, 6 de dezembro de 2031, 04:30',
      'Ônibus 46 lugares',
      '4 pessoas',
      'CNPJ 11.222.333/0001-81',
      'CADASTUR 26.012345.10.0001-9',
      'Zélia Conceição Ñandú',
      'RG 012345678',
      'Página 1 de 1',
    ]) {
      expect(text).toContain(words);
    }
    const order = [
      '04:30 – Três Corações',
      'Ágata',
      '05:00 – Varginha',
      'HYPERLINK',
      'Zélia',
      'A combinar',
      'Sem Ponto',
    ];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toContain('Quem Cancelou');
  });

  it('shows names in other scripts in Latin letters, and telephones of other countries whole', async () => {
    const { id } = await createTrip(app);
    const { id: personId } = await post(`/api/trips/${id}/passengers`, {
      person: { name: '李 小龙', contact: '+44 7911 123456' },
    });
    expect(personId).toBeDefined();
    const response = await fetch(`${app.url}/api/trips/${id}/passengers/export?format=pdf&columns=${seven}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const words of ['Li XiaoLong', '+44 791 112 3456']) expect(text).toContain(words);
  });

  it('lies across the page with many columns, and repeats headers and the page number on every page', async () => {
    const { id, slug: longSlug } = await createTrip(app, { capacity: 100 });
    for (let count = 0; count < 70; count += 1) {
      await post(`/api/trips/${id}/passengers`, { person: { name: `Viajante ${count} Lima`, contact: '35999990000' } });
    }
    const response = await fetch(`${app.url}/api/trips/${id}/passengers/export?format=pdf&columns=${everything}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.headers.get('content-disposition')).toContain(longSlug);
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text, totalPages } = await extractText(pdf);

    expect(await isUpright(pdf)).toBe(false);
    expect(totalPages).toBeGreaterThan(2);
    for (const [index, page] of text.entries()) {
      expect(page.replaceAll(/\s+/g, ' ')).toContain('Nome Tarifa Documento');
      expect(page).toContain(`Página ${index + 1} de ${totalPages}`);
    }
    const words = text.join(' ').replaceAll(/\s+/g, ' ');
    for (let count = 0; count < 70; count += 1) expect(words).toContain(`Viajante ${count} Lima`);
  });
});

describe('the list to be printed', () => {
  it('holds the same people in the same order, in groups', async () => {
    const { status, body } = await call(
      app,
      'GET',
      `/api/trips/${tripId}/passengers/sheet?columns=boarding,name,number`,
      {
        token,
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operator: { name: 'Rota das Águas', cnpj: '11.222.333/0001-81' },
      trip: { title: 'Capitólio: cânions de Furnas', date: '2031-12-06', time: '04:30', vehicle: 'Ônibus 46 lugares' },
      columns: [
        { key: 'number', label: 'Nº' },
        { key: 'name', label: 'Nome' },
      ],
      total: 4,
    });
    expect(body.groups).toEqual([
      { label: '04:30 – Três Corações – posto do trevo', rows: [['1', 'Ágata "Gá"; Souza']] },
      {
        label: '05:00 – Varginha – Terminal Rodoviário',
        rows: [
          ['2', '=HYPERLINK("http://x";"Bento")'],
          ['3', 'Zélia Conceição Ñandú'],
        ],
      },
      { label: 'A combinar', rows: [['4', 'Sem Ponto Ainda']] },
    ]);
  });

  it('can be grouped by reservation, with people without a name and the balance once', async () => {
    const trip = await createTrip(app, { capacity: 10 });
    const { body: opened } = await call(app, 'GET', `/api/trips/${trip.id}/passengers`, { token });
    const [fare] = opened.trip.fares;
    const family = await post(`/api/trips/${trip.id}/passengers`, {
      person: { name: 'Marta Reis', contact: '35999990000' },
      participants: [{ fareId: fare.id }, { fareId: fare.id }],
    });
    await post(`/api/trips/${trip.id}/passengers`, { person: { name: 'Caio Dias', contact: '35999990000' } });

    const { body } = await call(
      app,
      'GET',
      `/api/trips/${trip.id}/passengers/sheet?group=reservation&columns=name,due,code`,
      { token },
    );

    expect(body.columns.map(({ key }: { key: string }) => key)).toEqual(['name', 'due']);
    expect(body.groups.slice(1)).toEqual([
      {
        label: `${family.code} – Marta Reis`,
        rows: [
          ['Marta Reis', 'R$\u00a0578,00'],
          ['Pessoa 2 de Marta Reis', ''],
        ],
      },
    ]);
  });
});

it('has a column of extras in every format, for staff that chooses it', async () => {
  const trip = await createFamilyTrip(app);
  const family = await createFamily(app, { adult: 2 }, { trip });
  await takeExtras(app, family, await offerExtras(app, trip.id));
  const at = async (query: string) => {
    const url = `${app.url}/api/trips/${trip.id}/passengers/${query}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return response;
  };
  const cells = [['1\u00a0×\u00a0Almoço, 1\u00a0×\u00a0Cooler'], ['2\u00a0×\u00a0Almoço']];
  const csv = await (await at('export?format=csv&columns=extras')).text();
  expect(csv).toBe(`Adicionais\r\n${cells.join('\r\n')}\r\n`);
  const xlsx = Buffer.from(await (await at('export?format=xlsx&columns=extras')).arrayBuffer());
  expect(await readXlsxFile(xlsx)).toEqual([expect.objectContaining({ data: [['Adicionais'], ...cells] })]);
  const pdf = new Uint8Array(await (await at('export?format=pdf&columns=name,extras')).arrayBuffer());
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
  expect(text).toMatch(/2\s×\sAlmoço/);
  const { groups } = await (await at('sheet?columns=extras')).json();
  expect(groups.flatMap(({ rows }: { rows: string[][] }) => rows)).toEqual(cells);
  const usual = await (await at('export?format=csv')).text();
  expect(usual).not.toContain('Adicionais');
});
