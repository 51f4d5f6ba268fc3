import { id, instant, line } from '../fields.ts';
import { z } from '../zod.ts';
import { type Cell, cellKinds, MAX_COLUMNS, MAX_ROWS, mapFault } from './seat-map.ts';

const cell = z.strictObject({
  kind: z.enum(Object.keys(cellKinds) as [Cell['kind'], ...Cell['kind'][]]),
  label: z.string().trim().toUpperCase().max(4, 'Use até 4 letras ou algarismos.'),
});

/** A vehicle's floor; its seats are numbered, each number once. */
export const seatMap = z.array(z.array(cell)).superRefine((map, context) => {
  const fault = mapFault(map);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

/** Cuts a map that is too large, so that its squares are not read in vain: what is left is still refused. */
function cutMap(map: unknown): unknown {
  if (!Array.isArray(map)) return map;
  return map.slice(0, MAX_ROWS + 1).map((row) => (Array.isArray(row) ? row.slice(0, MAX_COLUMNS + 1) : row));
}

/** A number plate, old or Mercosul, without hyphen; empty where it is not known. */
export const plate = z
  .string()
  .trim()
  .toUpperCase()
  .transform((value) => value.replaceAll(/[\s-]/g, ''))
  .refine((value) => /^([A-Z]{3}\d[A-Z0-9]\d{2})?$/.test(value), 'Confira a placa, como em ABC1D23.');

/** Body of POST vehicles. */
export const vehicleDraft = z.strictObject({
  name: line('Nome', { min: 2, max: 60 }),
  plate,
  map: z.preprocess(cutMap, seatMap),
});
export type VehicleDraft = z.output<typeof vehicleDraft>;

/** Body of PUT vehicles/{id}, with the `version` that was edited. */
export const vehicleUpdate = vehicleDraft.extend({ version: z.int().min(1) });
export type VehicleUpdate = z.output<typeof vehicleUpdate>;

/** A vehicle of the operator. `seats`: how many people it takes; `plate` is empty where it is not known. */
export const vehicle = z.object({
  id,
  name: z.string(),
  plate: z.string(),
  map: z.array(z.array(cell)),
  seats: z.int(),
  version: z.int(),
  isArchived: z.boolean(),
});
export type Vehicle = z.infer<typeof vehicle>;

/** Archived ones last, else by name. */
export const vehicleList = z.object({ data: z.array(vehicle) });
export type VehicleList = z.infer<typeof vehicleList>;

/**
 * Body of PUT vehicles/{id}/archive. Archived vehicles stay with the trips that they serve, and are offered to no
 * other.
 */
export const vehicleArchiving = z.strictObject({ isArchived: z.boolean() });

/** Query of GET vehicles/departures: a period, and the trip that is being planned for it. */
export const vehiclePeriod = z.strictObject({ from: instant, to: instant, exceptTripId: id.optional() });
export type VehiclePeriod = z.output<typeof vehiclePeriod>;

/** Trips that vehicles serve in a period. */
export const vehicleDepartures = z.object({
  data: z.array(z.object({ vehicleId: id, tripId: id, title: z.string(), date: instant })),
});
export type VehicleDepartures = z.infer<typeof vehicleDepartures>;
