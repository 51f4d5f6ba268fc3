import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { renderPage } from '~/test/render';
import { beOnPhone } from '~/test/screen';
import { SeatGrid, SeatSample, type ShownSeat } from './seat-map';

const map = numberSeats(drawMap('T.T.D PP.PP PP.Px'), 'windowFirst');
const seats: Record<string, ShownSeat> = {
  1: { standing: 'mine', words: 'de Ana', isChosen: true },
  2: { standing: 'taken', words: 'ocupada' },
  3: { standing: 'proposed', words: 'livre, sugerida para Bia' },
};
const show = () =>
  renderPage(
    <main>
      <h1>Poltronas</h1>
      <SeatGrid
        name="Van azul"
        map={map}
        seatOf={(label) => seats[label] ?? { standing: 'free', words: 'livre' }}
        onPress={() => {}}
      />
      <SeatSample standing="proposed" label="12" />
    </main>,
  );

test('a screen reader hears a grid with a row for each row of the vehicle, and every square by what it is', async () => {
  await show();
  const grid = page.getByRole('grid', { name: 'Poltronas de Van azul' });
  await expect.element(grid).toBeVisible();
  const rows = grid.getByRole('row');
  const names = rows.all().map((row) =>
    row
      .getByRole('gridcell')
      .all()
      .map((cell) => cell.element().getAttribute('aria-label')),
  );
  expect(names).toEqual([
    ['Tripulação', 'Corredor', 'Tripulação', 'Corredor', 'Porta'],
    [
      'Poltrona 1, janela, de Ana',
      'Poltrona 2, corredor, ocupada',
      'Corredor',
      'Poltrona 4, corredor, livre',
      'Poltrona 3, janela, livre, sugerida para Bia',
    ],
    [
      'Poltrona 5, janela, livre',
      'Poltrona 6, corredor, livre',
      'Corredor',
      'Poltrona 7, corredor, livre',
      'Bloqueada',
    ],
  ]);
  await expect.element(grid.getByRole('gridcell', { selected: true })).toHaveAttribute('data-seat', '1');
  await expect.element(grid.getByRole('gridcell', { disabled: true })).toHaveAttribute('data-seat', '2');
  // Nothing of the legend or of "Frente" and "Fundo" is said twice.
  expect(
    page
      .getByText('12')
      .all()
      .map((sample) => sample.element().closest('[aria-hidden]') !== null),
  ).toEqual([true]);
});

test('the grid is entered and left by one press of Tab', async () => {
  await show();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('gridcell', { name: /^Poltrona 1,/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
  await expect.element(page.getByRole('gridcell', { name: /^Poltrona 7,/ })).toHaveFocus();
  expect(getComputedStyle(document.activeElement ?? document.body).outlineStyle).toBe('solid');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(page.getByRole('gridcell', { name: /^Poltrona 7,/ })).not.toHaveFocus();
  expect(document.activeElement?.getAttribute('role')).not.toBe('gridcell');
});

test('on a phone axe finds nothing in it', async () => {
  await beOnPhone();
  await show();
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expectNothingFound();
});
