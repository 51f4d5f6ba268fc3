import { calendarDate, growing, id, instant, line, optional } from '../fields.ts';
import { documentType, type ParticipantField, participantFieldLabels } from '../reservations/participants.ts';
import { plate } from '../seats/vehicles.ts';
import { z } from '../zod.ts';
import { type ManifestLayout, manifestLayouts } from './antt-list.ts';
import { manifestChange, manifestChangeCounts } from './final-manifest-changes.ts';
import { exportFormats } from './passengers.ts';

/**
 * What a final manifest says of the journey besides what the trip says. Plate, driver and guide are empty where they
 * are not known.
 */
export const finalManifestDetails = z.object({
  origin: z.string(),
  destination: z.string(),
  plate: z.string(),
  driver: z.string(),
  guide: z.string(),
});
export type FinalManifestDetails = z.infer<typeof finalManifestDetails>;

/**
 * Body of POST trips/{id}/road-list/versions. `acceptedMissing`: participants who go on the list although they lack
 * data; anybody else who does is refused with ROAD_LIST_INCOMPLETE.
 */
export const finalManifestFreeze = z.strictObject({
  origin: line('Origem', { max: 80 }),
  destination: line('Destino', { max: 120 }),
  plate,
  driver: optional(line('Motorista', { min: 3, max: 120 })),
  guide: optional(line('Guia', { min: 3, max: 120 })),
  acceptedMissing: z.array(id).max(1_000).default([]),
});
export type FinalManifestFreeze = z.output<typeof finalManifestFreeze>;

/**
 * A person of a final manifest. `isMinor`: under age on the departure date, with `companion` who accompanies.
 * `seat`: as in "12, Van azul"; absent where nobody had said it when the list was closed. `missing`: what they lacked
 * then, absent for everybody else.
 */
export const finalManifestPassenger = z.object({
  participantId: id,
  name: z.string(),
  documentType,
  documentNumber: z.string().nullable(),
  documentIssuer: z.string().nullable(),
  birthdate: calendarDate.nullable(),
  isMinor: z.boolean(),
  companion: z.string().nullable(),
  boarding: z.string(),
  seat: z.string().optional(),
  missing: z.array(z.string()).optional(),
});
export type FinalManifestPassenger = z.infer<typeof finalManifestPassenger>;

/** What is frozen; dates and times are the operator's. */
export const finalManifestContent = z.object({
  operator: z.object({
    name: z.string(),
    legalName: z.string(),
    cnpj: z.string(),
    cadastur: z.string(),
    phone: z.string(),
  }),
  trip: z.object({
    title: z.string(),
    departure: z.object({ date: calendarDate, time: z.string() }),
    return: z.object({ date: calendarDate, time: z.string() }),
    vehicle: z.string(),
    interstate: z.boolean(),
  }),
  details: finalManifestDetails,
  passengers: z.array(finalManifestPassenger),
});
export type FinalManifestContent = z.infer<typeof finalManifestContent>;

/**
 * A frozen list. `hash` names its content as it was frozen; `changes`: what has changed since. `erasedAt`: its people
 * were erased then, and `changes` is null. `interstate`: there is ANTT's list of it, for which so many people lacked
 * data when it was closed.
 */
export const finalManifestVersion = z.object({
  version: z.int(),
  people: z.int(),
  hash: z.string(),
  createdAt: instant,
  author: z.string(),
  changes: manifestChangeCounts.nullable(),
  erasedAt: instant.nullable(),
  interstate: z.boolean().default(false),
  anttMissing: z.int().default(0),
});
export type FinalManifestVersion = z.infer<typeof finalManifestVersion>;

/**
 * The final manifests of a trip. `details`: of the newest version, else what trip, crew and settings say. `people`: who
 * is going now; `missing`: who of them lacks data. `versions`: the newest first; `changes` since the newest, by name;
 * `tripChanged`: times, vehicle or operator are not those of the newest.
 */
export const finalManifest = z.object({
  trip: z.object({
    id,
    title: z.string(),
    date: instant,
    returnDate: instant,
    vehicle: z.string(),
    interstate: z.boolean().default(false),
  }),
  operator: finalManifestContent.shape.operator,
  details: finalManifestDetails,
  people: z.int(),
  missing: z.array(
    z.object({
      participantId: id,
      name: z.string(),
      fields: z.array(growing(Object.keys(participantFieldLabels) as ParticipantField[])),
    }),
  ),
  /** Who is under 16, travels without a parent and has no valid authorisation. */
  unauthorized: z.array(z.object({ participantId: id, name: z.string() })).default([]),
  versions: z.array(finalManifestVersion),
  changes: z.array(manifestChange),
  tripChanged: z.boolean(),
});
export type FinalManifest = z.infer<typeof finalManifest>;

const formats = Object.keys(exportFormats) as [keyof typeof exportFormats];
const layouts = Object.keys(manifestLayouts) as [ManifestLayout, ...ManifestLayout[]];
export const finalManifestExport = z.strictObject({
  format: z.enum(formats, 'Escolha o formato do arquivo.'),
  layout: z.enum(layouts, 'Escolha a lista.').default('full'),
});
