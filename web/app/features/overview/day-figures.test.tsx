import type { OverviewToday } from '@passeio/contract/staff/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newToday } from '~/test/overview';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { setWindow } from '~/test/screen';
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

test.each([360, 1280])(
  'nine figures in a window of %i px stand on the lines of their rows, none of them alone',
  async (width) => {
    await setWindow(width);
    signIn('ADMIN');
    const { payments, ...today } = newToday({ requests: { cents: 28_900, reservations: 1 } });
    const money = { payments: 1, cents: 123_456_789 };
    const numbers = { ...today, payments: { ...payments, receipts: 2, unmatched: money, withGuides: money } };
    await renderPage(<DayFigures numbers={numbers} />);
    await expect.element(page.getByRole('link', { name: /^Próximas saídas/ })).toBeVisible();
    const tiles = page.getByRole('link').elements();
    expect(tiles).toHaveLength(8 + 1);
    const partsOf = (tile: Element) => {
      const [label, value] = [...tile.children] as [HTMLElement, HTMLElement];
      return { label, value, number: value.firstElementChild as HTMLElement };
    };
    const rows = Map.groupBy(tiles, (tile) => Math.round(tile.getBoundingClientRect().top));
    for (const row of rows.values()) {
      const baselines = row.map((tile) => Math.round(partsOf(tile).value.getBoundingClientRect().bottom));
      expect(new Set(baselines).size).toBe(1);
      const isWhole = row.length > 1 || (row[0]?.getBoundingClientRect().width ?? 0) > 300;
      expect(isWhole).toBe(true);
    }
    for (const { label, number, value } of tiles.map(partsOf)) {
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
      expect(sizeOf(number)).toBeGreaterThan(sizeOf(label));
      expect(number.getBoundingClientRect().width).toBeLessThanOrEqual(value.clientWidth);
    }
  },
);
