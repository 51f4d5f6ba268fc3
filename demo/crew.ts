import { randomUUIDv7 } from 'node:crypto';
import { allWeekdays, type CrewRole } from '@passeio/contract/crew/crew';
import { changeTripCrew } from '../server/src/domains/crew/trip-crew.ts';
import { readTimeZone } from '../server/src/domains/settings/index.ts';
import { system } from '../server/src/platform/audit/audit.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import { demoAccounts } from './people.ts';

const GUIDE = demoAccounts.find(({ role }) => role === 'GUIDE')?.name ?? '';

const members = [
  { name: 'Osmar Dias', phone: '+5535988880011', is_guide: false, is_driver: true, weekdays: allWeekdays },
  { name: 'Jair Fonseca', phone: '+5535988880012', is_guide: false, is_driver: true, weekdays: allWeekdays },
  { name: 'Pedro Salles', phone: '+5535988880013', is_guide: true, is_driver: false, weekdays: allWeekdays },
  { name: 'Tainá Rocha', phone: '+5535988880014', is_guide: true, is_driver: true, weekdays: [5, 6, 7] },
];
const ON_HOLIDAY = 'Pedro Salles';

/** The guide with an account returns on Saturday at 22:00 and leaves again at half past midnight. */
const crews: Record<string, readonly (readonly [name: string, CrewRole])[]> = {
  'monte-verde-pousada': [
    ['Pedro Salles', 'guide'],
    ['Osmar Dias', 'driver'],
  ],
  'rota-do-cafe': [
    ['Tainá Rocha', 'guide'],
    ['Tainá Rocha', 'driver'],
  ],
  'capitolio-canions': [
    [GUIDE, 'guide'],
    ['Osmar Dias', 'driver'],
  ],
  aparecida: [
    [GUIDE, 'guide'],
    ['Jair Fonseca', 'driver'],
  ],
};

/** Seeds guides and drivers, and who works on some departures: somebody rests too little between two. */
export async function writeCrew(trx: DatabaseTransaction, tripIds: Map<string, string>): Promise<void> {
  const rows = members.map((member) => ({ id: randomUUIDv7(), ...member }));
  await trx.insertInto('crew_members').values(rows).execute();
  const guide = await trx.selectFrom('users').select('id').where('name', '=', GUIDE).executeTakeFirstOrThrow();
  const ids = new Map([[GUIDE, guide.id], ...rows.map(({ id, name }) => [name, id] as const)]);
  const today = Temporal.Now.plainDateISO(await readTimeZone(trx));
  await trx
    .insertInto('crew_days_off')
    .values({
      member_id: ids.get(ON_HOLIDAY) ?? '',
      first_day: today.add({ days: 10 }).toString(),
      last_day: today.add({ days: 17 }).toString(),
    })
    .execute();
  for (const [slug, people] of Object.entries(crews)) {
    const crew = people.map(([name, role]) => ({ memberId: ids.get(name) ?? '', role }));
    await changeTripCrew(trx, system, tripIds.get(slug) ?? '', { crew, acceptsConflicts: true });
  }
}
