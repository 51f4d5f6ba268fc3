import { isSameLabel } from '../fare-labels.ts';
import { cents, id, line } from '../fields.ts';
import { z } from '../zod.ts';
import { priceCents } from './fares.ts';

/** What the price of a room type is for. */
export const roomPricings = { stay: 'Pela viagem', night: 'Por noite' } as const;
export type RoomPricing = keyof typeof roomPricings;

const roomPricing = z.enum(Object.keys(roomPricings) as [RoomPricing, ...RoomPricing[]]);

/**
 * A room type (tipo de quarto) of a trip with nights: `count` rooms with so many `places`. What a person in it pays
 * beside their fare, for each night or once; `emptyBedCents`: what the people of a private room pay together for each
 * bed that stays empty. `roomsLeft`: rooms that nobody has; `bedsLeft`: beds in rooms that people share already.
 */
export const roomType = z.object({
  id,
  label: z.string(),
  places: z.int(),
  count: z.int(),
  priceCents: cents,
  per: roomPricing,
  emptyBedCents: cents,
  roomsLeft: z.int(),
  bedsLeft: z.object({ women: z.int(), men: z.int(), any: z.int() }),
});
export type RoomType = z.infer<typeof roomType>;

export const MAX_ROOM_TYPES = 12;
export const MAX_ROOM_PLACES = 6;
const MAX_ROOMS = 200;

/** A room type in a trip's draft; new without `id`. What an answer says beside it is ignored. */
export const roomTypeDraft = z.object({
  id: id.optional(),
  label: line('Tipo de quarto', { max: 60 }),
  places: z
    .int('Informe quantas pessoas cabem.')
    .min(1, 'Use de 1 a 6 pessoas.')
    .max(MAX_ROOM_PLACES, 'Use de 1 a 6 pessoas.'),
  count: z.int('Informe quantos quartos há.').min(0, 'Use 0 ou mais.').max(MAX_ROOMS, `Use no máximo ${MAX_ROOMS}.`),
  priceCents: priceCents.default(0),
  per: roomPricing.default('stay'),
  emptyBedCents: priceCents.default(0),
});
export type RoomTypeDraft = z.output<typeof roomTypeDraft>;

/** The room types of a trip's draft. */
export const roomTypeDrafts = z
  .array(roomTypeDraft)
  .max(MAX_ROOM_TYPES, `Use no máximo ${MAX_ROOM_TYPES} tipos de quarto.`)
  .refine(
    (types) => types.every(({ label }, index) => !types.slice(0, index).some((one) => isSameLabel(one.label, label))),
    'Há dois tipos de quarto com o mesmo nome.',
  );
