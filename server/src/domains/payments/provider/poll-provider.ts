import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { Listed, Payment, PaymentProvider } from '../../../ports/payments/port.ts';
import { isKnown } from '../ledger/ledger.queries.ts';
import { recordBankReturns } from '../refunds/bank-returns.ts';
import { noteReview } from './card-reviews.ts';
import { type ConfirmingDeps, enqueueNotices } from './confirm-payments.ts';
import { recordReportedNow } from './record-reported.ts';
import { forgetUnreadable, noteUnreadable } from './unreadable-payments.ts';

const DAY_MS = 24 * 3_600_000;
// A bank may list a payment some minutes after it came.
const OVERLAP_MS = 10 * 60_000;
const LONGEST_MS = 30 * DAY_MS;
// Its receiver returns a Pix within 90 days; its payer disputes it within 80, and the banks decide within 11.
const RETURNABLE_MS = 100 * DAY_MS;

/** What polls the provider: a payment that cannot be recorded is tried again from the queue of notices. */
type PollingDeps = ConfirmingDeps & { jobs: Pick<Jobs, 'enqueueAll'> };

/**
 * Asks the provider for what came since the last time; after that every hour for the last two days, and every night for
 * the last week, because it may list a payment late. Records what no notice has named, and what went back without our
 * asking, every night also of older payments: as long as a Pix can be returned or disputed. Throws if the provider does
 * not answer; what it does not list of earlier days holds up nothing that came since.
 */
export async function pollProvider(deps: PollingDeps): Promise<void> {
  await asOnlyPoller(deps.db, deps.provider, () => pollNow(deps));
}

async function pollNow(deps: PollingDeps): Promise<void> {
  const { polled_until, now: askedAt, ...polls } = await readPolls(deps);
  const now = Date.now();
  const since = Math.max((polled_until?.getTime() ?? now) - OVERLAP_MS, now - LONGEST_MS);
  // What another process's clock wrote may lie ahead of ours.
  const from = Math.min(since, now - OVERLAP_MS);
  await recordAll(deps, deps.provider.notices.list(new Date(from), new Date(now)));
  const poll = { until: new Date(now), askedAt };
  await savePoll(deps, poll);
  const daysBack = polls.is_time_for_week ? WEEK : polls.is_time_for_two_days ? TWO_DAYS : 0;
  if (daysBack === 0) return;
  const back = new Date(now - daysBack * DAY_MS);
  await recordAll(deps, deps.provider.notices.list(back, new Date(from)));
  await savePoll(deps, { ...poll, daysBack });
  // Once a night, whether the bank answers or not: it is asked for some months.
  if (daysBack === WEEK) await recordReturned(deps, new Date(now - RETURNABLE_MS), back);
}

/** Records what went back of payments that we know. */
async function recordReturned(deps: PollingDeps, from: Date, to: Date): Promise<void> {
  const { db, provider } = deps;
  for await (const listed of provider.notices.listReturned?.(from, to) ?? []) {
    if (!('unreadable' in listed) && (await isKnown(db, listed))) await recordListed(deps, listed);
  }
}

async function recordAll(deps: PollingDeps, list: AsyncIterable<Listed>): Promise<void> {
  for await (const listed of list) {
    if ('unreadable' in listed) {
      await noteUnreadable(deps.db, listed);
      deps.logger.warn({ reference: listed.unreadable }, 'a payment of the list cannot be read; staff is warned');
    } else if ('inReview' in listed) await noteReview(deps, listed);
    else await recordListed(deps, listed);
  }
}

async function recordListed(deps: PollingDeps, payment: Payment): Promise<void> {
  const { reference } = payment;
  try {
    const outcome = await recordReportedNow(deps, payment);
    await forgetUnreadable(deps.db, reference);
    await recordBankReturns(deps, payment);
    if (outcome !== 'known') deps.logger.info({ reference }, 'a payment was found that no notice had named');
  } catch (error) {
    await enqueueNotices(deps, [payment]);
    const reason = error instanceof Error ? error.message : String(error);
    deps.logger.warn({ reference, reason }, 'a payment was not recorded; tried again soon');
  }
}

/** Payments of which no notice comes are found within an hour, while somebody owes money. */
export const pollMoments = sql`
  select coalesce(asked_at, now()) + interval '1 hour' as at
  from operator cross join unnest(provider_names) as provider (name)
  left join provider_polls on provider_polls.provider = provider.name
  where exists (
    select from reservations r join trips t on t.id = r.trip_id
    where r.is_active and r.received_cents < r.total_cents and t.departs_at > now() - interval '10 days')`;

const TWO_DAYS = 2;
const WEEK = 7;
// One of all processes polls a provider at a time.
const LOCK = 7_420_014;

/**
 * Runs `work` unless another process does. The lock belongs to a connection, so that no transaction stays open while
 * the provider is asked, and a process that is killed loses it.
 */
async function asOnlyPoller(db: Database, { name }: PaymentProvider, work: () => Promise<void>): Promise<void> {
  await (db as Kysely<Schema>).connection().execute(async (connection) => {
    const { rows } = await sql<{
      locked: boolean;
    }>`select pg_try_advisory_lock(${LOCK}, hashtext(${name})) as locked`.execute(connection);
    if (!rows[0]?.locked) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}, hashtext(${name}))`.execute(connection);
    }
  });
}

/** What was asked for when; null before the first time. */
interface Polls {
  /** The time of the database's clock. */
  now: Date;
  polled_until: Date | null;
  /** Whether it is time for two days back, every hour, and for a week, every night at three. */
  is_time_for_two_days: boolean;
  is_time_for_week: boolean;
}

async function readPolls({ db, provider }: PollingDeps): Promise<Polls> {
  const { rows } = await sql<Polls>`
    select now(), polled_until,
      coalesce(two_days_at, '-infinity') <= now() - interval '1 hour' as is_time_for_two_days,
      coalesce(week_at, '-infinity') < (date_trunc('day', (now() at time zone time_zone) - interval '3 hours')
        + interval '3 hours') at time zone time_zone as is_time_for_week
    from operator left join provider_polls on provider = ${provider.name}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('there is one operator');
  return row;
}

/** `until`: by the clock of this process, as the provider was asked; `askedAt`: the same by that of the database. */
async function savePoll(
  { db, provider }: PollingDeps,
  { until, askedAt, daysBack = 0 }: { until: Date; askedAt: Date; daysBack?: number },
): Promise<void> {
  const poll = {
    polled_until: until,
    asked_at: askedAt,
    ...(daysBack >= TWO_DAYS && { two_days_at: askedAt }),
    ...(daysBack >= WEEK && { week_at: askedAt }),
  };
  await db
    .insertInto('provider_polls')
    .values({ ...poll, provider: provider.name })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(poll))
    .execute();
}
