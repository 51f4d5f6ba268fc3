import type { TripUpdate } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '~/test/network';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import { button, description, field, openTripEditor } from '~/test/trip-editor';

const SAVE = 'PUT /api/trips';

test('two people edit the same trip: the second to save is warned, sees both versions and loses nothing', async () => {
  const trip = newTrip({ bring: ['Documento', 'Boné'] });
  const theirs: Trip = {
    ...trip,
    ...{ version: 2, summary: 'Resumo da colega.', bring: ['Documento', 'Boné', 'Casaco'], risks: 'Pedras molhadas.' },
    fares: trip.fares.map((fare, index) => (index === 0 ? { ...fare, priceCents: 31_000 } : fare)),
  };
  const mine = { title: 'Ubatuba, revisto', summary: 'Meu resumo.', bring: ['Documento', 'Casaco', 'Protetor solar'] };
  const conflict = refusal(409, { code: 'CHANGED_MEANWHILE', message: 'Outra pessoa salvou este passeio.' });
  const { bodies } = await openTripEditor(trip, {
    [`GET /api/trips/${trip.id}`]: [{ json: trip }, { json: theirs }],
    [SAVE]: [conflict, conflict, { json: { ...theirs, ...mine, version: 3 } }],
  });
  await field('Título').fill(mine.title);
  await field('Resumo').fill(mine.summary);
  await field('Preço da tarifa 1').fill('299,90');
  await field('O que levar').fill('Documento\nProtetor solar');
  await userEvent.keyboard('{Control>}s{/Control}');

  const dialog = page.getByRole('dialog', { name: 'Outra pessoa salvou este passeio' });
  const group = (name: string) => dialog.getByRole('group', { name });
  await expect.element(dialog.getByText('Falta escolher 3 campos.')).toBeVisible();
  await expect.element(button('Juntar e salvar')).toBeDisabled();
  await expect.element(group('Resumo')).toMatchTextContent(/Meu resumo\..*Resumo da colega\./);
  await expect.element(group('Tarifas')).toMatchTextContent(/R\$ 299,90.*R\$ 310,00/);
  await expect.element(group('Título')).toMatchTextContent(/Só você mudou: fica a sua\./);
  await expect.element(group('Riscos e cuidados')).toMatchTextContent(/Só a outra pessoa mudou/);
  await expect.element(group('O que está incluso')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field('Resumo')).toHaveValue(mine.summary);

  await button('Salvar').click();
  await group('Resumo').getByRole('radio', { name: 'A sua' }).click();
  await group('Tarifas').getByRole('radio', { name: 'A salva por outra pessoa' }).click();
  await group('O que levar').getByRole('radio', { name: 'As duas juntas' }).click();
  await button('Juntar e salvar').click();
  await expectToast('success', 'Passeio salvo.');
  const sent = bodies[SAVE] as TripUpdate;
  expect(sent).toMatchObject({ ...mine, version: 2, risks: 'Pedras molhadas.' });
  expect(sent.fares?.[0]).toMatchObject({ priceCents: 31_000 });
  await expect.element(field('Preço da tarifa 1')).toHaveValue('310,00');
  await expect.element(field('Riscos e cuidados')).toHaveValue('Pedras molhadas.');
});

const storedDrafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('passeio:'));

test('what was not saved is there when the page is opened again, can be thrown away and taken back', async () => {
  const trip = newTrip({ description: '<p>Saímos cedo.</p>' });
  const saved = { ...trip, summary: 'Ainda não salvei isto.', description: '<p>Nem isto.</p>', version: 2 };
  const { unmount } = await openTripEditor(trip);
  await field('Resumo').fill(saved.summary);
  await description.click();
  await userEvent.keyboard('{Control>}a{/Control}Nem isto.');
  await expect.element(description).toHaveTextContent('Nem isto.');
  await unmount();

  const { unmount: leave } = await openTripEditor(trip, { [SAVE]: { json: saved } });
  const recovered = page.getByText('Recuperamos o que você não salvou.');
  await expect.element(recovered).toBeVisible();
  await expect.element(field('Resumo')).toHaveValue(saved.summary);
  await expect.element(description).toHaveTextContent('Nem isto.');
  await button('Descartar').click();
  await expect.element(field('Resumo')).toHaveValue(trip.summary);
  await expect.element(description).toHaveTextContent('Saímos cedo.');
  await expect.element(page.getByText('Tudo salvo')).toBeVisible();
  await button('Desfazer o descarte').click();
  await expect.element(field('Resumo')).toHaveValue(saved.summary);
  await expect.element(description).toHaveTextContent('Nem isto.');
  await button('Salvar').click();
  await expectToast('success', 'Passeio salvo.');
  await leave();
  expect(storedDrafts()).toEqual([]);
});

test('leaving asks first; who leaves all the same leaves no draft behind', async () => {
  await openTripEditor(newTrip());
  await field('Resumo').fill('Só meu.');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);

  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await page.getByRole('link', { name: 'Passageiros' }).click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(field('Resumo')).toHaveValue('Só meu.');
  await expect.poll(storedDrafts).toHaveLength(1);
  await page.getByRole('link', { name: 'Passageiros' }).click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('heading', { name: /\/passageiros$/ })).toBeVisible();
  expect(storedDrafts()).toEqual([]);
});
