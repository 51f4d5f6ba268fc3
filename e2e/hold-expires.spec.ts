import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';
import { database, insertPerson, tokenOf } from './sessions.ts';

/** The server sweeps every 15 seconds. */
const SWEPT_MS = 45_000;

test('a hold ends by itself: its places are back on the portal, and its payer reads why', { tag: '@both' }, async ({
  page,
  request,
  browser,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const person = newPerson();
  await insertPerson(person);
  const trip = await familyTrip(request, { capacity: 3 });
  const reservation = await reserveParty(request, await tokenOf(person), trip, { Adulto: 2, Criança: 1 });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/portal/passeio/${trip.slug}`);
  await expect(visitor.getByText('Sem vagas').first()).toBeVisible();

  await signInAs(person);
  await page.goto(`/minhasreservas/${reservation.code}`);
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await (await database()).query('update reservations set hold_expires_at = now() where id = $1', [reservation.id]);

  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByText('Restam 3 vagas').first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: SWEPT_MS });
  await page.reload();
  await expect(page.getByText('Reserva expirada').first()).toBeVisible();
  await expect(page.getByText('O prazo do sinal passou e as vagas ficaram livres.')).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await visitor.context().close();
});
