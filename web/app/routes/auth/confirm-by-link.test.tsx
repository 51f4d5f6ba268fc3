import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { renderPage } from '~/test/render';
import { ConfirmByLink } from './confirm-mail';

const CONFIRM = 'GET /identity/verify-email';

test('a link that is none says so and offers another', async () => {
  answerCalls({ [CONFIRM]: { status: 401, json: { code: 'INVALID_TOKEN' } } });
  await renderPage(<ConfirmByLink code="abc" />);
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  await page.getByRole('link', { name: 'Pedir outro link' }).click();
  await expect.element(page.getByRole('heading', { name: '/auth/confirm-mail' })).toBeVisible();
});

test('a provider that does not answer can be asked again', async () => {
  answerCalls({ [CONFIRM]: ['lost', { json: { status: true } }] });
  await renderPage(<ConfirmByLink code="abc" />);
  await expect.element(page.getByText('O servidor não respondeu. Tente de novo em instantes.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByRole('heading', { name: 'E-mail confirmado!' })).toBeVisible();
});
