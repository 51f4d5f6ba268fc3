import type { ChosenRoom } from '@passeio/contract/room-rules';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { call, createPerson, fareDraft, type Person, roomTypeDraft, tripDraft } from './factories.ts';

/** A trip of an adult's and a child's fare with these room types, on sale. */
export async function createRoomTrip(
  app: TestApp,
  staff: Person,
  roomTypes = [roomTypeDraft(), roomTypeDraft({ label: 'Triplo', places: 3, priceCents: 7_000, count: 2 })],
  overrides: Parameters<typeof tripDraft>[0] & {
    shareDecisionDays?: number;
    hotel?: string;
    hotelArrival?: string;
  } = {},
) {
  const fares = [
    fareDraft({ label: 'Adulto', minAge: 13, priceCents: 50_000 }),
    fareDraft({ label: 'Criança', minAge: 6, maxAge: 12, priceCents: 30_000 }),
    fareDraft({ label: 'Colo', minAge: 0, maxAge: 5, priceCents: 0, takesPlace: false }),
  ];
  const body = { ...tripDraft({ isActive: true, fares, ...overrides }), roomTypes };
  const { body: trip } = await call(app, 'POST', '/api/trips', { token: staff.token, body });
  const [adult, child, lap] = trip.fares.map(({ id }: { id: string }) => id);
  const typeIds = Object.fromEntries(trip.roomTypes.map(({ label, id }: { label: string; id: string }) => [label, id]));
  return {
    id: trip.id as string,
    fares: { adult, child, lap } as Record<string, string>,
    types: typeIds as Record<string, string>,
  };
}
export type RoomTrip = Awaited<ReturnType<typeof createRoomTrip>>;

/** Rooms by the labels of their types. */
export const roomsOf = ({ types }: RoomTrip, rooms: (Omit<ChosenRoom, 'roomTypeId'> & { type: string })[]) =>
  rooms.map(({ type, ...room }) => ({ roomTypeId: types[type], ...room }));

/** A new client's request for so many adults and children in these rooms; without, in those that are proposed. */
export async function reserveRooms(
  app: TestApp,
  trip: RoomTrip,
  party: Record<string, number>,
  rooms?: Parameters<typeof roomsOf>[1],
) {
  const payer = await createPerson(app);
  const entries = Object.entries(party).map(([fare, count]) => ({ fareId: trip.fares[fare], count }));
  const body = { party: entries, ...(rooms && { rooms: roomsOf(trip, rooms) }) };
  const answer = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: payer.token, body });
  return { payer, ...answer };
}

/** The rooms of a trip that are taken beyond those there are, counted from its lines. */
export async function oversoldRooms(app: Pick<TestApp, 'db'>, tripId: string): Promise<number> {
  const { rows } = await sql<{ over: number }>`
    select coalesce(sum(greatest(taken - count, 0)), 0)::integer as over from (
      select type.count, coalesce(sum(rooms.taken), 0) as taken from trip_room_types type left join lateral (
        select case when room.share is null then count(distinct room.id)
          else (count(*) + type.places - 1) / type.places end as taken
        from reservation_rooms room join reservations r on r.id = room.reservation_id and r.is_active
        join reservation_lines l on l.reservation_id = r.id and l.source_id = room.id and l.ended_at is null
        where room.room_type_id = type.id and r.trip_id = type.trip_id group by room.share
      ) rooms on true
      where type.trip_id = ${tripId} group by type.id
    ) types`.execute(app.db);
  return rows[0]?.over ?? 0;
}
