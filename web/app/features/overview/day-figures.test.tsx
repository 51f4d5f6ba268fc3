import type { OverviewToday } from '@passeio/contract/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newToday } from '~/test/overview';
import { renderPage } from '~/test/render';
import { DayFigures } from './day-figures';

const figure = (requests: OverviewToday['requests']) => <DayFigures numbers={newToday({ requests })} />;

test('requests that wait for an answer lead to their list; without requests their figure is absent', async () => {
  const screen = await renderPage(figure({ cents: 28_900, reservations: 1 }));
  const link = page.getByRole('link', { name: /^Pedidos de reserva\s*1\s*espera resposta/ });
  await expect.element(link).toHaveAttribute('href', '/admin/reservas?lista=pedidos');
  await screen.unmount();
  await renderPage(figure({ cents: 0, reservations: 0 }));
  await expect.element(page.getByRole('link', { name: /^Próximas saídas/ })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});
