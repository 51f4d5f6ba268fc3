import type { TripExtra } from '@passeio/contract/trips/extras';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { expectNothingFound } from '~/test/axe';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newExtra, newTrip } from '~/test/trip';
import { button, field, openTripEditor } from '~/test/trip-editor';
import { Extras } from './extras';
import { createTripForm, type TripCalls, TripFormContext } from './trip-form';

/** The extras of a trip, whose saves are kept and refused with `refused`. */
async function open(extras: TripExtra[], refused?: ApiError) {
  const trip = newTrip({ extras });
  const unreachable = () => Promise.reject(new ApiError(0));
  const update = vi.fn<TripCalls['update']>(() => (refused ? Promise.reject(refused) : Promise.resolve(trip)));
  const calls: TripCalls = { load: unreachable, create: unreachable, update, publish: unreachable };
  const form = createTripForm({ trip, timeZone: 'America/Sao_Paulo', calls });
  await renderPage(
    <TripFormContext value={form}>
      <Extras />
    </TripFormContext>,
  );
  return { form, update, sent: () => update.mock.lastCall?.[0].extras };
}

test('an extra is added by keyboard and saved; rows that nobody wrote in are left out', async () => {
  await setWindow();
  const { form, sent } = await open([]);
  await button('Adicionar adicional').click();
  await expect.element(field('Nome do adicional 1')).toHaveFocus();
  await userEvent.keyboard('Aluguel de snorkel{Tab}25{Tab}Máscara e nadadeiras');
  await field('Máximo do adicional 1').fill('2');
  await field('Estoque do adicional 1').fill('12');
  await field('Vendido até do adicional 1').fill('24');
  await page.getByRole('radio', { name: 'Já marcado' }).click();
  await field('De (anos) do adicional 1').fill('12');
  await page.getByRole('switch', { name: 'Devolvido pela política: adicional 1' }).click();
  await button('Adicionar adicional').click();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  await form.save();
  expect(sent()).toEqual([
    {
      label: 'Aluguel de snorkel',
      description: 'Máscara e nadadeiras',
      priceCents: 2_500,
      per: 'participant',
      minQuantity: 1,
      maxQuantity: 2,
      stock: 12,
      soldUntilHours: 24,
      refundable: false,
      choice: 'preselected',
      minAge: 12,
      maxAge: null,
    },
  ]);
});

test('what is wrong stands beside its input, also where only the server knows', async () => {
  const snorkel = newExtra('Aluguel de snorkel', 2_500, { stock: 12, stockLeft: 9 });
  const taken = new ApiError(409, {
    code: 'EXTRA_STOCK_TAKEN',
    fields: { 'extras.0.stock': 'Aluguel de snorkel: 3 já foram vendidos.' },
  });
  const { form, update } = await open([snorkel], taken);
  await expect.element(page.getByText('Vazio: sem limite · 3 vendidos')).toBeVisible();
  await field('Preço do adicional 1').fill('dez');
  await field('Estoque do adicional 1').fill('muitos');
  await field('Mínimo do adicional 1').fill('');
  await form.save();
  await expect.element(field('Preço do adicional 1')).toHaveAccessibleDescription('Use um valor como 45,00.');
  await expect
    .element(field('Estoque do adicional 1'))
    .toHaveAccessibleDescription(/Use um número, como 12, ou deixe vazio: sem limite\./);
  await expect.element(field('Mínimo do adicional 1')).toHaveAccessibleDescription('Informe a quantidade.');
  await field('Preço do adicional 1').fill('10');
  await field('Estoque do adicional 1').fill('2');
  await field('Mínimo do adicional 1').fill('3');
  await form.save();
  await expect
    .element(field('Máximo do adicional 1'))
    .toHaveAccessibleDescription('O máximo não pode ser menor que o mínimo.');
  expect(update).not.toHaveBeenCalled();
  await field('Mínimo do adicional 1').fill('1');
  await form.save();
  await expect
    .element(field('Estoque do adicional 1'))
    .toHaveAccessibleDescription(/Aluguel de snorkel: 3 já foram vendidos\./);
});

test('a required extra has no end of sale, and one of a reservation no ages', async () => {
  const { form, sent } = await open([newExtra('Seguro', 1_000, { minAge: 6, maxAge: 70 })]);
  await page.getByRole('radio', { name: 'Obrigatório' }).click();
  await expect.element(field('Vendido até do adicional 1')).not.toBeInTheDocument();
  await field('Até (anos) do adicional 1').fill('cinco');
  await form.save();
  await expect
    .element(field('Até (anos) do adicional 1'))
    .toHaveAccessibleDescription('Use anos inteiros, como 12, ou deixe vazio.');
  await field('Até (anos) do adicional 1').fill('5');
  await form.save();
  await expect
    .element(field('Até (anos) do adicional 1'))
    .toHaveAccessibleDescription('A idade final não pode ser menor que a inicial.');
  await page.getByRole('radio', { name: 'Por reserva' }).click();
  await expect.element(field('De (anos) do adicional 1')).not.toBeInTheDocument();
  await form.save();
  expect(sent()).toMatchObject([{ choice: 'required', per: 'reservation', minAge: null, maxAge: null }]);
});

test('extras are moved and removed, and the preview lists them', async () => {
  const trip = newTrip({ extras: [newExtra('Almoço', 4_500), newExtra('Snorkel', 2_500)] });
  const { bodies } = await openTripEditor(trip, { 'PUT /api/trips': { json: { ...trip, version: 2 } } });
  await button('Mover adicional 2 para antes').click();
  await button('Pré-visualizar').click();
  const preview = page.getByRole('dialog', { name: 'Ubatuba' });
  await expect
    .element(preview.getByRole('region', { name: 'Adicionais' }).getByRole('spinbutton').first())
    .toHaveAccessibleName('Snorkel');
  await preview.getByRole('button', { name: 'Fechar' }).click();
  await button('Remover adicional 2').click();
  await expect.element(field('Nome do adicional 2')).not.toBeInTheDocument();
  await button('Salvar').click();
  await expect.poll(() => bodies['PUT /api/trips']).toMatchObject({ extras: [{ id: trip.extras[1]?.id }] });
});
