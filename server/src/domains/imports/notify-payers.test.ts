import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { confirmImport, csv, importAll, undoImport, uploadSheet } from '../../../test/imports.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';

let app: TestAppWithJobs;
let mailbox: Mailbox;
let token: string;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  mailbox = await openMailbox(app);
  ({ token } = await createPerson(app, 'ADMIN'));
  const trip = ['Ubatuba', '05/03/2031', '40', '400,00'];
  await importAll(app, token, 'trips', csv(['Passeio', 'Data', 'Vagas', 'Preço'], trip));
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

const header = [
  'Viagem',
  'Data',
  'Cliente',
  'Celular',
  'E-mail',
  'Passageiro',
  'Status',
  'Valor pago',
  'Forma',
  'Pago em',
];
let phones = 0;
/** A reservation of two people. */
function rowsOf(payer: string, email: string, status: string, paid = ''): string[][] {
  phones += 1;
  const contact = `3596666${String(phones).padStart(4, '0')}`;
  const of = (passenger: string, amount: string) => [
    ...['Ubatuba', '05/03/2031', payer, contact, email, passenger, status],
    ...(amount ? [amount, 'pix', '01/10/26'] : ['', '', '']),
  ];
  return [of(payer, paid), of(`Filho de ${payer}`, '')];
}

async function importRows(rows: string[][], body?: { notify: boolean }): Promise<string> {
  const { body: found } = await uploadSheet(app, token, 'reservations', csv(header, ...rows));
  expect(found.counts).toMatchObject({ create: rows.length, leftOut: 0 });
  expect(await confirmImport(app, token, found.id, body)).toMatchObject({ state: 'applied' });
  return found.id;
}

it.each([undefined, { notify: false }])('nobody is notified of an import confirmed with %o', async (body) => {
  await importRows(rowsOf(`Ana ${phones}`, `ana${phones}@exemplo.com.br`, 'confirmada', '800,00'), body);
  expect(await mailbox.deliver()).toEqual([]);
});

it('each payer with an e-mail gets the one of their reservation once, with its link, where that is asked for', async () => {
  const paid = rowsOf('Bia Sá', 'bia@exemplo.com.br', 'confirmada', '800,00');
  const rows = [
    ...paid,
    ...rowsOf('Caio Sá', 'caio@exemplo.com.br', 'confirmada', '300,00'),
    ...rowsOf('Davi Sá', 'davi@exemplo.com.br', 'pendente'),
    ...rowsOf('Eva Sá', '', 'confirmada'),
  ];
  const id = await importRows(rows, { notify: true });
  const mails = (await mailbox.deliver()).toSorted((a, b) => a.to.localeCompare(b.to));
  expect(mails.map(({ to }) => to)).toEqual(['bia@exemplo.com.br', 'caio@exemplo.com.br', 'davi@exemplo.com.br']);
  const [bia, caio, davi] = mails.map(({ text }) => text);
  expect(bia).toMatch(/está confirmada\. Você não tem nada a pagar\./);
  expect(caio).toMatch(/está confirmada\. .*R\$ 500,00/);
  expect(davi).toMatch(/falta o sinal de R\$/);
  for (const text of [bia, caio, davi]) expect(text).toMatch(/https:\/\/passeio\.example\/\S+/);
  const { body: entries } = await call(app, 'GET', '/api/audit?action=import.confirmed', { token });
  expect(JSON.stringify(entries)).toContain('"emails":[null,3]');
  // Imported again, nothing of them is new.
  const again = await uploadSheet(app, token, 'reservations', csv(header, ...paid));
  expect(again.body.counts).toMatchObject({ create: 0, skip: 2 });
  await undoImport(app, token, id);
  expect(await mailbox.deliver()).toEqual([]);
});

it('nothing is sent any more of an import that was undone before its e-mails left', async () => {
  const rows = [
    ...rowsOf('Gil Sá', 'gil@exemplo.com.br', 'confirmada', '800,00'),
    ...rowsOf('Ivo Sá', 'ivo@exemplo.com.br', 'pendente'),
  ];
  const id = await importRows(rows, { notify: true });
  expect(await undoImport(app, token, id)).toMatchObject({
    state: 'undone',
    kept: [expect.stringContaining('2 reservas ficam na lista como canceladas')],
  });
  expect(await mailbox.deliver()).toEqual([]);
});

it('whether to notify is yes or no', async () => {
  const { body } = await uploadSheet(app, token, 'reservations', csv(header, ...rowsOf('Léo Sá', '', 'confirmada')));
  const path = `/api/imports/${body.id}/confirmation`;
  for (const notify of ['sim', 1, null, []]) {
    expect((await call(app, 'POST', path, { token, body: { notify } })).status).toBe(400);
  }
});
