import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as people from '~/routes/admin/people/people';
import * as reservations from '~/routes/admin/reservations';
import * as trips from '~/routes/admin/trips/trips';
import { renderInArea } from '~/test/area';
import { FIND_RESERVATIONS, newFoundReservation, TAGS } from '~/test/found-reservations';
import type { FakeResponse } from '~/test/network';
import { newPersonSummary } from '~/test/person';
import type { RouteModule } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newTrip } from '~/test/trip';

const name = 'Gumercindo Vasconcelos de Albuquerque e Castro';
const title = 'Fim de semana na praia, com um nome comprido que não cabe em uma linha só';

const listOf = (...data: unknown[]) => ({
  json: { data, page: { number: 1, size: 50, total: 1_012 }, sumCents: 123_456_700 },
});
const reservation = newFoundReservation({
  ...{ person: { id: crypto.randomUUID(), name }, trip: { ...newFoundReservation().trip, title } },
  ...{ totalCents: 12_345_600, amountCents: 12_345_600 },
});
const person = newPersonSummary({ name, email: 'gumercindo.vasconcelos.de.albuquerque@exemplo.com.br' });
const trip = newTrip({ title, minParticipants: 20, priceCents: 123_900 });

test.each<[string, RouteModule, Record<string, FakeResponse>]>([
  ['/admin/reservas', reservations, { [FIND_RESERVATIONS]: listOf(reservation), [TAGS]: { json: { data: [] } } }],
  ['/admin/usuarios', people, { 'GET /api/users': listOf(person) }],
  ['/admin/passeios', trips, { 'GET /api/trips': listOf(trip), 'GET /api/trips/months': listOf() }],
])('%s is no wider than the window of a phone, a tablet or a small laptop', async (at, module, responses) => {
  await renderInArea(module, { at, role: 'ADMIN', responses });
  await expect.element(page.getByRole('rowheader').first()).toBeVisible();
  for (const width of [360, 768, 1000, 1160, 1220]) {
    await setWindow(width);
    await expectNoSidewaysScrolling();
  }
});
