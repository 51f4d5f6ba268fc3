import { id, line } from '../fields.ts';
import type { RoomShare } from '../room-rules.ts';
import { MAX_ROOM_PLACES } from '../trips/room-types.ts';
import { z } from '../zod.ts';

// Without the rules of rooms, which would come along to every page that reserves.
export const roomShare = z.enum(['women', 'men', 'any'] satisfies RoomShare[]);

const MAX_CHOSEN_ROOMS = 60;
export const MAX_SHARE_WITH = 80;

/**
 * The rooms of a party, in the order of its people: each private, or with `share` beds in rooms that are shared, with
 * those who are named in `shareWith` where that is possible.
 */
export const chosenRooms = z
  .array(
    z
      .strictObject({
        roomTypeId: id.toLowerCase(),
        people: z.int('Informe quantas pessoas.').min(1).max(MAX_ROOM_PLACES),
        share: roomShare.optional(),
        shareWith: line('Com quem divide', { max: MAX_SHARE_WITH }).optional(),
      })
      .refine(({ share, shareWith }) => share !== undefined || shareWith === undefined, 'Só quem divide diz com quem.'),
    'Informe os quartos.',
  )
  .max(MAX_CHOSEN_ROOMS, `Use no máximo ${MAX_CHOSEN_ROOMS} quartos.`);

/** Body of PUT reservations/{id}/rooms. */
export const roomsChange = z.strictObject({ rooms: chosenRooms });
export type RoomsChange = z.output<typeof roomsChange>;

/** A room of a reservation with its people. `becameSingle`: nobody shared it in time. */
export const reservationRoom = z.object({
  id,
  roomTypeId: id,
  label: z.string(),
  places: z.int(),
  share: roomShare.nullable(),
  shareWith: z.string().nullable(),
  becameSingle: z.boolean().default(false),
  participantIds: z.array(id),
});
export type ReservationRoom = z.infer<typeof reservationRoom>;
