import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { ResendButton } from './resend-button';

test('a mail that could not be sent is said; after one that was, the next waits for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const send = vi.fn(async () => {});
  send.mockRejectedValueOnce(new Error('away'));
  await renderPage(<ResendButton send={send} sentText="Enviado." />);
  const button = page.getByRole('button', { name: /^Enviar de novo/ });
  await button.click();
  await expect.element(page.getByText('Não foi possível enviar agora. Tente de novo.')).toBeVisible();
  await button.click();
  await expect.element(page.getByText('Enviado.')).toBeVisible();
  await expect.element(button).toHaveTextContent('Enviar de novo em 60 s');
  (button.element() as HTMLElement).click();
  vi.advanceTimersByTime(60_000);
  await expect.element(button).toHaveTextContent('Enviar de novo');
  expect(send).toHaveBeenCalledTimes(2);
  await button.click();
  await expect.poll(() => send.mock.calls).toHaveLength(3);
});
