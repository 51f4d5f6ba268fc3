import type { OverviewToday } from '@passeio/contract/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newToday } from '~/test/overview';
import { renderPage } from '~/test/render';
import { RequestsFigure } from './day-figures';

const figure = (requests: OverviewToday['requests']) => (
  <RequestsFigure {...{ numbers: newToday({ requests }), role: 'OPERATOR' }} />
);

test('requests that wait for an answer lead to their list; without requests nothing is shown', async () => {
  const screen = await renderPage(figure({ cents: 28_900, reservations: 1 }));
  const link = page.getByRole('link', { name: /^Pedidos de reserva\s*1\s*espera resposta/ });
  await expect.element(link).toHaveAttribute('href', '/admin/passeios/reservas?lista=pedidos');
  await screen.unmount();
  await renderPage(figure({ cents: 0, reservations: 0 }));
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
