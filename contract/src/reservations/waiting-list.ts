import { cents, growing, id, instant } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { guestPerson } from '../users/users.ts';
import { z } from '../zod.ts';
import { came, party } from './reservations.ts';
import { chosenRooms, roomShare } from './rooms.ts';

/** Labels of what became of an entry of a waiting list. */
export const waitingStates = {
  waiting: 'Na lista de espera',
  offered: 'Vagas oferecidas',
  taken: 'Conseguiu as vagas',
  lapsed: 'Prazo encerrado',
  left: 'Saiu da lista',
} as const;
export type WaitingState = keyof typeof waitingStates;
export const waitingStateKeys = Object.keys(waitingStates) as [WaitingState, ...WaitingState[]];

/**
 * Body of POST trips/{id}/waiting-list: who would like to go. `rooms`: of those that are shared it is kept how many
 * people share and with whom, the others are proposed as rooms come free.
 */
export const waitingListRequest = z.strictObject({
  party,
  boardingPointId: id.nullish(),
  rooms: chosenRooms.optional(),
  acceptedPolicy: z.boolean().optional(),
  ...came,
});
export type WaitingListRequest = z.output<typeof waitingListRequest>;

/**
 * Body of POST trips/{id}/waiting-list/entries: somebody who asked staff, as by telephone. The person is known by id or
 * a new guest person.
 */
export const waitingListAddition = z
  .strictObject({
    personId: id.optional(),
    person: guestPerson.optional(),
    party,
    boardingPointId: id.nullish(),
    rooms: chosenRooms.optional(),
  })
  .refine(({ personId, person }) => (personId === undefined) !== (person === undefined), {
    path: ['personId'],
    error: 'Informe quem quer ir.',
  });
export type WaitingListAddition = z.output<typeof waitingListAddition>;

/**
 * Somebody's entry in the waiting list of a trip. `position`: 1 is asked next among those whose party fits; null once
 * they no longer wait. `party`: fares that the trip no longer has are left out. `sharing`: who would share rooms,
 * `shareWith` as they say it. `offer`: the reservation that holds the offered places until `until`.
 */
export const waitingListEntry = z.object({
  id,
  state: growing(waitingStateKeys),
  position: z.int().nullable(),
  places: z.int(),
  people: z.int(),
  party: z.array(z.object({ fareId: id, label: z.string(), count: z.int() })),
  totalCents: cents,
  sharing: z
    .object({ share: roomShare, sharers: z.int(), shareWith: z.string().nullable().default(null) })
    .nullable()
    .default(null),
  joinedAt: instant,
  offer: z.object({ reservationId: id, code: z.string(), until: instant.nullable() }).nullable(),
  trip: z.object({ id, slug: z.string(), title: z.string(), date: instant }),
});
export type WaitingListEntry = z.infer<typeof waitingListEntry>;

/** The caller's open entries, the earliest departure first. */
export const ownWaitingList = z.object({ data: z.array(waitingListEntry) });
export type OwnWaitingList = z.infer<typeof ownWaitingList>;

/** An entry as staff sees it. `fits`: as many places are free now. */
export const waitingPerson = waitingListEntry.omit({ trip: true }).extend({
  person: z.object({ id, name: z.string(), contact: z.string(), email: z.string().nullable() }),
  fits: z.boolean(),
});
export type WaitingPerson = z.infer<typeof waitingPerson>;

/** Query of GET trips/{id}/waiting-list/entries. */
export const waitingListFilters = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(50) });
export type WaitingListFilters = z.output<typeof waitingListFilters>;

/**
 * The waiting list of a trip: open entries in the order in which they are asked, offered ones first. `waitingCents`:
 * the money that all entries stand for, `waitingPlaces` their places, at today's fares.
 */
export const tripWaitingList = z.object({
  trip: z.object({ id, slug: z.string(), title: z.string(), date: instant, capacity: z.int(), placesLeft: z.int() }),
  waitingPlaces: z.int(),
  waitingCents: cents,
  data: z.array(waitingPerson),
  page: pageInfo,
});
export type TripWaitingList = z.infer<typeof tripWaitingList>;

/** Body of PUT trips/{id}/waiting-list/entries/{entryId}/position: 1 is the first entry. */
export const waitingPosition = z.strictObject({ position: z.int('Informe a posição.').min(1, 'Use 1 ou mais.') });

/** Query and answer of GET trips/{id}/waiting-list/preview: who would be offered places with another capacity. */
export const capacityPreviewQuery = z.strictObject({ capacity: z.coerce.number().int().min(1).max(10_000) });
export const capacityPreview = z.object({
  placesLeft: z.int(),
  offered: z.array(z.object({ entryId: id, name: z.string(), places: z.int(), totalCents: cents })),
});
export type CapacityPreview = z.infer<typeof capacityPreview>;
