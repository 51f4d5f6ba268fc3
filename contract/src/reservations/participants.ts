import { birthdate, cents, cpf, growing, id, instant, line, phone, placedSeat } from '../fields.ts';
import { z } from '../zod.ts';

/** Documents that a traveller can show. Source: domain facts, "Law and paper". */
export const documentTypes = {
  rg: 'RG',
  cin: 'CIN (nova identidade)',
  passport: 'Passaporte',
  birth_certificate: 'Certidão de nascimento',
  cnh: 'CNH',
} as const;
export type DocumentType = keyof typeof documentTypes;
export const documentType = z.enum(
  Object.keys(documentTypes) as [DocumentType, ...DocumentType[]],
  'Escolha o tipo de documento.',
);

/**
 * Fields that the passenger list requires, as they read after "Falta:". `companionId`: who accompanies a minor.
 * `boardingPointId`: of participants with a place, where the trip has boarding points.
 */
export const participantFieldLabels = {
  name: 'nome completo',
  birthdate: 'nascimento',
  documentNumber: 'documento',
  documentIssuer: 'órgão emissor',
  companionId: 'quem acompanha',
  boardingPointId: 'ponto de embarque',
} as const;
export type ParticipantField = keyof typeof participantFieldLabels;
export const participantField = z.enum(
  Object.keys(participantFieldLabels) as [ParticipantField, ...ParticipantField[]],
);

/** Under 12 a birth certificate is sufficient; under 16 an adult must be responsible. Source: "Law and paper". */
export const minorLabels = { under12: 'Menor de 12 anos', under16: 'Menor de 16 anos' } as const;
export type Minor = keyof typeof minorLabels;

/**
 * A person of a reservation. `name` may be empty until somebody enters it; `missing` names what the passenger list
 * still lacks. `age` and `minor` are as of the departure date in the operator's time zone. `fareLabel`, `priceCents`
 * and `takesPlace` were fixed when the fare was chosen. `notes`: what staff and guide should know, as an allergy
 * or a wheelchair. `isPayer`: the payer's own record. `hasLink`: a companion link is valid. `heldUntil`: added to a
 * booked reservation, their place is held until then for the deposit for them.
 */
export const participant = z.object({
  id,
  fareId: id,
  fareLabel: z.string(),
  priceCents: cents,
  takesPlace: z.boolean(),
  isPayer: z.boolean(),
  name: z.string(),
  birthdate: z.string().nullable(),
  documentType: growing(Object.keys(documentTypes) as DocumentType[]),
  documentNumber: z.string().nullable(),
  documentIssuer: z.string().nullable(),
  cpf: z.string().nullable(),
  contact: z.string().nullable(),
  boardingPointId: id.nullable(),
  notes: z.string().nullable(),
  companionId: id.nullable(),
  age: z.int().nullable(),
  minor: growing(Object.keys(minorLabels) as Minor[]).nullable(),
  missing: z.array(growing(Object.keys(participantFieldLabels) as ParticipantField[])),
  hasLink: z.boolean(),
  heldUntil: instant.nullable(),
  boardedAt: instant.nullable(),
  missedAt: instant.nullable(),
  seat: placedSeat.nullable(),
});
export type Participant = z.infer<typeof participant>;

const ownFields = z.strictObject({
  name: line('Nome completo', { min: 3, max: 120 }),
  birthdate: birthdate.nullable(),
  documentType,
  documentNumber: line('Número do documento', { min: 3, max: 30 }).nullable(),
  documentIssuer: line('Órgão emissor', { min: 2, max: 30 }).nullable(),
  cpf: cpf.nullable(),
  contact: phone.nullable(),
  boardingPointId: id.nullable(),
  notes: line('Observações', { max: 200 }).nullable(),
});

/**
 * Body of PUT reservations/{id}/participants/{participantId}; omitted fields stay, null deletes. A birth date that does
 * not fit the fare is refused with FARE_BY_AGE unless `fareId` names the one that fits. `replaces: true` says that
 * another person travels: omitted fields are deleted.
 */
export const participantChange = ownFields
  .extend({ companionId: id.nullable(), fareId: id, replaces: z.boolean() })
  .partial();
export type ParticipantChange = z.output<typeof participantChange>;

/** Body of POST reservations/{id}/participants: at least the fare. */
export const participantDraft = ownFields.partial().extend({ fareId: id, companionId: id.nullable().optional() });
export type ParticipantDraft = z.output<typeof participantDraft>;

/** A person of the payer's earlier reservations ("Quem vai com você"). */
export const companion = participant.pick({
  name: true,
  birthdate: true,
  documentType: true,
  documentNumber: true,
  documentIssuer: true,
  cpf: true,
  contact: true,
});
export type Companion = z.infer<typeof companion>;
export const companionList = z.object({ data: z.array(companion) });

/** The token of a link for people without an account. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Link inválido.');

/** Body of POST participants/link/read. */
export const participantLinkRead = z.strictObject({ token: linkToken });

/** Body of PUT participants/link: what a companion may fill in. */
export const participantLinkChange = z.strictObject({ token: linkToken, fields: ownFields.partial() });

/** What a link shows of complete data, as "•••725": the chat in which it was sent is read by others, and later. */
const maskedFields = z
  .object({
    name: z.string(),
    birthdate: z.string(),
    documentNumber: z.string(),
    cpf: z.string(),
    contact: z.string(),
    notes: z.string(),
  })
  .partial();

/**
 * What a companion sees through the link: their own fields and the trip, nothing of the others. Once their data are
 * complete, those that `masked` names are empty.
 */
export const linkedParticipant = z.object({
  participant: participant
    .omit({
      id: true,
      fareId: true,
      isPayer: true,
      hasLink: true,
      companionId: true,
      priceCents: true,
      heldUntil: true,
    })
    .extend({
      fare: z.object({ minAge: z.int().nullable(), maxAge: z.int().nullable() }),
      masked: maskedFields,
    }),
  trip: z.object({
    title: z.string(),
    slug: z.string(),
    date: instant,
    returnDate: instant,
    boardingPoints: z.array(z.object({ id, time: z.string(), place: z.string() })),
  }),
});
export type LinkedParticipant = z.infer<typeof linkedParticipant>;

/** A companion link; the token is only in this response. */
export const participantLink = z.object({ url: z.string() });
export type ParticipantLink = z.infer<typeof participantLink>;
