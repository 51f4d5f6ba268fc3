import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { renderPage } from '~/test/render';
import ForgotPassword from './forgot-password';

const ASK = 'POST /identity/request-password-reset';

test.each([
  ['was sent, or not because nobody has the address', { json: { status: true } }],
  ['could not be sent, which is only logged', { status: 500 }],
])('the page reads the same when the link %s', async (_, response) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { bodies } = answerCalls({ [ASK]: response });
  await renderPage(<ForgotPassword />, { at: '/auth/forgot-password' });
  await page.getByLabelText('E-mail', { exact: true }).fill(' ana@viajantes.example ');
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect.element(page.getByRole('heading', { name: 'Confira o seu e-mail' })).toBeVisible();
  expect(bodies[ASK]).toMatchObject({ email: 'ana@viajantes.example' });
  expect(document.querySelector('[data-tipo]')).toBeNull();
  expect(warn).toHaveBeenCalledTimes('status' in response ? 1 : 0);
});
