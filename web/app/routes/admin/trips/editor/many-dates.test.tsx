import type { Trip } from '@passeio/contract/trips/trips';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import { TripEditor } from './trip-editor';

const seriesId = crypto.randomUUID();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Salvar em várias datas' });

function dateOf(trip: Trip, more: object = {}) {
  const changes = { capacity: [trip.capacity, 40] };
  return { tripId: trip.id, date: trip.date, version: 1, changes, people: 0, reservations: 0, waiting: 0, ...more };
}

/** The editor of one of four dates, whose places were changed to 40. */
async function changeMany({ chosen, ...more }: { chosen?: number[]; tripImages?: Trip['tripImages'] } = {}) {
  signIn('OPERATOR');
  const trips = ['08', '15', '22', '29'].map((day) =>
    newTrip({ seriesId, date: `2043-05-${day}T08:00:00.000Z`, returnDate: `2043-05-${day}T22:00:00.000Z`, ...more }),
  );
  const [trip, second, third, fourth] = trips as [Trip, Trip, Trip, Trip];
  const dates = [
    dateOf(trip, { people: 12, reservations: 4 }),
    dateOf(second, { refused: '44 vagas estão ocupadas: a lotação não pode ser menor.' }),
    dateOf(third, { changes: {} }),
    dateOf(fourth),
  ];
  const state = {
    ...{ id: crypto.randomUUID(), seriesId, createdAt: '2043-01-01T12:00:00.000Z', by: 'Bia', fields: ['capacity'] },
    ...{ isDone: true, isUndone: false, undoableUntil: '2043-01-02T12:00:00.000Z', payers: 4 },
  };
  const others = { data: [second, third, fourth], page: { number: 1, size: 59, total: 3 } };
  const changes = `/api/series/${seriesId}/changes`;
  const network = answerCalls({
    'GET /api/vehicles': { json: { data: [] } },
    'GET /api/trips': { json: others },
    [`GET ${changes}`]: [{ json: { data: [] } }],
    [`GET /api/trips/${trip.id}`]: { json: { ...trip, capacity: 40, version: 2 } },
    [`POST ${changes}/preview`]: { json: { dates, payers: 4 } },
    [`POST ${changes}`]: { status: 201, json: { ...state, dates: dates.slice(0, 2) } },
    [`DELETE ${changes}/${state.id}`]: { json: { ...state, isUndone: true, undoableUntil: null, dates: [dates[0]] } },
  });
  const ids = chosen?.map((place) => trips[place]?.id ?? '');
  await renderPage(<TripEditor trip={trip} dates={ids} onCreated={() => undefined} />);
  const save = button(ids ? `Salvar em ${ids.length} datas` : 'Salvar em várias datas');
  await expect.element(save).not.toBeInTheDocument();
  if (!more.tripImages) {
    await page.getByLabelText('Vagas', { exact: true }).fill('40');
    await save.click();
  }
  return { trip, fourth, sent: () => network.bodies[`POST ${changes}`], calls: network.calls, changes, state };
}

test('staff sees what changes on each date, leaves one out, tells people once and undoes it', async () => {
  await beOnPhone();
  const { trip, sent, calls, changes, state } = await changeMany();
  const at = (day: string) => dialog.getByRole('checkbox', { name: new RegExp(`${day}/05/2043`) });
  await expect.element(at('08')).toHaveAccessibleDescription('Afeta 12 pessoas em 4 reservas');
  await expect.element(at('15')).toBeDisabled();
  await expect.element(at('15')).toHaveAccessibleDescription(/44 vagas estão ocupadas/);
  await expect.element(at('22')).toHaveAccessibleDescription('Já está assim');
  await expect.element(at('29')).toBeChecked();
  await expect.element(dialog.getByText('40').first()).toBeVisible();
  await expectNothingFound('dialog[open]');
  await expectNoSidewaysScrolling();
  await button('Desmarcar todas').click();
  await expect.element(button('Mudar')).toBeDisabled();
  await at('08').click();
  await button('Mudar 1 data').click();
  await expect.element(dialog.getByText('Recado: escreva pelo menos uma frase curta.')).toBeVisible();
  await dialog.getByLabelText('Recado').fill('Ônibus menor.');
  await button('Mudar 1 data').click();
  const done = page.getByRole('dialog', { name: '1 data mudada' });
  await expect.element(done).toMatchTextContent(/4 avisos seguem por e-mail/);
  await expect.element(done).toMatchTextContent(/1 data ficou como estava/);
  expect(sent()).toEqual({
    ...{ fields: { capacity: 40 }, tripIds: [trip.id], editedOn: trip.id, versions: { [trip.id]: 1 } },
    notice: { tell: true, message: 'Ônibus menor.' },
  });
  await done.getByRole('button', { name: 'Desfazer' }).click();
  await expectToast('success', 'Mudança desfeita.');
  await expect.element(page.getByText('As alterações foram descartadas.')).not.toBeInTheDocument();
  expect(calls).toContain(`DELETE ${changes}/${state.id}`);
  await expect.element(button('Salvar em várias datas')).not.toBeInTheDocument();
});

test('the day of departure is changed on one date alone', async () => {
  await changeMany();
  await button('Voltar').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const dayOf = (name: string) => page.getByRole('group', { name, exact: true }).getByLabelText('Dia');
  await dayOf('Volta').fill('09/05/2043');
  await dayOf('Saída').fill('09/05/2043');
  await button('Salvar em várias datas').click();
  await expectToast('error', 'O dia da saída só muda nesta data. Salve-a antes de mudar as outras.');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('dates that were chosen in the list are the ones that are marked', async () => {
  const { trip, fourth, sent } = await changeMany({ chosen: [0, 2] });
  await expect.element(page.getByText(/toque em “Salvar em 2 datas”/)).toBeInTheDocument();
  const at = (day: string) => dialog.getByRole('checkbox', { name: new RegExp(`${day}/05/2043`) });
  await expect.element(at('08')).toBeChecked();
  await expect.element(at('29')).not.toBeChecked();
  await at('29').click();
  await dialog.getByRole('switch').click();
  await button('Mudar 2 datas').click();
  await expect.poll(sent).toMatchObject({ tripIds: [trip.id, fourth.id] });
});

test('the pictures of a date are given to others, and what is unsaved in the form stays', async () => {
  const picture = { url: 'trips/image/1/400.jpg', alt: '', color: '#334455', width: 400, height: 300, widths: [400] };
  const tripImages = [{ ...picture, id: crypto.randomUUID(), isCardImg: true }];
  const { trip, sent } = await changeMany({ tripImages });
  const places = page.getByLabelText('Vagas', { exact: true });
  await places.fill('41');
  await button('Usar em outras datas').click();
  const sharing = page.getByRole('dialog', { name: 'Usar as fotos em várias datas' });
  await expect.element(sharing.getByRole('checkbox', { name: /08\/05\/2043/ })).toBeChecked();
  await expectNothingFound('dialog[open]');
  await sharing.getByRole('switch').click();
  await button('Mudar 2 datas').click();
  await page.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  expect(sent()).toMatchObject({ fields: { tripImages: true }, editedOn: trip.id });
  await expect.element(places).toHaveValue('41');
});
