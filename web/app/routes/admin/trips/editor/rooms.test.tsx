import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { expectNothingFound } from '~/test/axe';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newTrip } from '~/test/trip';
import { button, field } from '~/test/trip-editor';
import { Rooms } from './rooms';
import { createTripForm, type TripCalls, TripFormContext } from './trip-form';

test('a room type is added and saved, with the day on which sharing is decided', async () => {
  await setWindow();
  const trip = newTrip();
  const unreachable = () => Promise.reject(new ApiError(0));
  const update = vi.fn<TripCalls['update']>(() => Promise.resolve(trip));
  const calls: TripCalls = { load: unreachable, create: unreachable, update, publish: unreachable };
  const form = createTripForm({ trip, timeZone: 'America/Sao_Paulo', calls });
  await renderPage(
    <TripFormContext value={form}>
      <Rooms />
    </TripFormContext>,
  );
  await button('Adicionar tipo de quarto').click();
  await expect.element(field('Nome do quarto 1')).toHaveFocus();
  await userEvent.keyboard('Duplo');
  await field('Pessoas por quarto do quarto 1').fill('2');
  await field('Quantos quartos do quarto 1').fill('muitos');
  await field('Valor por pessoa do quarto 1').fill('40');
  await page.getByRole('radio', { name: 'Por noite' }).click();
  await field('Quem divide e ainda não tem par vira single quantos dias antes da saída').fill('20');
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  await form.save();
  await expect.element(field('Quantos quartos do quarto 1')).toHaveAccessibleDescription('Informe quantos quartos há.');
  await field('Quantos quartos do quarto 1').fill('9');
  await form.save();
  expect(update.mock.lastCall?.[0]).toMatchObject({
    roomTypes: [{ label: 'Duplo', places: 2, count: 9, priceCents: 4_000, per: 'night', emptyBedCents: 0 }],
    shareDecisionDays: 20,
  });
});
