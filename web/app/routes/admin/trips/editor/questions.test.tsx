import type { TripQuestion } from '@passeio/contract/trips/questions';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { expectNothingFound } from '~/test/axe';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newTrip } from '~/test/trip';
import { button, field, openTripEditor } from '~/test/trip-editor';
import { Questions } from './questions';
import { createTripForm, type TripCalls, TripFormContext } from './trip-form';

const shirt: TripQuestion = {
  ...{ id: crypto.randomUUID(), label: 'Tamanho da camiseta', help: '', kind: 'one_of', options: ['P', 'M'] },
  ...{ per: 'participant', isRequired: true, sensitivity: 'personal' },
};

/** The questions of a trip, whose saves are kept. */
async function open(questions: TripQuestion[]) {
  const trip = newTrip({ questions });
  const unreachable = () => Promise.reject(new ApiError(0));
  const update = vi.fn<TripCalls['update']>(() => Promise.resolve(trip));
  const calls: TripCalls = { load: unreachable, create: unreachable, update, publish: unreachable };
  const form = createTripForm({ trip, timeZone: 'America/Sao_Paulo', calls });
  await renderPage(
    <TripFormContext value={form}>
      <Questions />
    </TripFormContext>,
  );
  return { form, update, sent: () => update.mock.lastCall?.[0].questions };
}

test('a question is added by keyboard and saved; rows that nobody wrote in are left out', async () => {
  await setWindow();
  const { form, sent } = await open([]);
  await button('Adicionar pergunta aos participantes').click();
  await expect.element(field('Pergunta 1 aos participantes')).toHaveFocus();
  await userEvent.keyboard('Tem alguma restrição alimentar?');
  await page.getByRole('switch', { name: 'Sobre saúde: pergunta 1' }).click();
  await button('Adicionar pergunta aos participantes').click();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  await form.save();
  expect(sent()).toEqual([
    {
      ...{ label: 'Tem alguma restrição alimentar?', help: '', kind: 'text', options: [] },
      ...{ per: 'participant', isRequired: false, sensitivity: 'sensitive' },
    },
  ]);
});

test('options are written one a line, and what is wrong stands beside its input', async () => {
  const { form, update, sent } = await open([shirt]);
  await field('Opções da pergunta 1').fill('P');
  await form.save();
  await expect
    .element(field('Opções da pergunta 1'))
    .toHaveAccessibleDescription(/Escreva pelo menos duas opções, uma por linha\./);
  await field('Pergunta 1 aos participantes').fill('');
  await form.save();
  await expect.element(field('Pergunta 1 aos participantes')).toHaveAccessibleDescription('Escreva a pergunta.');
  expect(update).not.toHaveBeenCalled();
  await field('Pergunta 1 aos participantes').fill('Tamanho');
  await field('Opções da pergunta 1').fill('P\n\n M \nG');
  await page.getByRole('combobox', { name: 'Quem responde da pergunta 1' }).selectOptions('Uma vez por reserva');
  await expectNothingFound();
  await form.save();
  expect(sent()).toMatchObject([{ id: shirt.id, label: 'Tamanho', options: ['P', 'M', 'G'], per: 'reservation' }]);
});

test('questions are moved and removed', async () => {
  const diet = { ...shirt, id: crypto.randomUUID(), label: 'O que você não come?' };
  const trip = newTrip({ questions: [shirt, diet] });
  const { bodies } = await openTripEditor(trip, { 'PUT /api/trips': { json: { ...trip, version: 2 } } });
  await button('Mover pergunta aos participantes 2 para antes').click();
  await button('Remover pergunta aos participantes 2').click();
  await button('Salvar').click();
  await expect.poll(() => bodies['PUT /api/trips']).toMatchObject({ questions: [{ id: diet.id }] });
});
