import type { Traveller } from '../domains/reservations/index.ts';
import type { DatabaseTransaction } from '../platform/database/connect.ts';
import { type Companion, type Paid, readFilledTrip, writeParty } from './parties.ts';
import { payRefund } from './payments.ts';

const HOUR_MS = 60 * 60 * 1000;

interface ClientReservation {
  slug: string;
  company: readonly Companion[];
  paid: Paid;
  state?: 'requested' | 'expired' | 'cancelled';
  /** What she paid is a credit now. */
  isCredited?: boolean;
}

/** One in each state, in trips with room. */
const reservations: readonly ClientReservation[] = [
  { slug: 'parque-aquatico', company: ['adult', 'child', 'lap'], paid: 'nothing' },
  { slug: 'ubatuba', company: ['adult'], paid: 'deposit' },
  { slug: 'luzes-de-natal', company: [], paid: 'everything' },
  { slug: 'tiradentes', company: ['adult'], paid: 'deposit' },
  { slug: 'monte-verde', company: [], paid: 'nothing', state: 'expired' },
  { slug: 'sao-thome', company: [], paid: 'deposit', state: 'cancelled' },
  { slug: 'pocos', company: [], paid: 'deposit', state: 'cancelled', isCredited: true },
  { slug: 'sao-thome', company: ['adult'], paid: 'nothing', state: 'requested' },
];

/** Writes the demonstration client's reservations; returns the places that they take, by the trip's slug. */
export async function reserveForClient(
  trx: DatabaseTransaction,
  tripIds: Map<string, string>,
  client: Traveller,
  confirmedBy: string,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const [index, { slug, company, paid, state, isCredited }] of reservations.entries()) {
    const trip = await readFilledTrip(trx, tripIds.get(slug) ?? '');
    if (!trip) continue;
    const createdAt = new Date(Date.now() - (state === 'requested' ? 4 : (index + 1) * 20) * HOUR_MS);
    const { id, places: taken } = await writeParty(trx, trip, client, {
      company,
      channel: 'site',
      paid,
      holdExpiresAt: new Date(Date.now() + 4 * HOUR_MS),
      boardingPoint: 0,
      createdAt,
      confirmedBy,
      index,
      columns: {
        ...(state ? { state } : {}),
        ...(state === 'requested'
          ? { requested_at: createdAt, hold_expires_at: new Date(Date.now() + 20 * HOUR_MS) }
          : {}),
        ...(state === 'expired' ? { hold_expires_at: new Date(createdAt.getTime() + 24 * HOUR_MS) } : {}),
        ...(state === 'cancelled' ? { cancelled_at: new Date(), cancelled_by: client.id } : {}),
      },
    });
    if (isCredited) await payRefund(trx, id, 'credit', confirmedBy);
    places.set(slug, (places.get(slug) ?? 0) + taken);
  }
  return places;
}
