import type { Trip } from '@passeio/contract/trips/trips';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { renderPage } from '~/test/render';
import { Prices } from './prices';
import { fareRow } from './trip-fields';
import { createTripForm, type TripCalls, TripFormContext } from './trip-form';

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const refusal = page.getByRole('region', { name: 'Tarifas e sinal' }).getByRole('alert');
const toggle = (name: string) => page.getByRole('switch', { name, exact: true });

/** The prices of a new trip, whose API is out of reach unless `calls` says otherwise. */
async function open(calls: Partial<TripCalls> = {}) {
  const unreachable = () => Promise.reject(new ApiError(0));
  const every: TripCalls = { load: unreachable, create: unreachable, update: unreachable, publish: unreachable };
  const form = createTripForm({ trip: null, timeZone: 'America/Sao_Paulo', calls: { ...every, ...calls } });
  await renderPage(
    <TripFormContext value={form}>
      <Prices />
    </TripFormContext>,
  );
  const rows = () =>
    form.store.getState().fields.fares.map(({ label, minAge, maxAge, priceCents, takesPlace, audience }) => {
      const ages = minAge || maxAge ? `${minAge}–${maxAge}` : '';
      return [label, ages, priceCents, takesPlace ? '' : 'lap', audience === 'staff' ? 'staff' : '']
        .filter(Boolean)
        .join(' ');
    });
  return { form, rows };
}

test('a new trip has a fare for adults; a set of fares keeps its price, and asks for the others', async () => {
  const { rows } = await open();
  await field('Preço da tarifa 1').fill('189');
  await button('Adulto, criança, colo').click();
  await expect.element(field('Preço da tarifa 2')).toHaveFocus();
  await userEvent.keyboard('129');
  await field('Preço da tarifa 3').fill('0');
  await button('Adicionar cortesia').click();
  expect(rows()).toEqual([
    'Adulto 13– 189,00',
    'Criança 6–12 129,00',
    'Criança de colo 0–5 0,00 lap',
    'Cortesia 0,00 staff',
  ]);
  await expect.element(page.getByText('de 6 a 12 anos')).toBeVisible();
  await expect.element(page.getByText('qualquer idade')).toBeVisible();
  await expect.element(button('Adicionar cortesia')).not.toBeInTheDocument();
  await expect.element(page.getByText(/56,70 garantem a vaga \(Adulto\)/)).toBeVisible();
});

test('what was typed is not replaced without asking; staff’s fares stay', async () => {
  const { rows } = await open();
  await field('Preço da tarifa 1').fill('749');
  await button('Adicionar coordenador').click();
  await button('Quarto duplo, triplo, single').click();
  const question = page.getByRole('alertdialog', { name: 'Trocar as tarifas?' });
  await expect.element(question.getByText(/O que você escreveu em “Adulto”/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  expect(rows()).toEqual(['Adulto 749,00', 'Coordenador 0,00 staff']);

  await button('Quarto duplo, triplo, single').click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(field('Preço da tarifa 1')).toHaveFocus();
  expect(rows()).toEqual([
    'Adulto – apto duplo',
    'Adulto – apto triplo',
    'Adulto – apto single',
    'Coordenador 0,00 staff',
  ]);
  // Nothing was typed in these.
  await button('Só adulto').click();
  expect(rows()).toEqual(['Adulto', 'Coordenador 0,00 staff']);
});

test('fares are added, described, moved and removed', async () => {
  const { rows } = await open();
  await field('Preço da tarifa 1').fill('100');
  await button('Adicionar tarifa').click();
  await expect.element(field('Nome da tarifa 2')).toHaveFocus();
  await userEvent.keyboard('Bebê{Tab}0');
  await field('Idade final da tarifa 2').fill('1');
  await toggle('Criança de colo: tarifa 2').click();
  await toggle('Só para a equipe: tarifa 2').click();
  await expect.element(page.getByText('até 1 ano')).toBeVisible();
  await button('Mover tarifa 2 para antes').click();
  expect(rows()).toEqual(['Bebê –1 0,00 lap staff', 'Adulto 100,00']);
  await button('Remover tarifa 1').click();
  expect(rows()).toEqual(['Adulto 100,00']);
});

describe('what is wrong', () => {
  test('stands beside its field', async () => {
    const { form } = await open();
    await field('Preço da tarifa 1').fill('dez');
    await field('Idade inicial da tarifa 1').fill('12');
    await field('Idade final da tarifa 1').fill('6');
    await form.save();
    await expect.element(field('Preço da tarifa 1')).toHaveAccessibleDescription('Use um valor como 289,00.');
    await field('Preço da tarifa 1').fill('10');
    await form.save();
    await expect
      .element(field('Idade final da tarifa 1'))
      .toHaveAccessibleDescription('A idade final não pode ser menor que a inicial.');
    await button('Remover tarifa 1').click();
    await form.save();
    await expect.element(refusal).toHaveTextContent('Inclua pelo menos uma tarifa do site que ocupe vaga.');
  });

  test('is a fare that participants have: it can be brought back', async () => {
    const message = 'Há participantes com esta tarifa.';
    const update = () =>
      Promise.reject(new ApiError(409, { statusCode: 409, code: 'FARE_IN_USE', message, requestId: 'r' }));
    const { form, rows } = await open({ update });
    const [adult, child] = [
      { ...fareRow({ label: 'Adulto', priceCents: 100 }), id: crypto.randomUUID() },
      { ...fareRow({ label: 'Criança', priceCents: 50 }), id: crypto.randomUUID() },
    ];
    const { fields } = form.store.getState();
    const filled = {
      ...fields,
      title: 'Aparecida',
      capacity: '40',
      date: { day: '2031-03-01', time: '05:00' },
      returnDate: { day: '2031-03-01', time: '20:00' },
      fares: [adult, child],
    };
    const stored = { id: crypto.randomUUID(), version: 1 } as Trip;
    form.store.setState({ fields: filled, saved: filled, stored });
    await button('Remover tarifa 2').click();
    await form.save();
    await expect.element(refusal).toHaveTextContent(`${message}Trazer de volta o que removi`);
    await button('Trazer de volta o que removi').click();
    expect(rows()).toEqual(['Adulto 1,00', 'Criança 0,50']);
    await expect.element(refusal).not.toBeInTheDocument();
  });
});
