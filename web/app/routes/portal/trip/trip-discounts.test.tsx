import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Joining } from '~/features/trips/join-button';
import { answerCalls } from '~/test/network';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { BEFORE_TRIP, newExtra, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const joining: Joining = {
  reserve: async () => expect.unreachable('nobody reserves'),
  wait: async () => expect.unreachable('there are places'),
  leave: async () => expect.unreachable('nobody waits'),
};

const pair = {
  id: crypto.randomUUID(),
  label: 'Casal',
  condition: { minPeople: 2, minTotalCents: null, minDaysBefore: null, fareLabels: ['Adulto'] },
  benefit: { kind: 'percent' as const, value: 10, fareLabels: [] },
  ...{ tripIds: [], validFrom: null, validUntil: null, isActive: true, position: 1 },
};

test('a trip says its discount, and takes it off where it applies: in the total and beside the button', async () => {
  await setWindow();
  answerCalls({});
  const trip = newTrip({ discounts: [pair] });
  await renderPage(<TripBooking trip={trip} joining={joining} now={BEFORE_TRIP} />);
  const discounts = page.getByRole('list', { name: 'Descontos' });
  const summary = page.getByRole('button', { name: /: mudar/ });
  await expect.element(discounts.getByText(/^A partir de 2\spessoas da tarifa Adulto: 10% de desconto$/)).toBeVisible();
  await expect.element(summary.getByText(/169,00/)).toBeInTheDocument();
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await expect.element(discounts.getByText(/33,80/)).toBeVisible();
  await expect.element(page.getByRole('status').getByText(/304,20/)).toBeVisible();
  await expect.element(summary.getByText(/304,20/)).toBeInTheDocument();
  await expectNoSidewaysScrolling();
});

test('a required extra is in the total, for everybody who needs it', async () => {
  answerCalls({});
  const insurance = newExtra('Seguro', 1_000, { choice: 'required' });
  await renderPage(<TripBooking trip={newTrip({ extras: [insurance] })} joining={joining} now={BEFORE_TRIP} />);
  const count = page.getByRole('spinbutton', { name: 'Seguro' });
  await expect.element(count).toHaveValue(1);
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await expect.element(count).toHaveValue(2);
  await expect.element(page.getByRole('status').getByText(/358,00/)).toBeVisible();
});
