import { randomUUIDv7 } from 'node:crypto';
import type { ReservationStatus } from '@passeio/contract/reservation-states';
import type { TestApp } from './app.ts';
import { createPerson } from './factories.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface TakenPlace {
  status?: ReservationStatus;
  hoursAgo?: number;
  takenAt?: Date;
  receivedCents?: number;
  person?: { id: string };
}

let taken = 0;

/** A reservation of R$ 100,00 with a deposit of R$ 30,00, by somebody new unless it is said who; `staff` saw its money. */
export async function createReservation(
  app: TestApp,
  staff: { id: string },
  tripId: string,
  { status = 'held', hoursAgo = 0, takenAt, receivedCents = 0, person }: TakenPlace = {},
): Promise<string> {
  const { id: userId } = person ?? (await createPerson(app));
  const id = randomUUIDv7();
  taken += 1;
  await app.db
    .insertInto('reservations')
    .values({
      id,
      code: `T${String(taken).padStart(5, '0')}`,
      trip_id: tripId,
      user_id: userId,
      status,
      price_cents: 10_000,
      deposit_cents: 3_000,
      channel: 'site',
      boarding_point_id: null,
      created_at: takenAt ?? new Date(Date.now() - hoursAgo * HOUR_MS),
      cancelled_at: status === 'cancelled' ? new Date() : null,
    })
    .execute();
  if (receivedCents > 0) {
    await app.db
      .insertInto('payments')
      .values({
        id: randomUUIDv7(),
        reservation_id: id,
        kind: 'deposit',
        method: 'pix',
        amount_cents: receivedCents,
        confirmed_by: staff.id,
      })
      .execute();
  }
  return id;
}
