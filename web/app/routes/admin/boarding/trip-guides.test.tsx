import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { boarder, boardingOf, boardingTripId } from '~/test/boarding';
import type { FakeResponse } from '~/test/network';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as boarding from './boarding';

const READ = `GET /api/trips/${boardingTripId}/guides`;
const CHANGE = `PUT /api/trips/${boardingTripId}/guides`;
const [rita, joao] = ['Rita Prado', 'João Reis'].map((name) => ({ id: crypto.randomUUID(), name, isAssigned: false }));
const listOf = (...data: unknown[]) => ({ json: { data } });

const fold = page.getByText('Guias com conta');
const guide = (name: string) => page.getByRole('switch', { name });
const save = page.getByRole('button', { name: 'Salvar guias' });

afterEach(() => deleteCachesOfOthers(null));

function open(role: 'OPERATOR' | 'GUIDE', responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const json = boardingOf([boarder({ name: 'Ana Lima' })]);
  return renderInArea(boarding, {
    ...{ at: `/admin/embarque/${boardingTripId}`, path: '/admin/embarque/:tripId', role },
    responses: { [`GET /api/trips/${boardingTripId}/boarding`]: { json }, ...responses },
  });
}

test('staff chooses the guides of a departure, and sees those who board it', async () => {
  const assigned = { ...rita, isAssigned: true };
  const { bodies } = await open('OPERATOR', {
    [READ]: [listOf(assigned, joao), listOf(rita, { ...joao, isAssigned: true })],
    [CHANGE]: ['lost', listOf(rita, { ...joao, isAssigned: true })],
  });
  await fold.click();
  await expect.element(guide('Rita Prado')).toBeChecked();
  await expect.element(save).toBeDisabled();
  await guide('Rita Prado').click();
  await guide('João Reis').click();
  await save.click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(guide('João Reis')).toBeChecked();
  await expectNothingFound();
  await expectToFit();
  await save.click();
  await expectToast('success', 'Guias da saída salvos.');
  expect(bodies[CHANGE]).toEqual({ userIds: [joao?.id] });
  await expect.element(save).toBeDisabled();
  await expect.element(guide('Rita Prado')).not.toBeChecked();
});

test('without a guide staff reads how somebody becomes one; without a network that it is needed', async () => {
  await open('OPERATOR', { [READ]: ['lost', 'lost', listOf()] });
  await fold.click();
  await expect.element(page.getByText(/^Os guias precisam de internet/)).toBeVisible();
  await fold.click();
  await fold.click();
  await expect.element(page.getByText(/Ninguém tem o perfil de guia ainda\./)).toBeVisible();
});

test('a guide boards people, and is offered nothing else of the trip nor of the area', async () => {
  await open('GUIDE');
  await expect.element(page.getByText('Ana Lima')).toBeVisible();
  for (const title of ['Guias com conta', 'Guias sem conta']) {
    await expect.element(page.getByText(title)).not.toBeInTheDocument();
  }
  expect([...document.querySelectorAll('a[href^="/admin"]')].map((link) => link.getAttribute('href'))).toEqual([]);
  await expect.element(page.getByRole('navigation', { name: 'Atalhos' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('search')).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
});
