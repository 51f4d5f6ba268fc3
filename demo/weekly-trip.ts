import { findTrip } from '../server/src/domains/trips/index.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import type { Storage } from '../server/src/ports/storage/port.ts';
import { copyToWeeks } from './other-dates.ts';
import { readFilledTrip, writeParty } from './parties.ts';
import { travellerNames } from './people.ts';
import { traveller } from './travellers.ts';

const DAY_MS = 24 * 3_600_000;
/** The trip that goes every week. */
const SLUG = 'rota-do-cafe';
/** Groups of two on each date after the first: the next ones have their minimum, and one is nearly full. */
const couples = [5, 4, 7, 3, 1, 2, 0, 1, 0, 0, 0] as const;
/** The first of the names that no other trip has. */
const FIRST_TRAVELLER = 60;

/** Seeds the eleven dates that follow the first of a weekly trip, some with reservations. */
export async function writeWeeklyTrip(trx: DatabaseTransaction, storage: Storage, confirmedBy: string): Promise<void> {
  const source = await findTrip(trx, 'slug', SLUG);
  if (!source) return;
  const ids = await copyToWeeks(
    trx,
    storage,
    source,
    couples.map((_, index) => index + 1),
  );
  const count = couples.reduce<number>((sum, some) => sum + some, 0);
  const payers = travellerNames(FIRST_TRAVELLER + count)
    .map(traveller)
    .slice(FIRST_TRAVELLER);
  await trx.insertInto('users').values(payers).execute();
  const left = payers.values();
  for (const [date, some] of couples.entries()) {
    const trip = await readFilledTrip(trx, ids[date] ?? '');
    if (!trip) continue;
    for (const [index, payer] of left.take(some).toArray().entries()) {
      await writeParty(trx, trip, payer, {
        ...{ company: ['adult'], channel: 'operator', holdExpiresAt: null, boardingPoint: index, index, confirmedBy },
        paid: index % 2 === 0 ? 'everything' : 'deposit',
        createdAt: new Date(Date.now() - (12 - date) * DAY_MS),
      });
    }
  }
}
