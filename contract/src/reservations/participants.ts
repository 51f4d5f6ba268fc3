import { birthdate, cents, cpf, growing, id, instant, line, phone, placedSeat } from '../fields.ts';
import { chargeDraft } from '../payments/payments.ts';
import { keysOf, pluck } from '../table.ts';
import { tripQuestion } from '../trips/questions.ts';
import { tidyName } from '../users/names.ts';
import { z } from '../zod.ts';
import { answer, answerDrafts } from './answers.ts';
import { minorStatementDraft } from './minor-statement.ts';
import { linkedShare } from './shares.ts';
import { travelAuthorization } from './travel-authorization.ts';

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

/** The entry of a field of a participant. */
export interface ParticipantEntry {
  /** In audit entries and lists of what is stored. */
  label: string;
  /** In requests; null deletes. */
  schema: z.ZodType;
  answer: z.ZodType;
  /** What is stored of a person without data. */
  empty: string | null;
  /**
   * `open` says little of a person; a companion link hides everything else once the data are complete. Audit entries
   * show the last characters of a `document`, and of what is about `health` only that it changed.
   */
  privacy: 'open' | 'personal' | 'document' | 'health';
  /** Kept as long as the reservation, or, of what may be null, erased `listDays` (a setting) after the return. */
  retention: 'reservation' | 'listDays';
  /** Comes along when the payer chooses a person of an earlier reservation. */
  suggested: boolean;
  /** The passenger list requires it: as it reads after "Falta:". When it is missing: `missingFields` of the server. */
  missing?: string;
  /** In audit entries instead of its key. */
  auditName?: string;
  /** A column of its own in the exported and printed list; `width` in characters. */
  column?: { label: string; width: number };
  input: {
    kind: 'line' | 'date' | 'cpf' | 'phone' | 'documentType' | 'issuer' | 'boardingPoint';
    label: string;
    hint?: string;
    /** In characters. */
    max?: number;
    /** The browser's suggestion for somebody who enters their own data. */
    autoComplete?: string;
    autoCapitalize?: 'words' | 'characters';
    /** In a row of its own. */
    wide?: boolean;
  };
}

function nullable<Schema extends z.ZodType<string>>(schema: Schema) {
  return { schema: schema.nullable(), answer: z.string().nullable(), empty: null };
}

/**
 * The fields of a participant, in the form's order: requests and answers, columns (the key in snake case), form,
 * companion link, audit and erasure follow from them. `notes`: what staff and guide should know, as an allergy or a
 * wheelchair.
 */
export const participantTable = {
  name: {
    label: 'Nome',
    schema: line('Nome completo', { min: 3, max: 120 }).overwrite(tidyName),
    answer: z.string(),
    empty: '',
    privacy: 'personal',
    retention: 'reservation',
    suggested: true,
    missing: 'nome completo',
    input: {
      kind: 'line',
      label: 'Nome completo',
      hint: 'Igual ao documento',
      max: 120,
      autoComplete: 'name',
      autoCapitalize: 'words',
      wide: true,
    },
  },
  birthdate: {
    label: 'Data de nascimento',
    ...nullable(birthdate),
    privacy: 'personal',
    retention: 'reservation',
    suggested: true,
    missing: 'nascimento',
    input: { kind: 'date', label: 'Data de nascimento', autoComplete: 'bday' },
  },
  cpf: {
    label: 'CPF',
    ...nullable(cpf),
    privacy: 'document',
    retention: 'reservation',
    suggested: true,
    input: { kind: 'cpf', label: 'CPF' },
  },
  documentType: {
    label: 'Tipo de documento',
    schema: documentType,
    answer: growing(Object.keys(documentTypes) as DocumentType[]),
    empty: 'rg' as DocumentType,
    privacy: 'open',
    retention: 'reservation',
    suggested: true,
    input: { kind: 'documentType', label: 'Tipo de documento' },
  },
  documentNumber: {
    label: 'Número do documento',
    ...nullable(line('Número do documento', { min: 3, max: 30 })),
    privacy: 'document',
    retention: 'reservation',
    suggested: true,
    missing: 'documento',
    input: { kind: 'line', label: 'Número do documento', max: 30, autoCapitalize: 'characters' },
  },
  documentIssuer: {
    label: 'Órgão emissor do documento',
    ...nullable(line('Órgão emissor', { min: 2, max: 30 })),
    privacy: 'open',
    retention: 'reservation',
    suggested: true,
    missing: 'órgão emissor',
    input: {
      kind: 'issuer',
      label: 'Órgão emissor',
      hint: 'Com a UF, como em SSP/MG',
      max: 30,
      autoCapitalize: 'characters',
    },
  },
  contact: {
    label: 'Telefone',
    ...nullable(phone),
    privacy: 'personal',
    retention: 'reservation',
    suggested: true,
    input: { kind: 'phone', label: 'Celular ou telefone', autoComplete: 'tel-national' },
  },
  boardingPointId: {
    label: 'Embarque',
    ...nullable(id),
    answer: id.nullable(),
    privacy: 'open',
    retention: 'reservation',
    suggested: false,
    auditName: 'boardingPoint',
    input: { kind: 'boardingPoint', label: 'Ponto de embarque', wide: true },
  },
  notes: {
    label: 'Observações',
    ...nullable(line('Observações', { max: 200 })),
    privacy: 'health',
    retention: 'listDays',
    suggested: false,
    auditName: 'participantNotes',
    input: {
      kind: 'line',
      label: 'Observações para o embarque',
      hint: 'Opcional, como alergia ou cadeira de rodas: quem recebe você no embarque lê',
      max: 200,
      wide: true,
    },
  },
} satisfies Record<string, ParticipantEntry>;
type Table = typeof participantTable;
export type PersonField = keyof Table;
export const personFields = keysOf(participantTable);

/** The entry of a field, for code that reads any. */
export function entryOf(field: PersonField): ParticipantEntry {
  return participantTable[field];
}

type RequiredField = { [Key in PersonField]: Table[Key] extends { missing: string } ? Key : never }[PersonField];
type SuggestedField = { [Key in PersonField]: Table[Key]['suggested'] extends true ? Key : never }[PersonField];

/** The fields that a participant's own data must have. */
export const requiredFields = personFields.filter(
  (field): field is RequiredField => 'missing' in participantTable[field],
);
export const suggestedFields = personFields.filter(
  (field): field is SuggestedField => participantTable[field].suggested,
);

/**
 * Fields that the passenger list requires, as they read after "Falta:". `photoDocument`: on interstate trips, of
 * everybody from 12 years on with a birth certificate. `companionId`: who accompanies a minor. `minorStatement`: of
 * each minor, until an adult has said it once for the reservation. `boardingPointId`: of participants with a place,
 * where the trip has boarding points. `answers`: to required questions; `reservationAnswers`: to those asked once of a
 * reservation, of its first participant.
 */
export const participantFieldLabels = {
  ...(Object.fromEntries(requiredFields.map((field) => [field, participantTable[field].missing])) as Record<
    RequiredField,
    string
  >),
  photoDocument: 'documento com foto',
  companionId: 'quem acompanha',
  minorStatement: 'declaração do responsável',
  boardingPointId: 'ponto de embarque',
  answers: 'respostas às perguntas',
  reservationAnswers: 'perguntas da reserva',
};
export type ParticipantField = keyof typeof participantFieldLabels;

/** Under 12 a birth certificate is sufficient; under 16 an adult must be responsible. Source: "Law and paper". */
export const minorLabels = { under12: 'Menor de 12 anos', under16: 'Menor de 16 anos' } as const;
export type Minor = keyof typeof minorLabels;

/** What links show of data, as "•••725": the chat in which one was sent is read by others, and later. */
const maskedFields = z.object(
  Object.fromEntries(
    personFields
      .filter((field) => participantTable[field].privacy !== 'open')
      .map((field) => [field, z.string().optional()]),
  ) as Record<PersonField, z.ZodOptional<z.ZodString>>,
);

/**
 * A person of a reservation. `name` may be empty until somebody enters it; `missing` names what the passenger list
 * still lacks. `age` and `minor` are as of the departure date in the operator's time zone. `fareLabel`, `priceCents`
 * and `takesPlace` were fixed when the fare was chosen. `isPayer`: the payer's own record. `hasLink`: a companion link
 * is valid. `heldUntil`: added to a booked reservation, their place is held until then for the deposit for them.
 * `masked`: by the payer's link, fields that have a value, which are empty, and a name that is cut to "Ana L.".
 */
export const participant = z.object({
  id,
  fareId: id,
  fareLabel: z.string(),
  priceCents: cents,
  takesPlace: z.boolean(),
  isPayer: z.boolean(),
  ...pluck(participantTable, 'answer'),
  companionId: id.nullable(),
  age: z.int().nullable(),
  minor: growing(Object.keys(minorLabels) as Minor[]).nullable(),
  missing: z.array(growing(Object.keys(participantFieldLabels) as ParticipantField[])),
  hasLink: z.boolean(),
  heldUntil: instant.nullable(),
  boardedAt: instant.nullable(),
  missedAt: instant.nullable(),
  seat: placedSeat.nullable(),
  /** Null of everybody who needs none, as far as the payer has said. */
  authorization: travelAuthorization.nullable().default(null),
  masked: maskedFields.optional(),
  /** Their own; to a list of passengers also, with the first person of a reservation, those of the whole. */
  answers: z.array(answer).default([]),
});
export type Participant = z.infer<typeof participant>;

/** What staff reads of one participant at a time: elsewhere `masked` says the last characters. */
export const participantDocuments = participant.pick({ cpf: true, documentNumber: true });
export type ParticipantDocuments = z.infer<typeof participantDocuments>;

/** The fields of a person without data yet. */
export const emptyPerson: Pick<Participant, PersonField> = pluck(participantTable, 'empty');

const ownFields = z.strictObject(pluck(participantTable, 'schema'));

/**
 * Body of PUT reservations/{id}/participants/{participantId}; omitted fields stay, null deletes. A birth date that does
 * not fit the fare is refused with FARE_BY_AGE unless `fareId` names the one that fits. `replaces: true` says that
 * another person travels: omitted fields are deleted.
 */
export const participantChange = ownFields
  .extend({ companionId: id.nullable(), fareId: id, replaces: z.boolean(), answers: answerDrafts })
  .partial();
export type ParticipantChange = z.output<typeof participantChange>;

/** Body of POST reservations/{id}/participants: at least the fare. */
export const participantDraft = ownFields
  .partial()
  .extend({ fareId: id, companionId: id.nullable().optional(), answers: answerDrafts.optional() });
export type ParticipantDraft = z.output<typeof participantDraft>;

/** A person of the payer's earlier reservations ("Quem vai com você"). */
export const companion = participant.pick(
  Object.fromEntries(suggestedFields.map((field) => [field, true])) as Record<SuggestedField, true>,
);
export type Companion = z.infer<typeof companion>;
export const companionList = z.object({ data: z.array(companion) });

/** The token of a link for people without an account. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Link inválido.');

/** Body of POST participants/link/read. */
export const participantLinkRead = z.strictObject({ token: linkToken });

/** Body of PUT participants/link: what a companion may fill in. */
export const participantLinkChange = z.strictObject({
  token: linkToken,
  fields: ownFields.extend({ answers: answerDrafts }).partial(),
  minorStatement: minorStatementDraft.optional(),
});

/** Body of POST participants/link/charges: the deposit of the share, or all that is due of it. */
export const shareChargeDraft = chargeDraft.omit({ amountCents: true }).extend({ token: linkToken });
export type ShareChargeDraft = z.output<typeof shareChargeDraft>;

/**
 * What a companion sees through the link: their own fields, share and the trip, nothing of the others. Once their data
 * are complete, those that `masked` names are empty.
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
      authorization: true,
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
    /** Questions to each participant. */
    questions: z.array(tripQuestion).default([]),
  }),
  /** Their room, with the names of those of the reservation who sleep there too, and of nobody else. */
  room: z
    .object({ label: z.string(), others: z.array(z.string()) })
    .nullable()
    .default(null),
  /** The participant is a minor, and nobody has said that they may travel. */
  asksStatement: z.boolean().default(false),
  /** Theirs of what the reservation costs, where its payment is split. */
  share: linkedShare.nullable().default(null),
});
export type LinkedParticipant = z.infer<typeof linkedParticipant>;

/** A companion link; the token is only in this response. */
export const participantLink = z.object({ url: z.string() });
export type ParticipantLink = z.infer<typeof participantLink>;
