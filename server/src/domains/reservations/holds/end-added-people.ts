import { dayAndTime } from '@passeio/contract/format-moments';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { sql } from 'kysely';
import { system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueueEmails } from '../../messages/index.ts';
import { findPerson } from '../../users/index.ts';
import type { SweepDeps } from '../offers/serve-waiting.ts';
import { heldAmong } from '../participants/held-people.ts';
import { isAdultOf, lockParty, type OpenParty } from '../participants/open-party.ts';
import { endLink } from '../participants/participant-links.queries.ts';
import { saveParty } from '../participants/save-party.ts';
import { accompany } from '../reservation/party.ts';
import type { Person } from '../reservation/person.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { isClockStopped } from '../reservation/reservations.policy.ts';
import { awaitsBank, isAwaitingBank, isClockRunning } from './expire-holds.queries.ts';

const BATCH = 200;

/**
 * Takes people out of booked reservations whom their payers added and whose deposit did not come in time; their payers
 * are notified, and the waiting list is served. Failures go to `onError`.
 */
export async function endAddedPeople(
  deps: SweepDeps,
  timeZone: string,
  { signal, onError }: { signal?: AbortSignal | undefined; onError: (error: unknown, tripId: string) => void },
): Promise<void> {
  for (const { reservation_id, trip_id } of await dueReservations(deps.db)) {
    if (signal?.aborted) return;
    try {
      const left = await inTransaction(deps.db, (trx) => takeOutDue(trx, deps, reservation_id, timeZone));
      if (left === 0) continue;
      deps.changes.announce(`places:${trip_id}`);
      deps.logger.info({ tripId: trip_id, people: left }, 'holds of added people have expired');
    } catch (error) {
      onError(error, trip_id);
    }
  }
}

// In random order, so that several processes meet at few reservations.
async function dueReservations(db: Database): Promise<{ reservation_id: string; trip_id: string }[]> {
  const { rows } = await sql<{ reservation_id: string; trip_id: string }>`
    select reservation_id, trip_id from (
      select distinct p.reservation_id, p.trip_id from participants p
      join reservations on reservations.id = p.reservation_id join trips on trips.id = p.trip_id
      where p.held_until <= now() and p.held_until is not null and p.removed_at is null and p.is_active
        and reservations.state = 'booked' and ${isClockRunning} and not ${awaitsBank(sql`p.held_until`)}
        and trips.departs_at > now() and trips.cancelled_at is null
    ) due order by random() limit ${BATCH}`.execute(db);
  return rows;
}

// How many left; none where somebody paid, took them out or sent a receipt meanwhile.
async function takeOutDue(
  trx: DatabaseTransaction,
  { jobs }: SweepDeps,
  reservationId: string,
  timeZone: string,
): Promise<number> {
  const party = await lockParty(trx, reservationId, 'staff');
  const { reservation, now } = party;
  const due = heldAmong(party.people).filter((one) => one.held_until !== null && one.held_until <= now);
  if (due.length === 0 || reservation.state !== 'booked' || isClockStopped(reservation)) return 0;
  if (await isAwaitingBank(trx, reservationId)) return 0;
  const people = withoutDue(party, new Set(due.map(({ id }) => id)));
  const gone = people.filter((one) => one.removed_at !== null);
  const partyChanges = await saveParty(trx, party, people);
  for (const one of gone) await endLink(trx, one.id);
  await recordReservationAudit(trx, system, party, {
    action: 'reservation.added_people_expired',
    changes: { participant: [gone.map((one) => nameAmong(one, party.people)).join(', '), null], ...partyChanges },
  });
  const payer = await findPerson(trx, reservation.user_id);
  if (payer?.email) {
    const deadline = dayAndTime(due[0]?.held_until ?? now, timeZone);
    const about = { reservationId, people: gone.length, deadline };
    await enqueueEmails(jobs, [{ kind: 'addedPeopleExpired', to: payer.email, about }], trx);
  }
  return gone.length;
}

// Children on their laps for whom no other lap is free go too, the last ones first.
function withoutDue(party: OpenParty, due: ReadonlySet<string>): Person[] {
  const people: Person[] = party.people.map((one) => ({ ...one, removed_at: due.has(one.id) ? party.now : null }));
  const onTheirLaps = people.filter((one) => !one.takes_place && one.companion_id && due.has(one.companion_id));
  for (;;) {
    const staying = people.filter((one) => one.removed_at === null).map((one) => ({ ...one }));
    try {
      accompany(staying, (one) => isAdultOf(party, one));
      return people;
    } catch (error) {
      const child = onTheirLaps.pop();
      if (!child) throw error;
      child.removed_at = party.now;
    }
  }
}
