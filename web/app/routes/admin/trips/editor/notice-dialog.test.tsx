import type { AffectedByChange } from '@passeio/contract/trips/trip-affected';
import type { TripUpdate } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import { TripEditor } from './trip-editor';

const SAVE = 'PUT /api/trips';
const asked = refusal(409, {
  code: 'TRIP_CHANGE_AFFECTS_PEOPLE',
  message: 'Esta mudança afeta pessoas com reserva.',
  affected: affected(),
});
const dialog = page.getByRole('dialog', { name: 'A mudança afeta 4 pessoas em 60 reservas' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const vehicle = page.getByRole('combobox', { name: 'Veículo' }).or(page.getByRole('textbox', { name: 'Veículo' }));
const message = page.getByRole('textbox', { name: 'Recado' });

function affected(more: Partial<AffectedByChange> = {}): AffectedByChange {
  const person = (payer: string, people: number, hasEmail: boolean) => ({
    ...{ id: crypto.randomUUID(), code: `A${payer.slice(0, 2).toUpperCase()}`, payer, people, hasEmail },
  });
  return {
    changes: [{ field: 'vehicle', boardingPointId: null, label: 'Veículo', old: 'Micro-ônibus', new: 'Escuna' }],
    reservations: [person('Ana Prado', 3, true), person('Zilda Reis', 1, false)],
    ...{ people: 4, waiting: 2, total: 60, unreachable: 1 },
    ...more,
  };
}

/** The editor of a published trip whose vehicle was changed and saved, with the API's answers in turn. */
async function saveAnotherVehicle(...answers: FakeResponse[]) {
  signIn('OPERATOR');
  const trip: Trip = newTrip();
  const network = answerCalls({
    [SAVE]: answers,
    'GET /api/vehicles': { json: { data: [] } },
    [`GET /api/trips/${trip.id}`]: { json: { ...trip, version: 2, title: 'De outra pessoa' } },
  });
  await renderPage(<TripEditor trip={trip} onCreated={() => undefined} />);
  await vehicle.fill('Escuna');
  await button('Salvar').click();
  return { trip, sent: () => network.bodies[SAVE] as TripUpdate, calls: network.calls };
}
const stored = { json: newTrip({ vehicle: 'Escuna', version: 2 }) };

test('the question says what changes and for whom, wants a sentence, and saves with it', async () => {
  await beOnPhone();
  const { sent } = await saveAnotherVehicle(asked, stored);
  await expect.element(dialog).toBeVisible();
  expect(sent().notice).toBeUndefined();
  await expect.element(dialog).toMatchTextContent(/VeículoAntes: Micro-ônibusAgora: Escuna/);
  await expect.element(dialog).toMatchTextContent(/Ana PradoAAN · 3 pessoas/);
  await expect.element(dialog).toMatchTextContent(/Zilda ReisAZI · 1 pessoa · sem e-mail/);
  await expect.element(dialog).toMatchTextContent(/e mais 58 reservas/);
  await expect.element(dialog).toMatchTextContent(/Também avisamos 2 grupos da lista de espera/);
  await expect.element(dialog).toMatchTextContent(/1 reserva está sem e-mail: avise por WhatsApp ou telefone\./);
  await expectNoSidewaysScrolling();
  await button('Salvar e avisar').click();
  await expect.element(message).toHaveAccessibleDescription(/Recado: escreva pelo menos uma frase curta\./);
  await expect.element(message).toHaveFocus();
  await expectNothingFound('dialog[open]');
  await message.fill('Vamos de barco!');
  await button('Salvar e avisar').click();
  await expectToast('success', 'Passeio salvo. Os avisos seguem por e-mail.');
  expect(sent().notice).toEqual({ tell: true, message: 'Vamos de barco!' });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('neither going back, a lost answer nor what somebody else saved loses the sentence; a mistyped word is saved silently', async () => {
  const conflict = refusal(409, { code: 'CHANGED_MEANWHILE', message: 'Outra pessoa salvou.' });
  const { calls, sent } = await saveAnotherVehicle(asked, asked, 'lost', conflict, asked, stored);
  await message.fill('Vamos de barco!');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Salvar')).toHaveFocus();
  await expect.element(vehicle).toHaveValue('Escuna');
  await userEvent.keyboard('{Enter}');
  await expect.element(message).toHaveValue('Vamos de barco!');
  expect(calls.filter((call) => call === SAVE)).toHaveLength(2);

  await button('Salvar e avisar').click();
  await expectToast('error', 'Houve falha nesta ação. O que você digitou continua aqui.');
  await expect.element(message).toHaveValue('Vamos de barco!');
  await button('Salvar e avisar').click();
  // What both changed is joined first; then it asks again.
  await button('Juntar e salvar').click();
  await expect.element(message).toHaveValue('Vamos de barco!');
  await button('Salvar sem avisar').click();
  await expectToast('success', 'Passeio salvo.');
  expect(sent().notice).toEqual({ tell: false });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a capacity that is too small shows who takes the places, until another is typed', async () => {
  const reservation = { id: crypto.randomUUID(), code: 'A3K7QX', payer: 'Ana Prado', places: 2, status: 'Confirmada' };
  const refused = refusal(409, {
    code: 'CAPACITY_TAKEN',
    message: '19 vagas estão ocupadas: a lotação não pode ser menor.',
    fields: { capacity: '19 vagas estão ocupadas: a lotação não pode ser menor.' },
    occupants: { placesTaken: 19, reservations: [reservation], total: 3 },
  });
  await saveAnotherVehicle(refused);
  const capacity = page.getByRole('textbox', { name: 'Vagas', exact: true });
  await expect.element(capacity).toHaveAccessibleDescription(/19 vagas estão ocupadas/);
  const list = page.getByRole('region', { name: 'Quem ocupa as vagas' });
  await expect.element(list).toMatchTextContent(/Ana Prado \(A3K7QX\)2 vagas · Confirmada/);
  await expect.element(list).toMatchTextContent(/E mais 2 reservas, na lista de passageiros\./);
  const link = list.getByRole('link', { name: 'Ana Prado (A3K7QX)' });
  await expect.element(link).toHaveAttribute('href', `/admin/reservas/${reservation.id}`);
  await expectNothingFound('[aria-label="Quem ocupa as vagas"]');
  await capacity.fill('19');
  await expect.element(list).not.toBeInTheDocument();
});
