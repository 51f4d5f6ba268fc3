import type { Touch } from '@passeio/contract/sources';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';

const link = (source: string, medium: string, campaign: string, referrer: Touch['referrer'] = 'social') => ({
  ...{ source, medium, campaign, referrer },
});
const search = link('', '', '', 'search');
/** How clients came, in turns; null: directly. */
const ways = [
  link('instagram', 'ads', 'fim-de-semana'),
  null,
  search,
  link('instagram', 'bio', ''),
  null,
  link('google', 'ads', 'fim-de-semana', 'search'),
  link('whatsapp', 'grupo', '', 'direct'),
];

/** How clients came who reserved on the site, and what ads cost of the trip that most of them reserved. */
export async function writeSources(trx: DatabaseTransaction): Promise<void> {
  const reservations = await trx
    .selectFrom('reservations')
    .select(['id', 'trip_id', 'created_at'])
    .where('channel', '=', 'site')
    .where('is_active', '=', true)
    // Sellers booked the others.
    .where((eb) => eb.or([eb('seller_way', 'is', null), eb('seller_way', '!=', 'seller')]))
    .orderBy('id')
    .execute();
  for (const [index, { id, created_at }] of reservations.entries()) {
    const last = ways[index % ways.length];
    if (!last) continue;
    const before = (hours: number) => new Date(created_at.getTime() - hours * 3_600_000).toISOString();
    // Some had looked before, and came back by a link.
    const first = index % 3 === 0 ? { ...search, at: before(50) } : { ...last, at: before(1) };
    const touches = [first, { ...last, at: before(1) }].map((touch) => JSON.stringify(touch));
    await sql`update reservations set first_touch = ${touches[0]}::jsonb, last_touch = ${touches[1]}::jsonb
      where id = ${id}`.execute(trx);
  }
  const byTrip = Map.groupBy(reservations, ({ trip_id }) => trip_id);
  const [advertised] = [...byTrip].toSorted(([a, some], [b, more]) => more.length - some.length || (a < b ? -1 : 1));
  if (!advertised) return;
  const ads = [
    { source: 'instagram', cents: 18_000 },
    { source: 'google', cents: 9_500 },
  ];
  const costs = { ads: JSON.stringify(ads) };
  await trx
    .insertInto('trip_costs')
    .values({ trip_id: advertised[0], ...costs })
    .onConflict((conflict) => conflict.column('trip_id').doUpdateSet(costs))
    .execute();
}
