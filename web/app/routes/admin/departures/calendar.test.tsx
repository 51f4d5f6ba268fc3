import type { CalendarDeparture } from '@passeio/contract/departures/departure-calendar';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { expectNoSidewaysScrolling, expectWords, setWindow } from '~/test/screen';
import * as calendar from './calendar';

const READ = 'GET /api/departures/calendar';
const [fallsId, beachId] = ['0197d2a4-5c3b-7d10-9a55-00000000000a', '0197d2a4-5c3b-7d10-9a55-00000000000b'];

function departure(more: Partial<CalendarDeparture>): CalendarDeparture {
  return {
    ...{ id: fallsId, title: 'Cachoeira', date: '2026-12-05T08:00:00.000Z', isActive: true },
    ...{ firstDay: '2026-12-05', lastDay: '2026-12-05', placesTaken: 12, capacity: 46 },
    ...{ vehicles: ['Van azul'], guides: ['Zé Luís'], conflicts: [] },
    ...more,
  };
}

const falls = departure({ conflicts: [{ name: 'Van azul', otherId: beachId, otherTitle: 'Praia' }] });
const beach = departure({
  ...{ id: beachId, title: 'Praia', date: '2026-12-04T22:00:00.000Z', guides: ['Rita'], isActive: false },
  ...{ firstDay: '2026-12-04', lastDay: '2026-12-06' },
  conflicts: [{ name: 'Van azul', otherId: fallsId, otherTitle: 'Cachoeira' }],
});

async function open(search: string) {
  const json = { today: '2026-12-03', data: [beach, falls] };
  const at = `/admin/saidas/calendario${search}`;
  const network = await renderInArea(calendar, { at, role: 'OPERATOR', responses: { [READ]: { json } } });
  return { asked: () => Object.fromEntries(new URLSearchParams(network.searches[READ])) };
}

const day = (date: string) => page.getByRole('listitem').filter({ has: page.getByText(date, { exact: true }) });

test('a month shows departures on each of their days, and a vehicle that is on two at once', async () => {
  await setWindow(1280);
  const { asked } = await open('?visao=mes&dia=2026-12-15');
  expect(asked()).toEqual({ from: '2026-11-29', to: '2027-01-02' });
  await expect.element(page.getByRole('heading', { name: 'dezembro de 2026' })).toBeVisible();
  for (const date of ['sexta-feira, 04/12', 'sábado, 05/12', 'domingo, 06/12']) {
    await expect.element(day(date).getByRole('link', { name: 'Praia' })).toBeVisible();
  }
  await expectWords(day('domingo, 06/12'), 'continua · 12 de 46 · fora do ar');
  await expectWords(day('sábado, 05/12'), 'Van azul · Zé Luís');
  const conflicts = page.getByRole('region', { name: /^1 conflito/ });
  await expectWords(conflicts, 'Van azul: Cachoeira e Praia');
  const link = conflicts.getByRole('link', { name: 'Praia' });
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${beachId}`);
  await expectNothingFound();
  useUser.setState(({ user }) => ({ user: { ...user, permissions: [] } }));
  await page.getByRole('link', { name: 'Próximo mês' }).click();
  await expect.poll(asked).toEqual({ from: '2026-12-27', to: '2027-02-06' });
  // Without the permission to edit trips.
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${beachId}/passageiros`);
});

test('a week shows one vehicle or guide alone where it is asked for; the other views show the same days', async () => {
  const { asked } = await open('?visao=semana&dia=2026-12-05');
  expect(asked()).toEqual({ from: '2026-11-29', to: '2026-12-05' });
  await page.getByLabelText('Veículo ou guia').selectOptions('Rita');
  await expect.element(page.getByRole('link', { name: 'Cachoeira' })).not.toBeInTheDocument();
  await expect.element(day('sexta-feira, 04/12').getByRole('link', { name: 'Praia' })).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Saídas em' });
  await expect
    .element(views.getByRole('link', { name: 'Mês' }))
    .toHaveAttribute('href', '/admin/saidas/calendario?visao=mes&dia=2026-12-05');
  await page.getByRole('link', { name: 'Semana anterior' }).click();
  await expect.poll(asked).toEqual({ from: '2026-11-22', to: '2026-11-28' });
});

test('on a phone the calendar is a list of the days with departures', async () => {
  await setWindow();
  await open('?visao=mes&dia=2026-12-15');
  await expect.element(day('sábado, 05/12').getByRole('link', { name: 'Cachoeira' })).toBeVisible();
  await expect.element(page.getByText('segunda-feira, 07/12')).not.toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});
