import type { OverviewToday } from '@passeio/contract/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newToday } from '~/test/overview';
import { renderPage } from '~/test/render';
import { CancellationRequestsFigure, RequestsFigure } from './day-figures';

const figures = (numbers: OverviewToday) =>
  [RequestsFigure, CancellationRequestsFigure].map((Shown) => (
    <Shown key={Shown.name} {...{ numbers, role: 'OPERATOR' }} />
  ));

test('what waits for an answer leads to its list; where nothing waits nothing is shown', async () => {
  const [waiting, none] = [
    { cents: 28_900, reservations: 1 },
    { cents: 0, reservations: 0 },
  ];
  const screen = await renderPage(figures(newToday({ requests: waiting, cancellationRequests: waiting })));
  for (const [name, list] of [
    [/^Pedidos de reserva\s*1\s*espera resposta/, 'pedidos'],
    [/^Cancelamento solicitado\s*1\s*R\$\s289,00 recebidos/, 'cancelamento-solicitado'],
  ] as const) {
    const href = `/admin/passeios/reservas?lista=${list}`;
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await screen.unmount();
  await renderPage(figures(newToday({ requests: none, cancellationRequests: none })));
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
