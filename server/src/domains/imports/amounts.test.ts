import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import {
  answerImport,
  type Content,
  confirmImport,
  csv,
  importAll,
  readImportRows,
  uploadSheet,
} from '../../../test/imports.ts';
import { ledgerOf } from '../../../test/pix.ts';
import { type BookCell, workbook } from '../../../test/typed-workbooks.ts';
import { findFaults } from '../../platform/database/find-faults.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
  const trip = ['Capitólio', '05/03/2031', '400', '289,00', '189,00'];
  await importAll(app, token, 'trips', csv(['Passeio', 'Data', 'Vagas', 'Preço', 'Criança'], trip));
});
afterAll(async () => {
  expect(await findFaults(app.db)).toEqual([]);
  await app.close();
});

let people = 0;
/** Cells of a trip, its day, and a payer that no other row has. */
const payer = () => {
  people += 1;
  const letters = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return ['Capitólio', '05/03/2031', `Ana ${letters}`, `3597777${String(people).padStart(4, '0')}`];
};
const header = (...more: string[]) => ['Passeio', 'Data da saída', 'Responsável', 'Telefone', ...more];
const upload = async (content: Content) => (await uploadSheet(app, token, 'reservations', content)).body;
const rowsOf = (id: string) => readImportRows(app, token, id);
const moneyOf = async (name = '') => {
  const found = await app.db
    .selectFrom('reservations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.total_cents as total', 'r.received_cents as received', 'r.places'])
    .where('u.name', '=', name)
    .execute();
  return found.map(({ id: _, ...money }) => money);
};

async function bring(content: Content) {
  const body = await upload(content);
  expect(await confirmImport(app, token, body.id)).toMatchObject({ state: 'applied' });
  return body;
}

describe('an amount with more than two decimals', () => {
  it.each<[BookCell, number]>([
    [{ number: 86.625, format: 'money', formula: true }, 8_663],
    [{ number: 86.625 }, 8_663],
    [{ number: 96.333333333, formula: true }, 9_633],
    [{ number: 1.005 }, 101],
    [{ number: 86.6, format: 'unknown' }, 8_660],
  ])('in a workbook, %o, is its number, rounded', async (paid, cents) => {
    const row = payer();
    const rows = [header('Passageiro', 'Valor pago'), [...row, row[2], paid]];
    await bring(await workbook({ name: 'Plan1', rows }));
    expect(await moneyOf(row[2])).toMatchObject([{ received: cents }]);
  });

  it.each([
    ['86,625', 8_663],
    ['86,6250', 8_663],
    ['R$ 0,125', 13],
    ['0.625', 63],
    ['1,234.56', 123_456],
  ])('in a text, %s, is never thousands', async (paid, cents) => {
    const row = payer();
    await bring(csv(header('Passageiro', 'Valor da reserva', 'Valor pago'), [...row, row[2] ?? '', '2000,00', paid]));
    expect(await moneyOf(row[2])).toMatchObject([{ received: cents }]);
  });

  it('behind a dot is asked for, unless other amounts of the file say what a dot is', async () => {
    const [one, other] = [payer(), payer()];
    const rows = (paid: string) =>
      csv(header('Valor total', 'Valor pago'), [...one, '2000', '1.234'], [...other, '289', paid]);
    const asked = await upload(rows('100'));
    expect(asked.counts).toMatchObject({ create: 1, leftOut: 1 });
    const answered = await answerImport(app, token, asked, 'ponto', '1,23');
    expect(answered.counts).toMatchObject({ create: 2 });
    const sure = await upload(rows('100,00'));
    expect(sure).toMatchObject({ counts: { create: 2 }, questions: [] });
    await confirmImport(app, token, sure.id);
    expect(await moneyOf(one[2])).toMatchObject([{ received: 123_400 }]);
  });

  it('is thousands where the other amounts have dots for decimals', async () => {
    const [one, other] = [payer(), payer()];
    await bring(
      csv(header('Valor total', 'Valor pago'), [...one, '2,000.00', '1,234'], [...other, '289.00', '86.625']),
    );
    expect(await moneyOf(one[2])).toMatchObject([{ received: 123_400 }]);
    expect(await moneyOf(other[2])).toMatchObject([{ received: 8_663 }]);
  });
});

it.each(['400,00', '86625'])('a payment of %s above the total keeps its row out', async (paid) => {
  const row = payer();
  const { id, counts } = await upload(csv(header('Passageiro', 'Valor pago'), [...row, row[2] ?? '', paid]));
  expect(counts).toMatchObject({ create: 0, leftOut: 1 });
  expect(await rowsOf(id)).toMatchObject([{ text: expect.stringMatching(/passa do valor da reserva, R\$\s289,00/) }]);
});

describe('a row of totals', () => {
  const list = (...last: string[][]) => {
    const [one, other] = [payer(), payer()];
    return csv(
      header('Passageiro', 'Valor pago', 'Forma'),
      [...one, one[2] ?? '', '100,00', 'Pix'],
      [...other, other[2] ?? '', '150,00', 'Pix'],
      ...last,
    );
  };

  it.each([
    ['with amounts alone', [['', '', '', '', '', '250,00', '']]],
    [
      'after a blank line',
      [
        ['', '', '', '', '', '', ''],
        ['', '', '', '', '', '250,00', ''],
      ],
    ],
    ['with the word where passengers are', [['', '', '', '', 'TOTAL', '250,00', '']]],
    ['with the word where payers are, and a telephone', [['', '', 'Total geral', '35 98822-0009', '', '250,00', '']]],
    ['with a number of people', [['', '', '', '', '2 pessoas', '250,00', '']]],
    ['with the word in its first cell', [['Total:', '', '', '', '', '999,00', '']]],
    ['with any word, by its sum', [['', '', '', '', 'Arrecadado', '250,00', '']]],
    [
      'of a part of the list',
      [
        ['', '', 'Subtotal', '', '', '250,00', ''],
        ['', '', 'SOMA', '', '', '250,00', ''],
      ],
    ],
  ])('%s is left out and counted', async (_, last) => {
    const { id, counts } = await upload(list(...last));
    const rows = await rowsOf(id);
    expect(counts).toMatchObject({ create: 2, update: 0 });
    const written = last.filter((row) => row.some(Boolean)).length;
    expect(counts.ignored + counts.leftOut).toBe(written);
    expect(rows.at(-1)?.text).toBe('Parece uma linha de total: fica de fora.');
    expect(await confirmImport(app, token, id)).toMatchObject({ state: 'applied' });
  });

  it('is nobody who paid what the others paid together', async () => {
    const last = payer();
    expect((await upload(list([...last, last[2] ?? '', '250,00', 'Pix']))).counts).toMatchObject({
      create: 3,
      ignored: 0,
    });
  });
});

describe('the amount of a reservation of several people', () => {
  const family = (amounts: string[], title = 'Valor') => {
    const [trip = '', day = '', name = '', phone = ''] = payer();
    const rows = amounts.map((amount, at) => [
      trip,
      day,
      name,
      phone,
      at === 0 ? name : `Bia ${'ABCD'[at]}lva`,
      amount,
    ]);
    return { name, file: csv(header('Passageiro', title), ...rows) };
  };

  it.each([
    ['that differs is per head, and added', ['289,00', '289,00', '189,00'], 'Valor', 76_700],
    ['that is the fare of each is per head', ['289,00', '289,00'], 'Valor', 57_800],
    ['that is the sum of the fares counts once', ['578,00', '578,00'], 'Valor', 57_800],
    ['on the first row is all', ['500,00', ''], 'Valor', 50_000],
    ['on each row of a total counts once', ['500,00', '500,00'], 'Valor total', 50_000],
    ['per person is added', ['250,00', ''], 'Valor por pessoa', 50_000],
  ])('%s', async (_, amounts, title, total) => {
    const { name, file } = family(amounts, title);
    await bring(file);
    expect(await moneyOf(name)).toMatchObject([{ total, places: amounts.length }]);
  });

  it.each([
    [['250,00', '250,00'], 'Valor', 'De cada pessoa', 50_000],
    [['289,00', ''], 'Preço', 'Da reserva inteira', 28_900],
  ])('as %j is asked for once, and remembered', async (amounts, title, answer, total) => {
    const { name, file } = family(amounts, title);
    const asked = await upload(file);
    expect(asked.counts).toMatchObject({ create: 0, leftOut: 2 });
    const answered = await answerImport(app, token, asked, 'cada pessoa', answer);
    await confirmImport(app, token, answered.id);
    expect(await moneyOf(name)).toMatchObject([{ total }]);
    expect((await upload(family(amounts, title).file)).counts).toMatchObject({ create: 2 });
  });
});

describe('a payment that is here', () => {
  it('is the same in a file that does not say its day, however often it comes', async () => {
    const row = payer();
    const file = csv(header('Passageiro', 'Valor total', 'Valor pago', 'Forma'), [
      ...row,
      row[2] ?? '',
      '578,00',
      '100,00',
      'Pix',
    ]);
    await bring(file);
    const { id } = await app.db
      .selectFrom('reservations as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select('r.id')
      .where('u.name', '=', row[2] ?? '')
      .executeTakeFirstOrThrow();
    const written = (paid: string, day: string) =>
      csv(header('Passageiro', 'Valor pago', 'Pago em'), [...row, row[2] ?? '', paid, day]);
    expect((await upload(file)).counts).toMatchObject({ update: 0, skip: 1 });
    expect((await upload(file.replace('Pix', 'dinheiro'))).counts).toMatchObject({ update: 0, skip: 1 });
    expect((await upload(written('100,00', '01/10/2025'))).counts).toMatchObject({ update: 1 });
    expect((await upload(written('120,00', ''))).counts).toMatchObject({ update: 1 });
    expect(await ledgerOf(app, id)).toHaveLength(1);
  });
});

describe('a cell with an error', () => {
  const cells: [string, BookCell][] = [
    ['of a reference', { error: '#REF!' }],
    ['of a division', { error: '#DIV/0!' }],
    ['whose formula has no value', { formulaWithoutValue: true }],
    ['as a text', '#VALOR!'],
  ];
  it.each(cells)('%s keeps its row out, whatever its column', async (_, cell) => {
    for (const title of ['Valor pago', 'Valor da reserva', 'Data do pagamento', 'Nascimento', 'Situação']) {
      const row = payer();
      const file = await workbook({ name: 'Lista', rows: [header('Passageiro', title), [...row, row[2], cell]] });
      const { id, counts } = await upload(file);
      expect({ title, counts }).toMatchObject({ counts: { create: 0, leftOut: 1 } });
      expect(await rowsOf(id)).toMatchObject([{ text: expect.stringContaining('A célula tem') }]);
    }
  });

  it('is mended where it is shown', async () => {
    const row = payer();
    const rows = [header('Passageiro', 'Valor pago'), [...row, row[2], { error: '#N/A' }]];
    const { id } = await upload(await workbook({ name: 'Lista', rows }));
    const response = await fetch(`${app.url}/api/imports/${id}/rows/2`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ column: 5, text: '50' }),
    });
    expect(await response.json()).toMatchObject({ counts: { create: 1, leftOut: 0 } });
  });
});

describe('what is paid, in words', () => {
  const paid = (rows: [name: string, text: string][]) => {
    const [trip = '', day = '', name = '', phone = ''] = payer();
    const list = rows.map(([other, text], at) => [trip, day, name, phone, at === 0 ? name : other, text]);
    return { name, file: csv(header('Passageiro', 'Pagamento'), ...list) };
  };

  it.each([
    ['pago', 28_900],
    ['PAGO no Pix ✅', 28_900],
    ['quitado', 28_900],
    ['falta 50', 23_900],
    ['Falta R$ 50,00', 23_900],
    ['sinal 100', 10_000],
    ['pago: 150,50', 15_050],
    ['não pago', 0],
    ['falta sinal', 0],
    ['50%', 14_450],
  ])('as "%s" is an amount', async (text, received) => {
    const { name, file } = paid([['', text]]);
    await bring(file);
    expect(await moneyOf(name)).toMatchObject([{ received, total: 28_900 }]);
  });

  it('of each of a family is about each, and all of it is one reservation', async () => {
    const { name, file } = paid([
      ['', 'pago'],
      ['Bia Sá', 'falta 50'],
      ['Caio Sá', 'cortesia'],
      ['Davi Sá', 'não pago'],
    ]);
    await bring(file);
    expect(await moneyOf(name)).toMatchObject([{ received: 28_900 + 23_900, total: 3 * 28_900, places: 4 }]);
    expect((await upload(file)).counts).toMatchObject({ create: 0, update: 0, skip: 4 });
  });

  it('brings what has been paid since, once', async () => {
    const first = paid([['', 'falta 150']]);
    await bring(first.file);
    await bring(first.file.replace('falta 150', 'falta 50'));
    expect(await moneyOf(first.name)).toMatchObject([{ received: 23_900 }]);
  });

  it('that is not known is asked for once, and remembered', async () => {
    const { name, file } = paid([['', 'acertado na van']]);
    const asked = await upload(file);
    expect(asked.counts).toMatchObject({ create: 0, leftOut: 1 });
    const answered = await answerImport(app, token, asked, 'acertado na van', 'por inteiro');
    await confirmImport(app, token, answered.id);
    expect(await moneyOf(name)).toMatchObject([{ received: 28_900 }]);
    expect(await upload(paid([['', 'Acertado na van!']]).file)).toMatchObject({ counts: { create: 1 } });
  });

  it('in columns of instalments is asked for', async () => {
    const row = payer();
    const file = csv(header('Passageiro', '1ª parcela', '2ª parcela', '3ª parcela'), [
      ...row,
      row[2] ?? '',
      '100,00',
      '100,00',
      '89,00',
    ]);
    const asked = await upload(file);
    expect(asked.counts).toMatchObject({ create: 0, leftOut: 1 });
    await confirmImport(app, token, (await answerImport(app, token, asked, 'parcelas', 'Sim')).id);
    expect(await moneyOf(row[2])).toMatchObject([{ received: 28_900 }]);
  });
});
