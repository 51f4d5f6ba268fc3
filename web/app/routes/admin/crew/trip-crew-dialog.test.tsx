import type { TripCrew } from '@passeio/contract/crew/crew';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { boarder, boardingOf, boardingTripId } from '~/test/boarding';
import { type FakeResponse, refusal } from '~/test/network';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as boarding from '../boarding/boarding';

const READ = `GET /api/trips/${boardingTripId}/crew`;
const CHANGE = `PUT /api/trips/${boardingTripId}/crew`;
type Person = TripCrew['data'][number];

function person(name: string, more: Partial<Person> = {}): Person {
  const can = { isGuide: true, isDriver: false, hasAccount: false };
  return { id: crypto.randomUUID(), name, ...can, roles: [], conflicts: [], ...more };
}
const ana = person('Ana Lima', {
  conflicts: [
    { kind: 'rest', tripId: crypto.randomUUID(), title: 'Praia', date: '2026-12-05T03:30:00.000Z', restMinutes: 150 },
  ],
});
const bia = person('Bia Prado', { isDriver: true });
const caio = person('Caio Reis', { roles: ['guide'] });
const listOf = (...data: Person[]) => ({ json: { data } });

afterEach(() => deleteCachesOfOthers(null));

function open(role: 'OPERATOR' | 'GUIDE', responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  const json = boardingOf([boarder({ name: 'Davi Nunes' })]);
  return renderInArea(boarding, {
    ...{ at: `/admin/embarque/${boardingTripId}`, path: '/admin/embarque/:tripId', role },
    responses: { [`GET /api/trips/${boardingTripId}/boarding`]: { json }, ...responses },
  });
}
const button = page.getByRole('button', { name: 'Quem trabalha' });
// A conflict is part of the name.
const groups = page.getByRole('dialog').getByRole('group');
const group = (name: string) => page.getByRole('dialog').getByRole('group', { name: new RegExp(`^${name}`) });
const save = page.getByRole('button', { name: 'Salvar' });

test('staff chooses who works on a departure: who is on it first, who has a conflict last, with its reason', async () => {
  const { bodies } = await open('OPERATOR', {
    [READ]: listOf(ana, bia, caio),
    [CHANGE]: ['lost', listOf(ana, bia, caio)],
  });
  await button.click();
  await expect.element(group('Caio Reis').getByLabelText('Guia')).toBeChecked();
  expect(groups.elements().map((one) => one.querySelector('legend')?.firstChild?.textContent)).toEqual([
    ...['Caio Reis', 'Bia Prado', 'Ana Lima'],
  ]);
  await expect.element(page.getByText(/^Só descansa 2 h 30 min entre esta saída e “Praia”/)).toBeVisible();
  await expect.element(group('Ana Lima').getByLabelText('Motorista')).not.toBeInTheDocument();
  await group('Caio Reis').getByLabelText('Guia').click();
  await group('Bia Prado').getByLabelText('Guia').click();
  await group('Bia Prado').getByLabelText('Motorista').click();
  await expectNothingFound();
  await expectToFit();
  await save.click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await save.click();
  await expectToast('success', 'Escala da saída salva.');
  const crew = ['guide', 'driver'].map((role) => ({ memberId: bia.id, role }));
  expect(bodies[CHANGE]).toEqual({ crew, acceptsConflicts: false });
});

test('a conflict is asked about before it is saved', async () => {
  const message = 'Ana Lima só descansa 2 h 30 min.';
  const refused = refusal(409, { code: 'CREW_CONFLICT', message: 'Há conflito.', fields: { crew: message } });
  const { bodies } = await open('OPERATOR', { [READ]: listOf(ana), [CHANGE]: [refused, refused, listOf(ana)] });
  await button.click();
  await group('Ana Lima').getByLabelText('Guia').click();
  await save.click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(group('Ana Lima').getByLabelText('Guia')).toBeChecked();
  await save.click();
  await expect.element(page.getByText(message).last()).toBeVisible();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Escala da saída salva.');
  expect(bodies[CHANGE]).toMatchObject({ acceptsConflicts: true });
});

test('without a team staff is led to it; without a network staff reads that it is needed', async () => {
  await open('OPERATOR', { [READ]: ['lost', 'lost', listOf()] });
  await button.click();
  await expect.element(page.getByText(/^A escala precisa de internet/)).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await button.click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Quem trabalha' });
  await expect.element(link).toHaveAttribute('href', '/admin/quem-trabalha');
});

test('a guide boards people, and is offered nothing else of the trip nor of the area', async () => {
  await open('GUIDE');
  await expect.element(page.getByText('Davi Nunes')).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  await expect.element(page.getByText('Guias sem conta')).not.toBeInTheDocument();
  expect([...document.querySelectorAll('a[href^="/admin"]')].map((link) => link.getAttribute('href'))).toEqual([]);
  await expect.element(page.getByRole('navigation', { name: 'Atalhos' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('search')).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
});
