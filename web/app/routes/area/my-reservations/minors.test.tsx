import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newParticipant, newPayer } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as reservationPage from './reservation';

const child = newParticipant(
  { name: 'Theo Prado', birthdate: '2016-02-01', age: 10, minor: 'under12', missing: ['minorStatement'] },
  fares.child,
);
const said = {
  name: 'Marina Alves de Souza',
  at: '2026-11-20T15:00:00.000Z',
  means: 'account',
  text: 'Sou responsável.',
} as const;

const section = page.getByRole('region', { name: 'Menores de 18 anos' });

async function open(details: ReservationDetails, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': { json: details },
    [`GET /api/reservations/${details.id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('the payer says once that the minors may travel, with a tick and their name', async () => {
  await beOnPhone();
  const details = newDetails({ participants: [newPayer(), child], state: 'booked' });
  const path = `/api/reservations/${details.id}/minor-statement`;
  const { bodies } = await open(details, { [`PUT ${path}`]: { json: details } });
  const tick = section.getByRole('switch', { name: /^Sou mãe, pai ou responsável legal/ });
  await expect.element(section.getByLabelText('Seu nome completo')).toHaveValue('Marina Alves de Souza');
  await section.getByRole('button', { name: 'Declarar' }).click();
  await expect.element(section.getByText('Marque para declarar.')).toBeVisible();
  expect(bodies[`PUT ${path}`]).toBeUndefined();
  await tick.click();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await section.getByRole('button', { name: 'Declarar' }).click();
  await expectToast('success', 'Declaração registrada.');
  expect(bodies[`PUT ${path}`]).toEqual({ name: 'Marina Alves de Souza', version: '1' });
});

test('what was said stays readable', async () => {
  const complete = { ...child, missing: [] };
  await open({ ...newDetails({ participants: [newPayer(), complete], state: 'booked' }), minorStatement: said });
  await expect.element(section.getByText(/Declaração de Marina Alves de Souza em .+, na conta\./)).toBeVisible();
});

test('a reservation of adults asks for no statement', async () => {
  await open(newDetails({ participants: [newPayer()], state: 'booked' }));
  await expect.element(page.getByRole('region', { name: 'Quem vai' })).toBeVisible();
  await expect.element(section).not.toBeInTheDocument();
});
