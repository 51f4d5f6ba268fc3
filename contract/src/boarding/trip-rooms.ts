import { growing, id, instant, queryFlag } from '../fields.ts';
import { roomShare } from '../reservations/rooms.ts';
import { route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { type RoomConflict, roomConflictTexts } from './arrange-rooms.ts';

/** Somebody who takes a bed; see `Guest`. */
const roomGuest = z.object({
  id,
  name: z.string(),
  age: z.int().nullable(),
  code: z.string(),
  reservationId: id,
  payer: z.string(),
  roomTypeId: id.nullable(),
  stayId: id.nullable(),
  share: roomShare.nullable(),
  shareWith: z.string().nullable(),
  needsAccess: z.boolean(),
  roomId: id.nullable(),
});

/** Files of a rooming list: the text is for WhatsApp. */
export const roomingFormats = { pdf: 'PDF', xlsx: 'Planilha', txt: 'Texto para WhatsApp' } as const;
export type RoomingFormat = keyof typeof roomingFormats;
const roomingFormat = z.enum(Object.keys(roomingFormats) as [RoomingFormat, ...RoomingFormat[]]);

/**
 * The rooms of a trip with who sleeps there, by staff's hand (`roomId` of the guest) or as it is proposed; `without`:
 * who has no room. `lastList`: the list that left last; `changed`: whose line is another one since; `gone`: names of
 * people on it who do not go any more; `alone`: who has been left alone in their room since, in the same line.
 */
export const tripRooms = z.object({
  trip: z.object({
    ...{ id, title: z.string(), slug: z.string(), date: instant, hasDeparted: z.boolean() },
    hotel: z.string().default(''),
  }),
  rooms: z.array(
    z.object({
      id,
      label: z.string(),
      places: z.int(),
      guests: z.array(id),
      conflicts: z.array(growing(Object.keys(roomConflictTexts) as RoomConflict[])),
    }),
  ),
  guests: z.array(roomGuest),
  without: z.array(id),
  lastList: z.object({ sentAt: instant, by: z.string(), format: growing(['pdf', 'xlsx', 'txt']) }).nullable(),
  changed: z.array(id),
  alone: z.array(id).default([]),
  gone: z.array(z.string()).default([]),
});
export type TripRooms = z.infer<typeof tripRooms>;

/**
 * Body of PUT trips/{id}/rooms/{roomId}: who sleeps there; nobody: as it is proposed. People from another room leave
 * it, where all others stay; whoever is not named any more takes their beds there, while these are enough.
 */
export const roomGuests = z.strictObject({
  participantIds: z.array(id.toLowerCase()).max(20, 'Use no máximo 20 pessoas.'),
});
export type RoomGuests = z.output<typeof roomGuests>;

/** `documents`: with the numbers of documents, where the hotel needs them; `notes`: what the crew should know. */
export const roomingExport = z.strictObject({
  format: roomingFormat,
  documents: queryFlag.default(false),
  notes: queryFlag.default(false),
});
export type RoomingExport = z.output<typeof roomingExport>;

export const tripRoomRoutes = {
  readRooms: route('GET', '/trips/:tripId/rooms', {
    access: staff,
    summary: 'Who sleeps in which room of a trip, by hand or as it is proposed',
    answer: tripRooms,
  }),
  changeRoom: route('PUT', '/trips/:tripId/rooms/:roomId', {
    access: staff,
    summary: 'Say who sleeps in a room; they leave theirs, and swap with who makes way',
    body: roomGuests,
    answer: tripRooms,
  }),
  exportRooms: route('GET', '/trips/:tripId/rooms/export', {
    access: staff,
    summary: 'The rooming list as a file, which is kept as sent; what changed since the last one is marked',
    query: roomingExport,
  }),
};
