import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { newTrip } from '~/test/trip';
import { ShareTrip } from './share-trip';

const address = 'https://passeios.example/portal/passeio/ubatuba';

test('a trip is passed on by WhatsApp or as a link, and put into a calendar', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderPage(<ShareTrip trip={newTrip()} address={address} />);
  const send = page.getByRole('link', { name: 'Enviar a alguém' });
  const message = new URL(send.element().getAttribute('href') ?? '').searchParams.get('text');
  expect(message).toMatch(/^Ubatuba – /);
  expect(message).toContain(`\n${address}`);
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect.element(page.getByText('Link copiado!')).toBeVisible();
  expect(copied).toHaveBeenCalledExactlyOnceWith(address);
  await expect
    .element(page.getByRole('link', { name: 'Salvar na agenda' }))
    .toHaveAttribute('href', '/portal/passeio/ubatuba/agenda.ics');

  copied.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect.element(page.getByText('Copie o endereço da página')).toBeVisible();
});
