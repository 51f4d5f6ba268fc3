import { sql } from 'kysely';
import { system } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { eraseCounted } from '../../platform/database/erased-counts.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { eraseAsStaff } from './erasure-requests.ts';

/** People who are erased in one night at most: a mistaken setting is noticed before everybody is gone. */
const MAX_PER_NIGHT = 200;

interface EraseDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Erases clients who have not travelled for as many years as the operator says, if it does. Those of whom something is
 * open, such as a credit, stay and are counted. What fails for one person holds up nobody else, and is thrown at the
 * end.
 */
export async function eraseIdlePeople({ db, jobs }: EraseDeps, limit = MAX_PER_NIGHT): Promise<void> {
  const failures: unknown[] = [];
  let [erased, refused] = [0, 0];
  for (const id of await findIdle(db)) {
    if (erased === limit) break;
    try {
      erased += await eraseIfIdle({ db, jobs }, id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERASURE_OPEN') refused += 1;
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  await eraseCounted(db, 'idlePeople', async () => 0);
  await eraseCounted(db, 'idleRefused', async () => refused);
}

/** Erases a person, unless they have come back since they were found; returns how many people. */
function eraseIfIdle({ db, jobs }: EraseDeps, id: string): Promise<number> {
  return eraseCounted(db, 'idlePeople', async (trx) => {
    if ((await findIdle(trx, id)).length === 0) return 0;
    await eraseAsStaff(trx, { ...system, name: 'Prazo de guarda' }, jobs, id);
    return 1;
  });
}

// People who are signed in, have a gift card, or wait for a date have not gone. A trip to come is later than any limit.
async function findIdle(db: Database, only?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u, lateral (
      select now() - make_interval(years => erase_idle_years::integer) as since from operator
    ) idle
    where u.role = 'CLIENT' and u.erased_at is null and u.created_at < idle.since
      and u.id = coalesce(${only ?? null}::uuid, u.id)
      and not exists (select from reservations r join trips t on t.id = r.trip_id
        where r.user_id = u.id and greatest(r.created_at, t.returns_at) >= idle.since)
      and not exists (select from participants p join trips t on t.id = p.trip_id
        where p.user_id = u.id and t.returns_at >= idle.since)
      and not exists (select from waiting_list_entries w where w.user_id = u.id and w.joined_at >= idle.since)
      and not exists (select from gift_cards g
        where lower(u.email) in (lower(g.buyer_email), lower(g.recipient_email)) and g.created_at >= idle.since)
      and not exists (select from trip_alerts a where lower(a.email) = lower(u.email) and a.confirmed_at is not null)
      and not exists (select from identity.session s where s."userId"::text = u.subject and s."expiresAt" > now())
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}
