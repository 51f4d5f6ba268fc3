import { sweepHolds } from '../server/src/domains/reservations/expire-holds.ts';
import { createChangeNotifier } from '../server/src/platform/changes/change-notifier.ts';
import { createDatabase, createPool } from '../server/src/platform/database/connect.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { createLogger } from '../server/src/platform/process/logging.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { newPerson, ownOrigin } from './people.ts';
import { expectNoSidewaysScrolling, goOnIn } from './screens.ts';
import { database, insertPerson, tokenOf } from './sessions.ts';

test('a hold that has ended: its places are back on the portal, and its payer reads why', { tag: '@phone' }, async ({
  page,
  request,
  browser,
  signInAs,
}) => {
  const person = newPerson();
  await insertPerson(person);
  const trip = await familyTrip(request, { capacity: 3 });
  const reservation = await reserveParty(request, await tokenOf(person), trip, { Adulto: 2, Criança: 1 });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/portal/passeio/${trip.slug}`);
  await expect(visitor.getByText('Esgotada').first()).toBeVisible();

  await signInAs(person);
  await page.goto(`/minhasreservas/${reservation.code}`);
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await (await database()).query('update reservations set hold_expires_at = now() where id = $1', [reservation.id]);
  await endDueHolds();

  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByText('Restam 3 vagas').first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByText('Reserva expirada').first()).toBeVisible();
  await expect(page.getByText('O prazo do sinal passou e as vagas ficaram livres.')).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await goOnIn(page, 'desktop');
  await expectNoSidewaysScrolling(page);
  await visitor.context().close();
});

/** Ends due holds as one more process of the server would: expiring-holds.test.ts waits for the 15 s of a real one. */
async function endDueHolds(): Promise<void> {
  const connectionString = await findRunningPostgres(process.env.E2E_DATA_DIR ?? '');
  const logger = createLogger('error');
  const onError = (error: Error) => logger.error(error.message);
  const pool = createPool({ connectionString, max: 1, onError });
  const changes = createChangeNotifier({ connectionString, onError });
  await expect.poll(() => changes.isListening).toBe(true);
  const jobs = { enqueueAll: async () => undefined };
  await sweepHolds({ db: createDatabase(pool), changes, logger, jobs, publicUrl: ownOrigin() });
  await changes.stop();
  await pool.end();
}
