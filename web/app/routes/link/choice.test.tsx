import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newChoice } from '~/test/cancelled-departures';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import ChoicePage from './choice';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const READ = 'POST /api/departure-choices/link/read';
const CHOOSE = 'PUT /api/departure-choices/link';
const confirm = page.getByRole('button', { name: 'Confirmar a escolha' });
const dialog = page.getByRole('dialog', { name: 'Confirmar a escolha?' });

async function open(responses: Record<string, FakeResponse | FakeResponse[]>, token = TOKEN) {
  window.location.hash = token;
  const network = answerCalls(responses);
  await renderPage(<ChoicePage />, { at: '/escolher' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('the page without its link says so without asking the server', async () => {
  const { calls } = await open({}, '');
  await expect.element(page.getByText(/O endereço está incompleto/)).toBeVisible();
  expect(calls).toEqual([]);
});

test('a choice is made by keyboard, after the page has said what follows from it', async () => {
  const choice = newChoice();
  const [departure] = choice.departures;
  const movedTo = { title: 'Gruta do Anjo', date: '2099-12-19T08:00:00.000Z', slug: 'gruta-do-anjo' };
  const { bodies, calls } = await open({
    [READ]: { json: choice },
    [CHOOSE]: { json: newChoice({ outcome: 'moved', movedTo, departures: [] }) },
  });
  await expect.element(page.getByRole('heading', { name: 'A saída de Capitólio foi cancelada' })).toBeVisible();
  await expect.element(page.getByText(/Previsão de chuva forte na serra/)).toBeVisible();
  await confirm.click();
  await expect.element(page.getByText('Escolha uma das opções.')).toBeVisible();
  expect(calls).not.toContain(CHOOSE);
  (page.getByRole('radio', { name: /^Reembolso de R\$\s264,60/ }).element() as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: /^Gruta do Anjo.*Falta pagar R\$\s135,40/ })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/A sua reserva passa para Gruta do Anjo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('heading', { name: 'Pronto: você vai em outra saída' })).toHaveFocus();
  expect(bodies[CHOOSE]).toEqual({
    token: TOKEN,
    choice: { kind: 'moved', tripId: departure?.id, totalCents: 40_000 },
  });
});

test('without an answer the choice stays; where the amounts changed, the new ones take their place', async () => {
  const { bodies } = await open({
    [READ]: [{ json: newChoice() }, { json: newChoice({ amountCents: 30_000, departures: [] }) }],
    [CHOOSE]: [
      'lost',
      refusal(409, { code: 'CHOICE_CHANGED', message: 'Os valores mudaram.' }),
      { json: newChoice({ outcome: 'credit', amountCents: 30_000 }) },
    ],
  });
  const send = async () => {
    await confirm.click();
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
  };
  await page.getByRole('radio', { name: /^Crédito/ }).click();
  await send();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Crédito/ })).toBeChecked();
  await send();
  await expect.element(page.getByText('Os valores mudaram.')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Crédito de R\$\s300,00/ })).toBeChecked();
  await expect.element(page.getByText('Nenhuma outra saída tem vagas para o seu grupo agora.')).toBeVisible();
  await send();
  await expect.element(page.getByRole('heading', { name: 'Pronto: o crédito é seu' })).toBeVisible();
  expect(bodies[CHOOSE]).toMatchObject({ choice: { kind: 'credit', amountCents: 30_000 } });
});

test('nothing is chosen until it is confirmed', async () => {
  const { calls } = await open({ [READ]: { json: newChoice() } });
  await page.getByRole('radio', { name: /^Reembolso/ }).click();
  await confirm.click();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).toEqual([READ]);
});

test('a link whose choice was made elsewhere says so', async () => {
  const over = refusal(404, { code: 'CHOICE_LINK_OVER', message: 'Este link não vale mais.' });
  await open({
    [READ]: [{ json: newChoice() }, over],
    [CHOOSE]: refusal(409, { code: 'CHOICE_MADE', message: 'A escolha já foi feita.' }),
  });
  await page.getByRole('radio', { name: /^Reembolso/ }).click();
  await confirm.click();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByText('Este link não vale mais.')).toBeVisible();
});
