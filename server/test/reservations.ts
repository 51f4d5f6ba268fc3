import { randomUUIDv7 } from 'node:crypto';
import { type ReservationState, reservationStates } from '@passeio/contract/reservation-states';
import { recordEntry } from '../../demo/parties.ts';
import { fareOfPerson, lineRow } from '../src/domains/reservations/reservation/lines.ts';
import type { DatabaseTransaction } from '../src/platform/database/connect.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';
import { createPerson } from './factories.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface TakenPlace {
  state?: ReservationState;
  holdExpiresAt?: Date | null;
  hoursAgo?: number;
  takenAt?: Date;
  receivedCents?: number;
  person?: { id: string };
}

let taken = 0;

/**
 * A reservation of R$ 100,00 with a deposit of R$ 30,00, by somebody new unless it is said who; `staff` saw its money.
 */
export async function createReservation(
  app: TestApp,
  staff: { id: string },
  tripId: string,
  { state = 'held', holdExpiresAt = null, hoursAgo = 0, takenAt, receivedCents = 0, person }: TakenPlace = {},
): Promise<string> {
  const { id: userId } = person ?? (await createPerson(app));
  const id = randomUUIDv7();
  taken += 1;
  await inTransaction(app.db, async (trx) => {
    await trx
      .insertInto('reservations')
      .values({
        id,
        code: `T${String(taken).padStart(5, '0')}`,
        trip_id: tripId,
        user_id: userId,
        state,
        places: 1,
        total_cents: 10_000,
        deposit_cents: 3_000,
        channel: 'site',
        hold_expires_at: holdExpiresAt ?? (state === 'requested' ? new Date(Date.now() + HOUR_MS) : null),
        requested_at: state === 'requested' ? new Date() : null,
        created_at: takenAt ?? new Date(Date.now() - hoursAgo * HOUR_MS),
        cancelled_at: state === 'cancelled' ? new Date() : null,
      })
      .execute();
    await addParticipant(trx, { reservationId: id, tripId, userId, isActive: reservationStates[state].holdsPlaces });
    if (receivedCents === 0) return;
    const deposit = { kind: 'deposit', method: 'pix', amount_cents: receivedCents, recorded_by: staff.id } as const;
    await recordEntry(trx, { ...deposit, reservation_id: id });
  });
  return id;
}

async function addParticipant(
  trx: DatabaseTransaction,
  {
    reservationId,
    tripId,
    userId,
    isActive,
  }: { reservationId: string; tripId: string; userId: string; isActive: boolean },
): Promise<void> {
  const who = await trx
    .selectFrom('users')
    .select(['name', 'cpf', 'birthdate', 'rg', 'emitter', 'contact'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const fare = await trx
    .selectFrom('trip_fares')
    .select(['id', 'label'])
    .where('trip_id', '=', tripId)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const person = await trx
    .insertInto('participants')
    .values({
      id: randomUUIDv7(),
      reservation_id: reservationId,
      trip_id: tripId,
      is_active: isActive,
      position: 0,
      fare_id: fare.id,
      fare_label: fare.label,
      takes_place: true,
      name: who.name,
      cpf: who.cpf,
      birthdate: who.birthdate,
      document_number: who.rg,
      document_issuer: who.emitter,
      contact: who.contact,
      user_id: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('reservation_lines')
    .values(lineRow(reservationId, fareOfPerson({ ...person, price_cents: 10_000 }), null))
    .execute();
}
