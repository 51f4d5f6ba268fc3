import type { QueuedEmail } from '../src/domains/messages/index.ts';
import type { SweepDeps } from '../src/domains/reservations/offers/serve-waiting.ts';
import type { Queue } from '../src/platform/jobs/jobs.ts';
import type { TestApp } from './app.ts';
import { call, createPerson, type Person } from './factories.ts';
import type { FamilyTrip } from './parties.ts';

type Counts = Partial<Record<'adult' | 'child' | 'lapChild', number>>;

/** What ends holds and serves waiting lists in a process; committed e-mails go to `emails`. */
export function sweepDepsOf({ app }: TestApp, emails: QueuedEmail[] = []): SweepDeps {
  const { db, changes, logger } = app.deps;
  const enqueueAll = async (_: Queue, data: object[]) => void emails.push(...(data as QueuedEmail[]));
  return { db, changes, logger, jobs: { enqueueAll }, publicUrl: 'https://passeio.example' };
}

/** The body of a party. */
export function partyOf(trip: FamilyTrip, counts: Counts) {
  return { party: Object.entries(counts).map(([fare, count]) => ({ fareId: trip.fares[fare as 'adult'], count })) };
}

/** Puts somebody, new unless it is said who, on a trip's waiting list. */
export async function joinList(app: TestApp, trip: FamilyTrip, counts: Counts, known?: Person) {
  const person = known ?? (await createPerson(app));
  const body = partyOf(trip, counts);
  const { status, body: entry } = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, {
    token: person.token,
    body,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(entry)}`);
  return { person, entry };
}

/** The states of a trip's entries, the oldest first. */
export async function waitingStates({ db }: TestApp, tripId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_list_entries')
    .select('state')
    .where('trip_id', '=', tripId)
    .orderBy('joined_at')
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
}
