import type { Trip } from '@passeio/contract/trips/trips';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import * as tripEditor from '~/routes/admin/trips/editor/trip-editor';
import { answerCalls, type FakeResponse } from './network';
import { signIn } from './person';
import { renderRoute } from './render';

export const field = (name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The editor of the description. */
export const description = field('Descrição');

/** Opens the editor's page of a trip, or of a new one, as an operator without vehicles. */
export async function openTripEditor(trip?: Trip, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  // Who opens it again is the same person.
  if (useUser.getState().user.id === '') signIn('OPERATOR');
  const network = answerCalls({
    'GET /api/vehicles': { json: { data: [] } },
    ...(trip && { [`GET /api/trips/${trip.id}`]: { json: trip } }),
    ...responses,
  });
  const at = `/admin/passeios/${trip?.id ?? 'novo'}`;
  const { unmount } = await renderRoute(tripEditor, { at, path: '/admin/passeios/:tripId' });
  await expect.element(description).toBeVisible();
  return { ...network, unmount };
}
