import { id, instant } from '../fields.ts';
import { z } from '../zod.ts';
import { seatMap } from './vehicles.ts';

/** A seat of a trip: its vehicle there, and its number. */
const seatRef = z.strictObject({
  vehicleId: id.toLowerCase(),
  seat: z.string().trim().toUpperCase().min(1).max(4),
});

/** Body of PUT reservations/{id}/seats and trips/{id}/seats: who sits where from now on; null: nowhere. Others stay. */
export const seatChanges = z.strictObject({
  seats: z
    .array(z.strictObject({ participantId: id.toLowerCase(), seat: seatRef.nullable() }))
    .min(1, 'Escolha quem muda de poltrona.')
    .max(1_000)
    .refine(
      (changes) => new Set(changes.map(({ participantId }) => participantId)).size === changes.length,
      'Cada pessoa só pode ter uma poltrona.',
    ),
});
export type SeatChanges = z.output<typeof seatChanges>;

/** Somebody who takes a place. `name` is "Pessoa 2" as long as nobody entered it. */
const seatedPerson = z.object({ id, name: z.string(), isMinor: z.boolean(), seat: seatRef.nullable() });
export type SeatedPerson = z.infer<typeof seatedPerson>;

const seatVehicle = z.object({ id, name: z.string(), map: seatMap });
export type SeatVehicle = z.infer<typeof seatVehicle>;

/**
 * The seats of a reservation: its people, the vehicles of the trip, and the seats of others, without who they are.
 * `mayChoose`: whether the caller chooses. `seatsItselfAt`: when the system seats people without a seat, null if it
 * does not.
 */
export const reservationSeats = z.object({
  mayChoose: z.boolean(),
  seatsItselfAt: instant.nullable(),
  vehicles: z.array(seatVehicle),
  taken: z.array(seatRef),
  people: z.array(seatedPerson),
});
export type ReservationSeats = z.infer<typeof reservationSeats>;

/**
 * The seats of a trip, for staff: everybody who takes a place, by reservation in the order in which they were made.
 * `seatsItselfAt` as above.
 */
export const tripSeats = z.object({
  title: z.string(),
  hasDeparted: z.boolean(),
  seatsItselfAt: instant.nullable(),
  vehicles: z.array(seatVehicle),
  people: z.array(seatedPerson.extend({ reservationId: id, code: z.string(), payer: z.string() })),
});
export type TripSeats = z.infer<typeof tripSeats>;
