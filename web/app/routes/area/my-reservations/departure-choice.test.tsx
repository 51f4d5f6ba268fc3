import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newChoice } from '~/test/cancelled-departures';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import * as reservationPage from './reservation';

const details = newDetails({ state: 'booked', receivedCents: 26_460 });
const CHOICE = `/api/reservations/${details.id}/departure-choice`;
const cancelled = {
  ...details,
  ...{ cancellable: false, changeable: false, payable: false, chooseUntil: '2099-12-05T03:00:00.000Z' },
  status: {
    ...{ key: 'departure_cancelled', label: 'Saída cancelada', tone: 'bad', until: '2099-12-05T03:00:00.000Z' },
    nextStep: 'Cancelamos esta saída. Escolha o que prefere.',
  },
};

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': { json: cancelled },
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${details.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}
const section = page.getByRole('region', { name: 'O que você prefere?' });

test('a reservation whose departure was cancelled asks for the choice, and for nothing else', async () => {
  const { bodies } = await open({
    [`GET ${CHOICE}`]: [{ json: newChoice() }, { json: newChoice({ outcome: 'credit', departures: [] }) }],
    [`PUT ${CHOICE}`]: { json: newChoice({ outcome: 'credit', departures: [] }) },
  });
  await expect.element(page.getByText('Saída cancelada', { exact: true })).toBeVisible();
  expect(page.getByRole('link', { name: 'Abrir o voucher' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: /Cancelar reserva|Pix/ }).elements()).toEqual([]);
  await section.getByRole('radio', { name: /^Crédito de/ }).click();
  await section.getByRole('button', { name: 'Confirmar a escolha' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(section.getByText(/o crédito é seu/)).toBeVisible();
  expect(bodies[`PUT ${CHOICE}`]).toEqual({ kind: 'credit', amountCents: 26_460 });
});

test('another departure says which extras end there, before it is chosen and confirmed', async () => {
  const extras = [{ label: 'Almoço', quantity: 2, totalCents: 9_000 }];
  const departures = newChoice().departures.map((one) => ({ ...one, extras }));
  const moved = newChoice({ outcome: 'moved', departures: [], movedTo: departures[0] ?? null });
  const { bodies } = await open({
    [`GET ${CHOICE}`]: [{ json: newChoice({ departures }) }, { json: moved }],
    [`PUT ${CHOICE}`]: { json: moved },
  });
  const ending = /Os adicionais acabam com a mudança: 2 × Almoço \(R\$\s90,00\)\./;
  await section.getByRole('radio', { name: ending }).click();
  await section.getByRole('button', { name: 'Confirmar a escolha' }).click();
  await expect.element(page.getByRole('dialog').getByText(ending)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(section.getByText(/você vai em outra saída/)).toBeVisible();
  expect(bodies[`PUT ${CHOICE}`]).toMatchObject({ kind: 'moved', totalCents: 40_000 });
});

test('what was chosen on another device is shown, whatever was tapped here', async () => {
  await open({
    [`GET ${CHOICE}`]: [
      ...['lost' as const, 'lost' as const],
      ...[{ json: newChoice() }, { json: newChoice({ outcome: 'refund', departures: [] }) }],
    ],
    [`PUT ${CHOICE}`]: refusal(409, { code: 'CHOICE_MADE', message: 'A escolha já foi feita.' }),
  });
  await section.getByRole('button', { name: 'Tentar de novo' }).click();
  await section.getByRole('radio', { name: /^Crédito de/ }).click();
  await section.getByRole('button', { name: 'Confirmar a escolha' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(section.getByText(/vamos devolver o valor/)).toBeVisible();
});
