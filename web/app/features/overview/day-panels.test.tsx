import type { OverviewToday, TripReadiness } from '@passeio/contract/staff/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { Readiness } from './day-panels';

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const trip = (title: string, people: number, passengers: number, due = 3): TripReadiness => ({
  ...{ id: crypto.randomUUID(), title, people, passengers, date: inDays(due + 2), dueAt: inDays(due) },
});

const open = (...trips: TripReadiness[]) =>
  renderPage(
    <Readiness today={{ missingData: { people: 0, total: trips.length && 3, trips } } as unknown as OverviewToday} />,
  );

const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });

test('a trip shows complete and incomplete passengers with the deadline, and links to the incomplete ones', async () => {
  const capitolio = trip('Capitólio', 7, 38);
  await open(capitolio);
  await expect.element(row('Capitólio').getByText('31 de 38 completos', { exact: true })).toBeVisible();
  await expect.element(row('Capitólio').getByText(/^faltam 7 · prazo /)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Capitólio' }))
    .toHaveAttribute('href', `/admin/passeios/${capitolio.id}/passageiros?pendentes=sim`);
});

test('a passed deadline is marked; trips that are not shown are counted', async () => {
  await open(trip('Furnas', 1, 4, -1));
  await expect.element(row('Furnas').getByText(/^falta 1 · o prazo era /)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'E em mais 2 saídas' })).toBeVisible();
});

test('the panel says that no list lacks data', async () => {
  await open();
  await expect.element(page.getByText('Nenhuma lista com dados faltando.')).toBeVisible();
});
