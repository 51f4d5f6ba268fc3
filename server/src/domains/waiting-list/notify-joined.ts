import { pagePaths } from '@passeio/contract/paths';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { enqueueEmail, type NotifyDeps } from '../messages/index.ts';
import { findPerson } from '../users/index.ts';

/** Notifies the caller by e-mail, if the transaction commits, that they are on a waiting list. */
export async function notifyJoined(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: NotifyDeps,
  { id, trip, position, people }: WaitingListEntry,
  caller: Caller,
): Promise<void> {
  const person = await findPerson(trx, caller.id);
  if (!person?.email) return;
  const data = {
    name: person.name,
    trip: trip.title,
    position: position ?? 1,
    people,
    link: publicUrl + pagePaths.trip(trip.slug),
  };
  await enqueueEmail(
    jobs,
    { kind: 'waitingJoined', to: person.email, data, reason: { waitingId: id, state: 'waiting' } },
    trx,
  );
}
