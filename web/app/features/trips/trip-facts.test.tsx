import type { Trip } from '@passeio/contract/trips/trips';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { renderPage } from '~/test/render';
import { newTrip } from '~/test/trip';
import { TripFacts } from './trip-facts';

const show = (trip: Partial<Trip>) => renderPage(<TripFacts trip={newTrip(trip)} />, { at: '/portal/passeio/ubatuba' });

test('visitors read from how many people on a trip departs, and once it is guaranteed that it does', async () => {
  const minimum = { minParticipants: 18, decisionDate: '2027-05-03' };
  await show(minimum);
  const words = /^Lotação mínima: 18 pessoas \(confirmação até 03\/05\/2027\)/;
  await expect.element(page.getByText(words)).toBeVisible();
  await cleanup();
  await show({ ...minimum, isGuaranteed: true });
  await expect.element(page.getByText(/^Saída garantida/)).toBeVisible();
});

test('a trip whose minimum has been reached does not name the day of a decision', async () => {
  await show({ minParticipants: 18, decisionDate: '2027-05-03', situation: 'guaranteed' });
  await expect.element(page.getByText(/^Saída garantida/)).toBeVisible();
  await expect.element(page.getByText(/confirmação até/)).not.toBeInTheDocument();
});
