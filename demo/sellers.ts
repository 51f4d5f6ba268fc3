import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { changeReservation } from '../server/src/domains/reservations/index.ts';
import { closeStatement } from '../server/src/domains/sellers/statements.ts';
import { system } from '../server/src/platform/audit/audit.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import { demoAccounts } from './people.ts';

const sellers = [
  {
    name: 'Marlene Costa Dias',
    kind: 'person',
    code: 'MARQ3NE',
    contact: '+5535988810001',
    pix_key: 'marlene@exemplo.com.br',
  },
  {
    name: 'Viagens do Vale',
    kind: 'agency',
    code: 'VQTA7EX',
    contact: '+5535988810002',
    pix_key: 'vale@exemplo.com.br',
  },
] as const;

/** Two sellers with reservations of trips that are back and ahead; the client's account is the first, who has a statement. */
export async function writeSellers(trx: DatabaseTransaction, staff: { id: string; name: string }): Promise<void> {
  const email = demoAccounts.find(({ role }) => role === 'CLIENT')?.email ?? '';
  const client = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const rule = { id: randomUUIDv7(), kind: 'percent_of_fares', value: 1_000 } as const;
  await trx.insertInto('commission_rules').values(rule).execute();
  const ids = sellers.map(() => randomUUIDv7());
  for (const [index, seller] of sellers.entries())
    await trx
      .insertInto('sellers')
      .values({ id: ids[index] ?? '', ...seller, user_id: index === 0 ? (client?.id ?? null) : null })
      .execute();
  const back = await paidReservations(trx, sql<boolean>`t.returns_at < now()`);
  const ahead = await paidReservations(trx, sql<boolean>`t.departs_at > now() + interval '1 day'`);
  for (const [index, { id }] of [...back, ...ahead].entries())
    await changeReservation(trx, id, {
      seller_id: ids[index % 2] ?? null,
      seller_way: index % 3 === 0 ? 'seller' : 'link',
      commission_rule: JSON.stringify(rule),
    });
  const [seller = ''] = ids;
  const { rows } = await sql<{ month: string | null }>`
    select to_char(max(t.returns_at) at time zone (select time_zone from operator), 'YYYY-MM') as month
    from transfers c join reservations r on r.id = c.commission_of join trips t on t.id = r.trip_id
    where c.to_account = ${seller} and t.returns_at < now()`.execute(trx);
  const month = rows[0]?.month;
  const actor = { ...system, caller: { ...staff, role: 'OPERATOR' as const } };
  if (month) await closeStatement(trx, actor, { sellerId: seller, month });
}

async function paidReservations(trx: DatabaseTransaction, isAsked: ReturnType<typeof sql<boolean>>) {
  return trx
    .selectFrom('reservations as r')
    .innerJoin('trips as t', 't.id', 'r.trip_id')
    .select('r.id')
    .where('r.state', '=', 'booked')
    .where('r.received_cents', '>', 0)
    .where(isAsked)
    .orderBy('t.departs_at', 'desc')
    .orderBy('r.id')
    .limit(6)
    .execute();
}
