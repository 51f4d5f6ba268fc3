import { randomUUIDv7 } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { depositOf, insertPayments, insertReservation, statusByMoney } from '../domains/reservations/index.ts';
import { findPlacePrice } from '../domains/trips/index.ts';
import type { DatabaseTransaction } from '../platform/database/connect.ts';
import { takenPlaces, travellerNames } from './people.ts';

// By turns: nothing, the deposit, everything.
const STAGES = 3;
const methods = ['pix', 'pix', 'pix', 'cash', 'transfer'] as const;

interface FilledTrip {
  id: string;
  price_cents: number;
  deposit_percent: number;
  boarding_points: { id: string }[];
}

/** Seeds guests who booked by telephone, with the payments that their status implies and some missing data. */
export async function fillTrips(
  trx: DatabaseTransaction,
  tripIds: Map<string, string>,
  confirmedBy: string,
): Promise<void> {
  const travellers = travellerNames(Math.max(...Object.values(takenPlaces))).map(traveller);
  await trx.insertInto('users').values(travellers).execute();
  for (const [slug, count] of Object.entries(takenPlaces)) {
    const trip = await trx
      .selectFrom('trips')
      .select(['id', 'deposit_percent', 'boarding_points'])
      .where('id', '=', tripIds.get(slug) ?? '')
      .executeTakeFirst();
    if (!trip) continue;
    const ids = travellers.slice(0, count).map(({ id }) => id);
    const price_cents = (await findPlacePrice(trx, trip.id)) ?? 0;
    await reserve(trx, { ...trip, price_cents }, ids, confirmedBy);
  }
}

async function reserve(
  trx: DatabaseTransaction,
  trip: FilledTrip,
  userIds: string[],
  confirmedBy: string,
): Promise<void> {
  const price = { price_cents: trip.price_cents, deposit_cents: depositOf(trip) };
  const steps = [
    { kind: 'deposit', amount_cents: price.deposit_cents },
    { kind: 'balance', amount_cents: price.price_cents - price.deposit_cents },
  ] as const;
  const payments: Parameters<typeof insertPayments>[1] = [];
  for (const [index, userId] of userIds.entries()) {
    const paid = steps.slice(0, index % STAGES).filter(({ amount_cents }) => amount_cents > 0);
    const received = paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const point = trip.boarding_points[index % trip.boarding_points.length];
    const { id } = await insertReservation(trx, {
      trip_id: trip.id,
      user_id: userId,
      status: statusByMoney(received, price),
      ...price,
      channel: 'operator',
      // Some have no boarding point yet.
      boarding_point_id: index % 9 === 8 ? null : (point?.id ?? null),
      cancelled_at: null,
      created_at: takenAt(index),
    });
    const method = methods[index % methods.length] ?? 'pix';
    for (const entry of paid) payments.push({ ...entry, reservation_id: id, method, confirmed_by: confirmedBy });
  }
  await insertPayments(trx, payments);
}

// Spread over four weeks; unpaid ones are mostly recent.
function takenAt(index: number): Date {
  const hoursAgo = index % STAGES === 0 ? (index * 7) % 56 : 2 + ((index * 53) % (28 * 24));
  return new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
}

function traveller(name: string, index: number) {
  const knowsDocument = index % 7 !== 3;
  return {
    id: randomUUIDv7(),
    issuer: null,
    subject: null,
    name,
    email: `viajante${index + 1}@passageiros.example`,
    cpf: generateCpf(),
    rg: knowsDocument ? `MG-${20_000_000 + index * 7919}` : null,
    emitter: knowsDocument ? 'SSP/MG' : null,
    birthdate: index % 11 === 5 ? null : birthdate(index),
    contact: `+55359988${String(10_000 + index * 37)}`,
  };
}

// One child among the adults.
function birthdate(index: number): string {
  const year = index === 2 ? new Date().getFullYear() - 9 : 1956 + ((index * 7) % 48);
  return `${year}-0${1 + (index % 9)}-1${index % 10}`;
}
