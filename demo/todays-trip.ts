import { randomUUIDv7 } from 'node:crypto';
import { vehiclePresets } from '@passeio/contract/seats/seat-map';
import { seatParties } from '@passeio/contract/seats/seating';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import { type Companion, type Paid, readFilledTrip, writeParty } from './parties.ts';
import { demoAccounts, travellerNames } from './people.ts';
import { traveller } from './travellers.ts';

const DAY_MS = 24 * 3_600_000;
const SLUG = 'monte-verde-pousada';
/** The first of the names that no other trip has. */
const FIRST_TRAVELLER = 40;

interface Group {
  /** Number of the boarding point. */
  boards: number;
  company: readonly Companion[];
  paid?: Paid;
  notes?: Record<number, string>;
}

/** The demonstration client first; families, couples and people alone at all three boarding points. */
const groups: readonly Group[] = [
  { boards: 0, company: ['adult', 'child'] },
  { boards: 0, company: ['adult', 'child', 'lap'], notes: { 3: 'Vai no colo da mãe; traz carrinho de bebê' } },
  { boards: 0, company: ['adult'], paid: 'deposit' },
  { boards: 0, company: [] },
  { boards: 0, company: ['adult', 'child'] },
  { boards: 0, company: ['courtesy'] },
  { boards: 1, company: ['adult'], notes: { 0: 'Usa cadeira de rodas: precisa de ajuda para subir' } },
  { boards: 1, company: ['adult', 'child', 'child'], notes: { 2: 'Alergia a amendoim e castanhas' } },
  { boards: 1, company: ['adult'], paid: 'deposit' },
  { boards: 1, company: [] },
  { boards: 1, company: ['adult', 'adult', 'adult'] },
  // Pays when boarding.
  { boards: 1, company: [], paid: 'nothing' },
  { boards: 1, company: ['adult', 'child'] },
  { boards: 2, company: ['adult', 'adult'] },
  { boards: 2, company: ['adult', 'child'], paid: 'deposit', notes: { 0: 'Não come carne' } },
  { boards: 2, company: ['adult', 'lap'] },
  { boards: 2, company: [] },
  { boards: 2, company: ['adult'] },
];

/** Seeds the operator's vehicles: a bus, a micro bus and a van. */
export async function writeVehicles(trx: DatabaseTransaction): Promise<void> {
  const plates = { bus46: 'RTA4C27', micro28: 'SHD2F90', van15: 'QOX7B13' };
  const rows = Object.entries(plates).flatMap(([key, plate]) => {
    const preset = vehiclePresets.find((one) => one.key === key);
    return preset ? [{ id: randomUUIDv7(), name: preset.label, plate, seat_map: JSON.stringify(preset.map) }] : [];
  });
  await trx.insertInto('vehicles').values(rows).execute();
}

/** Fills the trip that leaves today: nearly full, everybody seated, some with notes, some with something to pay. */
export async function writeTodaysTrip(
  trx: DatabaseTransaction,
  tripIds: Map<string, string>,
  confirmedBy: string,
): Promise<void> {
  const trip = await readFilledTrip(trx, tripIds.get(SLUG) ?? '');
  const client = await trx
    .selectFrom('users')
    .selectAll()
    .where('email', '=', demoAccounts.find(({ role }) => role === 'CLIENT')?.email ?? '')
    .executeTakeFirst();
  if (!(trip && client)) return;
  const guests = travellerNames(FIRST_TRAVELLER + groups.length)
    .map(traveller)
    .slice(FIRST_TRAVELLER)
    .map((one, index) => ({
      ...one,
      ...{ rg: `MG-${18_200_000 + index * 6_133}`, emitter: 'SSP/MG' },
      birthdate: one.birthdate ?? '1971-08-12',
    }));
  await trx.insertInto('users').values(guests).execute();
  for (const [index, { boards, company, paid = 'everything', notes }] of groups.entries()) {
    await writeParty(trx, trip, index === 0 ? client : (guests[index] ?? client), {
      ...{ company, paid, notes, index, confirmedBy },
      channel: index === 0 ? 'site' : 'operator',
      holdExpiresAt: null,
      boardingPoint: boards,
      createdAt: new Date(Date.now() - (30 - index) * DAY_MS),
      isComplete: true,
      ...(paid === 'nothing' ? { columns: { state: 'booked' } } : {}),
    });
  }
  await seatEverybody(trx, trip.id);
  const now = new Date();
  await trx
    .updateTable('trips')
    .set({ seat_choice: true, guaranteed_at: now, guaranteed_by: confirmedBy, guarantee_notified_at: now })
    .where('id', '=', trip.id)
    .execute();
}

// In the trip's copy of the bus, parties together.
async function seatEverybody(trx: DatabaseTransaction, tripId: string): Promise<void> {
  const bus = await trx.selectFrom('vehicles').selectAll().where('name', 'like', 'Ônibus%').executeTakeFirstOrThrow();
  const id = randomUUIDv7();
  const { name, seat_map } = bus;
  await trx
    .insertInto('trip_vehicles')
    .values({ id, trip_id: tripId, vehicle_id: bus.id, position: 0, name, seat_map: JSON.stringify(seat_map) })
    .execute();
  const people = await trx
    .selectFrom('participants')
    .innerJoin('trip_fares', 'trip_fares.id', 'participants.fare_id')
    .select(['participants.id', 'reservation_id', 'max_age'])
    .where('participants.trip_id', '=', tripId)
    .where('participants.takes_place', '=', true)
    .orderBy('reservation_id')
    .orderBy('participants.position')
    .execute();
  const parties = [...Map.groupBy(people, ({ reservation_id }) => reservation_id).values()].map((party) => ({
    people: party.map((one) => ({ id: one.id, isMinor: one.max_age !== null })),
  }));
  for (const [participantId, { vehicleId, seat }] of seatParties([{ id, map: seat_map }], parties, [])) {
    const seated = { trip_vehicle_id: vehicleId, seat };
    await trx.updateTable('participants').set(seated).where('id', '=', participantId).execute();
  }
}
