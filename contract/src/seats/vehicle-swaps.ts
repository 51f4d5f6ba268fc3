import { id, instant } from '../fields.ts';
import { MAX_VEHICLES, tripNotice } from '../trips/trip-draft.ts';
import { z } from '../zod.ts';
import { seatMap } from './vehicles.ts';

const chosen = z
  .array(id.toLowerCase())
  .min(1, 'Escolha pelo menos um veículo.')
  .max(MAX_VEHICLES, `Use no máximo ${MAX_VEHICLES} veículos.`)
  .refine((ids) => new Set(ids).size === ids.length, 'Há um veículo repetido.');

/**
 * Query of GET trips/{id}/vehicle-swap: the vehicles that the trip is to have, with commas between. `seatsEverybody`:
 * people without a seat get one too.
 */
export const vehicleSwapQuery = z.strictObject({
  vehicleIds: z
    .string()
    .transform((value) => value.split(','))
    .pipe(chosen),
  seatsEverybody: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});

/** Whom a swap notifies: passengers whose seat changes, or with `everybody` all passengers. */
export const swapNotice = z.discriminatedUnion(
  'tell',
  [tripNotice.options[0].extend({ everybody: z.boolean().default(false) }), tripNotice.options[1]],
  'Escreva um recado, ou escolha não avisar.',
);
export type SwapNotice = z.output<typeof swapNotice>;

/**
 * Body of POST trips/{id}/vehicle-swap. `fingerprint`: of the preview that is accepted. `acceptsOverlap`: also if a
 * vehicle is on another trip then.
 */
export const vehicleSwapDraft = z.strictObject({
  vehicleIds: chosen,
  seatsEverybody: z.boolean().default(false),
  fingerprint: z.string().min(1).max(100),
  acceptsOverlap: z.boolean().default(false),
  notice: swapNotice,
});
export type VehicleSwapDraft = z.output<typeof vehicleSwapDraft>;

/** Another trip for which a vehicle is planned while a trip is under way. */
export const vehicleOverlap = z.object({ vehicleId: id, tripId: id, title: z.string(), date: instant });
export type VehicleOverlap = z.infer<typeof vehicleOverlap>;

/** A seat in words: its number and, where the trip has several vehicles, which one. */
const namedSeat = z.object({ seat: z.string(), vehicle: z.string() });

const beforeAndAfter = z.object({ before: z.int(), after: z.int() });

/**
 * What a swap would do. `transport`: what is said of it. `people`: everybody who takes a place, by reservation.
 * `short`: how many people are too many for the new seats; it can be saved only if that is 0. `touched`: reservations
 * whose seats change, in words; `travelling`: how many there are in all. `fingerprint`: names all of this.
 */
export const vehicleSwap = z.object({
  fingerprint: z.string(),
  vehicles: z.array(
    z.object({
      vehicleId: id,
      name: z.string(),
      plate: z.string(),
      seats: z.int(),
      map: seatMap,
      stays: z.boolean(),
    }),
  ),
  transport: z.object({ before: z.string(), after: z.string() }),
  capacity: beforeAndAfter,
  minParticipants: beforeAndAfter,
  placesTaken: z.int(),
  short: z.int(),
  people: z.array(
    z.object({
      id,
      name: z.string(),
      code: z.string(),
      payer: z.string(),
      outcome: z.enum(['keeps', 'moves', 'gets', 'without']),
      from: namedSeat.nullable(),
      to: namedSeat.extend({ vehicleId: id }).nullable(),
    }),
  ),
  touched: z.array(
    z.object({ id, code: z.string(), payer: z.string(), hasEmail: z.boolean(), old: z.string(), new: z.string() }),
  ),
  travelling: z.int(),
  overlaps: z.array(vehicleOverlap),
});
export type VehicleSwap = z.infer<typeof vehicleSwap>;
