import type { ImportDetails, ImportRow } from '@passeio/contract/imports/imports';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { holdUploads } from '~/test/uploads';
import * as importPage from './import';
import * as importsPage from './imports';

const id = '0197f3a2-6c1e-7b3a-9d2e-5f4a8b7c6d10';
const PATH = `/api/imports/${id}`;
const [LIST, READ, ROWS] = ['GET /api/imports', `GET ${PATH}`, `GET ${PATH}/rows`];
const [CELL, CONFIRM, UNDO] = [`PUT ${PATH}/rows/3`, `POST ${PATH}/confirmation`, `POST ${PATH}/undo`];

const fields = ['trip', 'day', 'payer', 'payerContact'];
const headers = ['Viagem', 'Data', 'Cliente', 'Celular'];
const wrong = 'Não há um passeio com este nome nesta data. Importe antes os passeios.';
const warned = 'O passeio não tem este embarque: fica a combinar.';

const open: ImportDetails = {
  ...{ id, kind: 'reservations', filename: 'reservas.xlsx', state: 'open', headerLine: 1, missing: [], kept: [] },
  counts: { create: 1, update: 0, skip: 0, leftOut: 1, ignored: 0 },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', appliedAt: null, undoUntil: null, failure: null },
  columns: headers.map((header, at) => ({ header, field: fields[at] ?? null, examples: [] })),
  firstLines: [{ line: 1, text: headers.join(' | ') }],
  ...{ tab: '', above: 0, tabs: [], questions: [], notes: [] },
};
const corrected: ImportDetails = { ...open, counts: { create: 2, update: 0, skip: 0, leftOut: 0, ignored: 0 } };
const applied: ImportDetails = {
  ...{ ...corrected, state: 'applied', appliedAt: '2026-11-20T12:05:00.000Z' },
  undoUntil: '2026-11-27T12:05:00.000Z',
};
const undone: ImportDetails = { ...applied, state: 'undone', undoUntil: null, kept: ['Reserva K7M2QX: foi usada.'] };

const good: ImportRow = {
  ...{ line: 2, cells: ['Capitólio', '05/03/2031', 'Ana Lima', '35999990001'], outcome: 'create' },
  problems: [{ field: null, text: warned, isWarning: true }],
};
const bad: ImportRow = {
  ...{ line: 3, cells: ['Capitolho', '05/03/2031', 'Bia Lima', '35999990002'], outcome: 'left_out' },
  problems: [{ field: 'trip', text: wrong, isWarning: false }],
};
const mended: ImportRow = { ...bad, cells: ['Capitólio', ...bad.cells.slice(1)], outcome: 'create', problems: [] };
const rows = (...data: ImportRow[]) => ({ json: { data, page: { number: 1, size: 50, total: data.length } } });

async function openList(list: ImportDetails[] = []) {
  signIn('ADMIN');
  answerCalls({ [LIST]: { json: { data: list } } });
  await renderRoute(importsPage, { at: '/admin/importar' });
}

/** Opens an import; what the server answers may become something else later. */
async function openImport(found: ImportDetails, shown: FakeResponse) {
  signIn('ADMIN');
  answerCalls({ [READ]: { json: found }, [ROWS]: shown });
  await renderRoute(importPage, { at: `/admin/importar/${id}`, path: '/admin/importar/:importId' });
}

const upload = (name: string) => page.getByLabelText('Planilha', { exact: true }).upload(new File(['a;b'], name));
const confirmQuestion = () => page.getByRole('button', { name: 'Confirmar' }).click();
const cell = page.getByRole('textbox', { name: 'Viagem, linha 3' });

test('an empty list offers files alone, and a sheet of the chosen kind is uploaded and opened', async () => {
  const uploads = holdUploads();
  await openList();
  await expect.element(page.getByRole('heading', { name: 'Últimas importações' })).not.toBeInTheDocument();
  await page.getByText('Reservas', { exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Baixar reservas daqui' })).toBeVisible();
  await upload('reservas.xlsx');
  await expect.poll(() => uploads[0]?.body?.get('file')).toMatchObject({ name: 'reservas.xlsx' });
  expect(uploads[0]).toMatchObject({ method: 'POST', path: '/api/imports/reservations' });
  uploads[0]?.progress(1);
  await expect.element(page.getByText('Lendo a planilha…')).toBeVisible();
  uploads[0]?.answer(201, open);
  await expect.element(page.getByRole('heading', { name: `/admin/importar/${id}` })).toBeVisible();
});

test('former imports are listed with what became of them', async () => {
  await openList([applied]);
  const link = page.getByRole('list', { name: 'Últimas importações' }).getByRole('link');
  await expect.element(link).toMatchTextContent(/reservas\.xlsx.*Reservas.*2 criadas\..*Importada/);
  await expectNothingFound();
});

test('a file that is no spreadsheet is refused with its sentence, and another one can be sent', async () => {
  const message = 'Não conseguimos ler este arquivo. Envie a planilha em XLSX ou CSV.';
  const uploads = holdUploads();
  await openList();
  await upload('foto.png');
  await expect.poll(() => uploads[0]?.body).toBeDefined();
  uploads[0]?.answer(400, { statusCode: 400, code: 'SPREADSHEET_UNREADABLE', message, requestId: 'test' });
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Escolher planilha' })).toBeEnabled();
});

test('rows show errors and warnings, a cell is corrected, and all are imported and undone', async () => {
  await openImport(open, rows(bad));
  await expect.element(page.getByText('1 a criar, 1 com erro.')).toBeVisible();
  await expect.element(cell).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText(wrong)).toBeVisible();
  await expectNothingFound();
  answerCalls({ [READ]: { json: open }, [ROWS]: rows(good, bad) });
  await page.getByText('Todas (2)').click();
  await expect.element(page.getByText(warned)).toBeVisible();

  const correcting = answerCalls({
    [CELL]: { json: corrected },
    [READ]: { json: corrected },
    [ROWS]: rows(good, mended),
  });
  await cell.fill('Capitólio');
  await page.getByRole('textbox', { name: 'Data, linha 3' }).click();
  await expect.element(page.getByText('2 a criar.')).toBeVisible();
  expect(correcting.bodies[CELL]).toEqual({ column: 0, text: 'Capitólio' });
  await expect.element(cell).not.toHaveAttribute('aria-invalid');
  await expect.element(page.getByText(wrong)).not.toBeInTheDocument();

  const confirming = answerCalls({
    [CONFIRM]: { json: { ...corrected, state: 'applying' } },
    [READ]: [{ json: { ...corrected, state: 'applying' } }, { json: applied }],
    [ROWS]: rows(good, mended),
  });
  await page.getByRole('button', { name: 'Importar 2' }).click();
  await expect.element(page.getByText(/^2 a criar\. Ninguém recebe mensagem\./)).toBeVisible();
  await confirmQuestion();
  await expect.element(page.getByText('Importando… Você pode sair desta página.')).toBeVisible();
  await expect.element(page.getByText('2 criadas.')).toBeVisible();
  expect(confirming.bodies[CONFIRM]).toEqual({ notify: false });
  await expect.element(cell).not.toBeInTheDocument();

  answerCalls({ [UNDO]: { json: undone }, [READ]: { json: undone }, [ROWS]: rows(good, mended) });
  await page.getByRole('button', { name: 'Desfazer importação' }).click();
  await confirmQuestion();
  await expect.element(page.getByText('A importação foi desfeita.')).toBeVisible();
  await expect.element(page.getByText('Reserva K7M2QX: foi usada.')).toBeVisible();
});

test('clients are notified of their reservations only where that was chosen', async () => {
  await openImport(corrected, rows(good, mended));
  const { bodies } = answerCalls({ [CONFIRM]: { json: applied }, [READ]: { json: applied }, [ROWS]: rows(good) });
  const notify = page.getByRole('switch', { name: 'Avisar os clientes por e-mail' });
  await expect.element(notify).not.toBeChecked();
  await notify.click();
  await page.getByRole('button', { name: 'Importar 2' }).click();
  await expect.element(page.getByText(/Quem tem e-mail recebe o da sua reserva\./)).toBeVisible();
  await confirmQuestion();
  await expect.poll(() => bodies[CONFIRM]).toEqual({ notify: true });
});

test('what a file leaves open is answered once, and its tabs, notes and rows left out are named', async () => {
  const state = { key: 'status:espera', text: 'O que quer dizer “Espera”?', answer: null, rows: 2 };
  const asking: ImportDetails = {
    ...open,
    counts: { create: 0, update: 0, skip: 0, leftOut: 2, ignored: 1 },
    ...{ tab: 'Janeiro', above: 2, notes: ['Coluna que não é importada: “Obs”.'] },
    tabs: [
      { id, name: 'Janeiro', isHidden: false, state: 'open', rows: 3 },
      { id: id.replace('10', '11'), name: 'Antigos', isHidden: true, state: 'open', rows: 40 },
    ],
    questions: [
      { ...state, choices: [{ value: 'over', label: 'Fica de fora' }] },
      { key: 'ddd', text: 'Qual é o DDD dos telefones sem DDD?', answer: '35', rows: 1, choices: [] },
    ],
  };
  await openImport(asking, rows(bad));
  await expect.element(page.getByText('1 pergunta sem resposta. 2 com erro, 1 que fica de fora.')).toBeVisible();
  await expect.element(page.getByText('2 linhas acima dos títulos não são importadas.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Antigos' })).toBeVisible();
  await expectNothingFound();
  const ANSWER = `PUT ${PATH}/answers`;
  const { bodies } = answerCalls({ [ANSWER]: { json: corrected }, [READ]: { json: corrected }, [ROWS]: rows(good) });
  await page.getByRole('combobox', { name: state.text }).selectOptions('Fica de fora');
  await expect.element(page.getByText('2 a criar.')).toBeVisible();
  expect(bodies[ANSWER]).toEqual({ key: 'status:espera', answer: 'over' });
});

test('an import of clients notifies nobody', async () => {
  await openImport({ ...corrected, kind: 'clients' }, rows(good));
  await expect.element(page.getByRole('button', { name: 'Importar 2' })).toBeVisible();
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
});
