import { sql } from 'kysely';
import { inTransaction } from '../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';
import { createPerson, createTrip } from './factories.ts';

const FIRST_CODE = 0xa00000;
let made = 0;

/** Held reservations of one person each, all by the same payer, whose holds end at `deadline`. */
export async function holdPlaces(app: TestApp, tripId: string, count: number, deadline: Date): Promise<void> {
  const payer = await createPerson(app);
  const firstCode = FIRST_CODE + made;
  made += count;
  await inTransaction(app.db, async (trx) => {
    await sql`
      insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
        hold_expires_at, created_at)
      select gen_random_uuid(), upper(to_hex(${firstCode} + n)), ${tripId}, ${payer.id}, 'held', 1, 10000, 3000,
        'operator', ${deadline}, ${deadline}::timestamptz - interval '1 day'
      from generate_series(1, ${count}) n`.execute(trx);
    await sql`
      insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
        takes_place, name)
      select gen_random_uuid(), r.id, r.trip_id, true, 0, f.id, f.label, true, 'Ana Lima'
      from reservations r join trip_fares f on f.trip_id = r.trip_id and f.position = 0
      where r.trip_id = ${tripId} and not exists (select from participants p where p.reservation_id = r.id)`.execute(
      trx,
    );
    await sql`
      insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
      select gen_random_uuid(), reservation_id, id, 'fare', fare_label, 10000, fare_id from participants p
      where trip_id = ${tripId}
        and not exists (select from reservation_lines l where l.reservation_id = p.reservation_id)`.execute(trx);
  });
}

/** A trip full of holds that end at `deadline`. */
export async function tripOfHolds(app: TestApp, count: number, deadline: Date): Promise<string> {
  const { id } = await createTrip(app, { capacity: count });
  await holdPlaces(app, id, count, deadline);
  return id;
}

/** As if a payer had let go of places, all of theirs or of a reservation, so long ago that they may hold some again. */
export async function endPause({ db }: Pick<TestApp, 'db'>, payerOrReservationId: string): Promise<void> {
  await sql`
    update reservations set cancelled_at = cancelled_at - interval '2 days',
      hold_expires_at = hold_expires_at - interval '2 days'
    where ${payerOrReservationId}::uuid in (id, user_id) and not is_active`.execute(db);
}

/** As if the deadline of people who were added to a reservation had passed a minute ago. */
export async function passHeldDeadline({ db }: Pick<TestApp, 'db'>, reservationId: string): Promise<void> {
  await sql`
    update participants set held_until = now() - interval '1 minute'
    where reservation_id = ${reservationId} and held_until is not null and removed_at is null`.execute(db);
}
