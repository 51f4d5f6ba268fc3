import type { LinkedWaiting } from '@passeio/contract/reservations/waiting-link-routes';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import { newWaitingEntry } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import LinkedWaitingPage from './linked-waiting';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const route = (name: string) => `POST /api/waiting-links/${name}`;
const place = (more: Partial<LinkedWaiting> = {}): LinkedWaiting => ({
  ...newWaitingEntry({ position: 2 }),
  ...{ offer: null, email: null, emailToConfirm: null, ...more },
});
const button = (name: string) => page.getByRole('button', { name });

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  window.location.hash = TOKEN;
  const network = answerCalls(responses);
  await renderPage(<LinkedWaitingPage />, { at: '/espera' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('a guest whose address is not confirmed reads that no mail will come, until its code is typed', async () => {
  await setWindow(360);
  const email = 't•••@exemplo.com.br';
  const { bodies } = await open({
    [route('read')]: [{ json: place({ emailToConfirm: email }) }, { json: place({ email }) }],
    [route('email')]: [
      refusal(400, { code: 'EMAIL_CODE_WRONG', message: 'Este não é o código do e-mail.' }),
      { json: {} },
    ],
  });
  await expect.element(page.getByText('2º da lista de espera')).toBeVisible();
  await expect.element(page.getByText(/Sem confirmar, não chega nenhum aviso/)).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await page.getByLabelText('Código', { exact: true }).fill('123 456');
  await button('Confirmar e-mail').click();
  await expect.element(page.getByText('Este não é o código do e-mail.')).toBeVisible();
  await button('Confirmar e-mail').click();
  await expectToast('success', 'E-mail confirmado.');
  expect(bodies[route('email')]).toEqual({ token: TOKEN, code: '123456' });
  await expect.element(page.getByText(`Quando sair lugar, avisamos em ${email}, com o link para pagar.`)).toBeVisible();
});

test('somebody without an e-mail reads that no notice comes, and may still give one', async () => {
  const { bodies } = await open({
    [route('read')]: [{ json: place() }, { json: place({ emailToConfirm: 't•••@exemplo.com.br' }) }],
    [route('email-code')]: { json: {} },
  });
  await expect.element(page.getByText(/Sem e-mail, não chega nenhum aviso/)).toBeVisible();
  await button('Receber aviso por e-mail').click();
  const dialog = page.getByRole('dialog', { name: 'Receber aviso por e-mail' });
  await dialog.getByLabelText('E-mail').fill('tiago@exemplo.com.br');
  await dialog.getByRole('button', { name: 'Mandar o código' }).click();
  await expect.element(page.getByRole('heading', { name: 'Confirme o seu e-mail' })).toBeVisible();
  expect(bodies[route('email-code')]).toEqual({ token: TOKEN, email: 'tiago@exemplo.com.br' });
});

test('the person leaves after a question, and has their data erased', async () => {
  const { calls } = await open({
    [route('read')]: [{ json: place() }, { json: place() }, { json: place({ state: 'left', position: null }) }],
    [route('removal')]: { json: {} },
    [route('erasure')]: { json: {} },
  });
  await button('Sair da lista').click();
  await button('Cancelar').click();
  expect(calls).not.toContain(route('removal'));
  await button('Sair da lista').click();
  await button('Confirmar').click();
  await expect.element(page.getByRole('heading', { name: 'Você não está mais na lista' })).toBeVisible();
  await button('Excluir meus dados').click();
  await button('Confirmar').click();
  await expect.element(page.getByRole('heading', { name: 'Dados excluídos' })).toBeVisible();
});

test('places that were offered are shown with their deadline, and the reservation opens by its own link', async () => {
  await setWindow(360);
  const offer = { code: 'A3K7QX', until: '2026-12-02T21:00:00.000Z' };
  const { calls } = await open({
    [route('read')]: { json: place({ state: 'offered', position: null, offer }) },
    [route('reservation')]: refusal(404, { code: 'WAITING_NOT_FOUND', message: 'Não está mais na lista.' }),
  });
  await expect.element(page.getByRole('heading', { name: 'Saíram vagas para o seu grupo' })).toBeVisible();
  await expect.element(page.getByText(/^Guardamos até .+\. Pague o sinal até lá/)).toBeVisible();
  await expectNothingFound('body');
  await button('Ver a reserva e pagar').click();
  await expectToast('error', 'Não está mais na lista.');
  expect(calls).toContain(route('reservation'));
});

test.each([
  ['that was ended', { [route('read')]: refusal(404, { code: 'WAITING_LINK_OVER', message: 'Fale com a equipe.' }) }],
  ['that is not whole', { [route('read')]: refusal(400, { code: 'INVALID_INPUT' }) }],
])('a link %s says so', async (_, responses) => {
  await open(responses);
  await expect
    .element(page.getByRole('heading', { name: /^(Este link não vale mais|Abra pelo seu link)$/ }))
    .toBeVisible();
});
