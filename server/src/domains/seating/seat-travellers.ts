import { seatEverybody, seatsItselfAt } from '@passeio/contract/seats/seating';
import type { Logger } from 'pino';
import { system } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockReservationsOf } from '../reservations/index.ts';
import { lockTrip } from '../trips/index.ts';
import { tripsToSeat } from './seating.queries.ts';
import { movePeople, readSeating, seatOf } from './seating.ts';

interface SeatingDeps {
  db: Database;
  logger: Pick<Logger, 'warn' | 'info'>;
}

interface Moment {
  now?: Date;
  signal?: AbortSignal;
}

/** Seats people without a seat on trips that are about to depart, a transaction for each trip. */
export async function seatTravellers(deps: SeatingDeps, { now = new Date(), signal }: Moment = {}): Promise<void> {
  for (const tripId of await tripsToSeat(deps.db, now)) {
    if (signal?.aborted) return;
    try {
      const seated = await inTransaction(deps.db, (trx) => seatTrip(trx, tripId, now));
      if (seated > 0) deps.logger.info({ tripId, people: seated }, 'people have been seated');
    } catch (error) {
      // The other trips do not wait for this one.
      logFailure(deps, error, { tripId });
    }
  }
}

async function seatTrip(trx: DatabaseTransaction, tripId: string, now: Date): Promise<number> {
  const trip = await lockTrip(trx, tripId);
  if (!trip?.auto_seating || seatsItselfAt(trip.departs_at) > now) return 0;
  await lockReservationsOf(trx, tripId);
  const { vehicles, travellers, isMinor } = await readSeating(trx, trip);
  const people = travellers
    .map((one) => ({ ...one, isMinor: isMinor(one), reservationId: one.reservation_id, seat: seatOf(one) }))
    .filter(({ seat, stands, state }) => seat !== null || !(stands || state === 'requested'));
  const changes = [...seatEverybody(vehicles, people)].map(([participantId, seat]) => ({ participantId, seat }));
  await movePeople(trx, system, { trip, people: travellers, changes, byStaff: false });
  return changes.length;
}

function logFailure({ logger }: SeatingDeps, error: unknown, facts: object): void {
  const reason = error instanceof Error ? error.message : String(error);
  logger.warn({ ...facts, reason }, 'people could not be seated; the next sweep tries again');
}
