import type { CalendarDeparture } from '@passeio/contract/departures/departure-calendar';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { expectNoSidewaysScrolling, expectWords, setWindow } from '~/test/screen';
import * as calendar from './calendar';

const READ = 'GET /api/departures/calendar';
const CREW = 'GET /api/trips/0197d2a4-5c3b-7d10-9a55-00000000000b/crew';
const [fallsId, beachId] = ['0197d2a4-5c3b-7d10-9a55-00000000000a', '0197d2a4-5c3b-7d10-9a55-00000000000b'];

function departure(more: Partial<CalendarDeparture>): CalendarDeparture {
  return {
    ...{ id: fallsId, title: 'Cachoeira', date: '2026-12-05T08:00:00.000Z', isActive: true },
    ...{ firstDay: '2026-12-05', lastDay: '2026-12-05', placesTaken: 12, capacity: 46 },
    ...{ vehicles: ['Van azul'], guides: ['Zé Luís'], conflicts: [], crew: [] },
    ...more,
  };
}

const [anaId, osmarId] = ['0197d2a4-5c3b-7d10-9a55-00000000000c', '0197d2a4-5c3b-7d10-9a55-00000000000d'];
const ana = (other: string, title: string, date: string) => ({
  ...{ id: anaId, name: 'Ana Lima', roles: ['guide' as const] },
  conflicts: [{ kind: 'rest' as const, tripId: other, title, date, restMinutes: 120 }],
});

const falls = departure({
  crew: [ana(beachId, 'Praia', '2026-12-04T22:00:00.000Z')],
  conflicts: [{ name: 'Van azul', otherId: beachId, otherTitle: 'Praia' }],
});
const beach = departure({
  ...{ id: beachId, title: 'Praia', date: '2026-12-04T22:00:00.000Z', guides: ['Rita'], isActive: false },
  ...{ firstDay: '2026-12-04', lastDay: '2026-12-06', crew: [ana(fallsId, 'Cachoeira', '2026-12-05T08:00:00.000Z')] },
  conflicts: [{ name: 'Van azul', otherId: fallsId, otherTitle: 'Cachoeira' }],
});

async function open(search: string) {
  const team = [
    { id: anaId, name: 'Ana Lima', freeDays: [] },
    { id: osmarId, name: 'Osmar Dias', freeDays: ['2026-12-06'] },
  ];
  const json = { today: '2026-12-03', data: [beach, falls], team };
  const at = `/admin/saidas/calendario${search}`;
  const network = await renderInArea(calendar, {
    at,
    role: 'OPERATOR',
    responses: { [READ]: { json }, [CREW]: { json: { data: [] } } },
  });
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
  await expectWords(day('sábado, 05/12'), 'Van azulGuia Ana Lima · Zé Luís');
  await expectWords(day('sábado, 05/12'), 'Livres: Osmar Dias');
  await expectWords(day('domingo, 06/12'), 'Não trabalham: Osmar Dias');
  const conflicts = page.getByRole('region', { name: /^2 conflitos/ });
  await expectWords(conflicts, 'Ana Lima em “Praia”, sex., 4 de dez.: só descansa 2 h entre esta saída e “Cachoeira”');
  await expectWords(conflicts, 'Van azul: Cachoeira e Praia no mesmo dia');
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
  await page.getByLabelText('Veículo ou pessoa').selectOptions('Rita');
  await expect.element(page.getByRole('link', { name: 'Cachoeira' })).not.toBeInTheDocument();
  await expect.element(day('sexta-feira, 04/12').getByRole('link', { name: 'Praia' })).toBeVisible();
  const views = page.getByRole('navigation', { name: 'Saídas em' });
  await expect
    .element(views.getByRole('link', { name: 'Mês' }))
    .toHaveAttribute('href', '/admin/saidas/calendario?visao=mes&dia=2026-12-05');
  await page.getByRole('link', { name: 'Semana anterior' }).click();
  await expect.poll(asked).toEqual({ from: '2026-11-22', to: '2026-11-28' });
});

test('the crew of a departure opens from its day and from its conflict', async () => {
  await open('?visao=semana&dia=2026-12-05');
  const dialog = page.getByRole('dialog', { name: 'Quem trabalha' });
  await page.getByRole('button', { name: 'Escalar: Praia, sábado, 05/12' }).click();
  await expect.element(dialog.getByText(/^Praia, /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await page.getByRole('button', { name: 'Trocar' }).click();
  await expect.element(dialog.getByText(/^Ninguém cadastrado ainda\./)).toBeVisible();
  await expectNothingFound();
});

test('on a phone the calendar is a list of the days with departures', async () => {
  await setWindow();
  await open('?visao=mes&dia=2026-12-15');
  await expect.element(day('sábado, 05/12').getByRole('link', { name: 'Cachoeira' })).toBeVisible();
  await expect.element(page.getByText('segunda-feira, 07/12')).not.toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});
