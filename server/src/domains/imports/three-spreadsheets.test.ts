import type { ImportDetails } from '@passeio/contract/imports/imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { findFaults } from '../../platform/database/find-faults.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
  await importAll(
    app,
    token,
    'trips',
    csv(
      ['Passeio', 'Data', 'Vagas', 'Preço', 'Criança', 'Embarques'],
      ['Capitólio', '05/03/2031', '46', '289,00', '189,00', '05:00 Praça'],
      ['Aparecida', '12/03/2031', '46', '189,00', '99,00', '04:00 Praça'],
    ),
  );
});
afterAll(async () => {
  expect(await findFaults(app.db)).toEqual([]);
  await app.close();
});

const upload = async (kind: string, content: Content, name: string): Promise<ImportDetails> =>
  (await uploadSheet(app, token, kind, content, name)).body;
const open = async (id = ''): Promise<ImportDetails> => (await call(app, 'GET', `/api/imports/${id}`, { token })).body;
const reservationsOf = (title: string) =>
  app.db
    .selectFrom('reservations as r')
    .innerJoin('trips as t', 't.id', 'r.trip_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.name', 'r.places', 'r.total_cents as total', 'r.received_cents as received'])
    .where('t.title', '=', title)
    .orderBy('u.name')
    .execute();

/** Every row of a file comes in, or is left out with a reason. */
async function expectNothingSilent(found: ImportDetails) {
  const { create, update, skip, leftOut, ignored } = found.counts;
  const rows = await readImportRows(app, token, found.id);
  expect(rows).toHaveLength(create + update + skip + leftOut + ignored);
  expect(rows.filter(({ outcome, text }) => ['left_out', 'ignored'].includes(outcome) && !text)).toEqual([]);
}

it('an owner brings clients, a list of a trip and families in three spreadsheets without typing a cell', async () => {
  const date = (serial: number): BookCell => ({ number: serial, format: 'date' });
  const clients = await workbook(
    { name: 'Capa', rows: [['Turismo da Ana'], ['Atualizado em março']] },
    {
      name: 'Capitólio',
      rows: [
        ['CLIENTES 2026'],
        ['Nº', 'Nome', 'Sobrenome', 'WhatsApp', 'CPF', 'Nascimento', 'E-mail', 'Obs'],
        [
          '1',
          'Ana',
          'Prates Lima',
          '98811-0001',
          { number: 52_998_224_725 },
          date(31_177),
          'casal@exemplo.com.br',
          'VIP',
        ],
        ['2', 'Caio', 'Prates Lima', '98811-0002', '', '10-mai-85', 'casal@exemplo.com.br', ''],
        ['3', 'DAVI', 'NUNES', '+55 35 98811-0003', '111.111.111-11', '41 anos', '', ''],
        ['4', 'Eva', 'Nunes ✅', '0 35 8811-0004', '', '', 'eva', ''],
        ['', 'TOTAL: 4', '', '', '', '', '', ''],
      ],
    },
    {
      name: 'Aparecida',
      rows: [
        ['Nome', 'Celular'],
        ['Fábio Reis', '35 98811-0005'],
        ['Ana Prates Lima', '35 98811-0001'],
        ['Total', '2'],
      ],
    },
  );
  const first = await upload('clients', clients, 'clientes.xlsx');
  expect(first).toMatchObject({ tab: 'Capitólio', counts: { create: 2, leftOut: 2, ignored: 1 }, above: 1 });
  const answered = await answerImport(app, token, first, 'DDD', '35');
  expect(answered).toMatchObject({ counts: { create: 4, leftOut: 0, ignored: 1 } });
  expect(answered.notes.join(' ')).toContain('“Obs”');
  await expectNothingSilent(await confirmImport(app, token, first.id));
  const second = await open(first.tabs.find(({ name }) => name === 'Aparecida')?.id);
  expect(second.counts).toMatchObject({ create: 1, skip: 1, ignored: 1, leftOut: 0 });
  await expectNothingSilent(await confirmImport(app, token, second.id));
  const people = await app.db
    .selectFrom('users')
    .select(['name', 'contact', 'birthdate'])
    .where('role', '=', 'CLIENT')
    .orderBy('name')
    .execute();
  expect(people).toEqual([
    { name: 'Ana Prates Lima', contact: '+5535988110001', birthdate: '1985-05-10' },
    { name: 'Caio Prates Lima', contact: '+5535988110002', birthdate: '1985-05-10' },
    { name: 'Davi Nunes', contact: '+5535988110003', birthdate: null },
    { name: 'Eva Nunes', contact: '+5535988110004', birthdate: null },
    { name: 'Fábio Reis', contact: '+5535988110005', birthdate: null },
  ]);

  const list = [
    'LISTA DE PASSAGEIROS - APARECIDA - 12/03/2031;;;;;',
    'Ônibus 46 lugares - Viação Exemplo;;;;;',
    'Nº;Nome;RG;Telefone;Embarque;Pagamento',
    '1;Gil Souto;MG-12.345;98822-0001;Praça;pago',
    '2;Hugo Souto (7 anos);;;Praça;pago',
    '3;Iara Melo;;98822-0002;Praça;sinal 100',
    '4;João Melo;;98822-0003;praça;falta 50',
    '5;Lia Melo;;98822-0004;Trevo;cortesia',
    '6;Max Melo;*;98822-0005;;não pago',
    ';;;;Total;1.000,00',
  ].join('\n');
  const trip = await upload('reservations', list, 'lista.csv');
  // The area code is known by now; of which trip the list is stands above it.
  expect(trip).toMatchObject({ counts: { create: 5, leftOut: 1, ignored: 1 }, above: 2 });
  const whole = await answerImport(app, token, trip, 'não tem telefone', 'Sim');
  expect(whole).toMatchObject({ counts: { create: 6, leftOut: 0, ignored: 1 } });
  await expectNothingSilent(await confirmImport(app, token, trip.id));
  expect(await reservationsOf('Aparecida')).toEqual([
    { name: 'Gil Souto', places: 2, total: 28_800, received: 28_800 },
    { name: 'Iara Melo', places: 1, total: 18_900, received: 10_000 },
    { name: 'João Melo', places: 1, total: 18_900, received: 13_900 },
    { name: 'Lia Melo', places: 1, total: 0, received: 0 },
    { name: 'Max Melo', places: 1, total: 18_900, received: 0 },
  ]);

  const families = await workbook({
    name: 'Capitólio 05-03',
    rows: [
      ['Responsável', 'Telefone', 'Passageiro', 'Valor', 'Pagou'],
      ['Ana Prates Lima', '35 98811-0001', 'Ana Prates Lima', { number: 289, format: 'money' }, 'pago'],
      ['', '', 'Caio Prates Lima', { number: 289, format: 'money' }, 'falta 50'],
      ['', '', 'Bia Prates - 8 anos', { number: 189, format: 'money' }, 'pago'],
      ['Fábio Reis', '(35) 98811-0005', 'Fábio Reis / Fabi Reis', '', ''],
      ['', '', '2 famílias', { number: 767, format: 'money' }, ''],
    ],
    merged: ['A2:A4', 'B2:B4'],
  });
  const family = await upload('reservations', families, 'familias.xlsx');
  expect(family).toMatchObject({ counts: { create: 4, leftOut: 0, ignored: 1 } });
  await expectNothingSilent(await confirmImport(app, token, family.id));
  expect(await reservationsOf('Capitólio')).toEqual([
    { name: 'Ana Prates Lima', places: 3, total: 76_700, received: 71_700 },
    { name: 'Fábio Reis', places: 2, total: 57_800, received: 0 },
  ]);
});
