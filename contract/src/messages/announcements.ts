import { id, instant, line, text } from '../fields.ts';
import { moneyText } from '../money.ts';
import { firstName } from '../words.ts';
import { z } from '../zod.ts';
import {
  MAX_TEMPLATE_SUBJECT,
  MAX_TEMPLATE_TEXT,
  type MessageTemplate,
  type Wording,
  wordingErrors,
} from './message-templates.ts';

/** Whom an announcement is for, each person once. A passenger without telephone or account is reached by the payer. */
export const audiences = { payers: 'Quem fez a reserva', passengers: 'Quem viaja' } as const;
export type Audience = keyof typeof audiences;

/** Announcements that staff may write about one trip within a day, and one of staff about all trips. */
export const ANNOUNCEMENTS_A_DAY = { ofTrip: 6, ofPerson: 30 };

/** How long after the return an announcement may still be sent. */
export const ANNOUNCED_AFTER_DAYS = 30;

/** What an announcement may be filled in with. */
export const announcementTemplate = {
  channel: 'email',
  fields: {
    primeiro_nome: { label: 'Primeiro nome de quem recebe', example: 'Ana' },
    codigo: { label: 'Código da reserva', example: 'K7M2QX' },
    passeio: { label: 'Nome do passeio', example: 'Cânions de Furnas' },
    saida: { label: 'Dia e hora da saída', example: '05/12/2026 às 05:30' },
    embarque: { label: 'Hora e local do embarque', example: '05:10 – Três Corações, posto do trevo' },
    frase_do_que_falta: {
      label: 'Frase: quanto falta pagar; vazia se nada falta',
      example: 'Falta pagar R$ 113,40.',
      onlyInText: true,
    },
  },
} as const satisfies Pick<MessageTemplate, 'channel' | 'fields'>;

/** What is read of a recipient. `departure`: day and time; `dueCents`: null where money is not theirs to read of. */
export interface AnnouncementFacts {
  name: string;
  code: string;
  trip: string;
  departure: string;
  boarding: string;
  dueCents: number | null;
}

/** The values of {@link announcementTemplate} for a recipient. */
export function announcementValues({ name, code, trip, departure, boarding, dueCents }: AnnouncementFacts) {
  return {
    primeiro_nome: firstName(name),
    codigo: code,
    passeio: trip,
    saida: departure,
    embarque: boarding,
    frase_do_que_falta: dueCents ? `Falta pagar ${moneyText(dueCents)}.` : '',
  } satisfies Record<keyof typeof announcementTemplate.fields, string>;
}

const draft = {
  audience: z.enum(['payers', 'passengers'], 'Escolha para quem é a mensagem.'),
  /** Only reservations that owe money. */
  unpaid: z.boolean(),
  /** Only people whose data the passenger list lacks, or the payers of these. */
  missingData: z.boolean(),
  /** Only people who board there, or the payers of these. */
  boardingPointId: id.nullable(),
  /** Only these people, or the payers of these; null: everybody who is going. */
  participantIds: z.array(id).min(1, 'Escolha para quem é a mensagem.').max(1_000).nullable().default(null),
  subject: line('Assunto', { max: MAX_TEMPLATE_SUBJECT, whenEmpty: 'Escreva o assunto da mensagem.' }),
  text: text('Texto', { max: MAX_TEMPLATE_TEXT }).min(1, 'Escreva o texto da mensagem.'),
};

function checkFields(wording: Wording, context: z.RefinementCtx): void {
  for (const [part, message] of Object.entries(wordingErrors(announcementTemplate, wording)))
    context.addIssue({ code: 'custom', path: [part], message });
}

/** Body of POST trips/{id}/announcements/preview. */
export const announcementDraft = z.strictObject(draft).superRefine(checkFields);
export type AnnouncementDraft = z.output<typeof announcementDraft>;

/**
 * Body of POST trips/{id}/announcements. `sendAt`: null sends it at once. `people`: how many the preview counted; with
 * another number by now nothing is sent.
 */
export const announcementOrder = z
  .strictObject({
    ...draft,
    sendAt: z.iso.datetime('Escolha o dia e a hora do envio.').nullable(),
    people: z.int().min(1),
  })
  .superRefine(checkFields)
  .refine(({ participantIds, sendAt }) => !participantIds || sendAt === null, {
    path: ['sendAt'],
    error: 'Para pessoas escolhidas, a mensagem sai agora.',
  });
export type AnnouncementOrder = z.output<typeof announcementOrder>;

/** How many people an announcement is for, how many of them by e-mail, and how the first of them reads it. */
export const announcementPreview = z.object({
  people: z.int(),
  emails: z.int(),
  example: z.object({ name: z.string(), subject: z.string(), text: z.string() }).nullable(),
});
export type AnnouncementPreview = z.infer<typeof announcementPreview>;

/** `people` and `emails`: null until it is sent. `boardingPlace`: null unless it is narrowed to a boarding point. */
const announcement = z.object({
  id,
  audience: z.enum(['payers', 'passengers']),
  unpaid: z.boolean(),
  missingData: z.boolean(),
  boardingPlace: z.string().nullable(),
  /** How many people staff has chosen; null where nobody was. */
  chosen: z.int().nullable().default(null),
  subject: z.string(),
  text: z.string(),
  sendAt: instant,
  sentAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  people: z.int().nullable(),
  emails: z.int().nullable(),
  by: z.string(),
});
export type Announcement = z.infer<typeof announcement>;

/** The announcements of a trip, the latest first, and where its people board. */
export const announcementList = z.object({
  data: z.array(announcement),
  boardingPoints: z.array(z.object({ id, label: z.string() })),
});
export type AnnouncementList = z.infer<typeof announcementList>;

/**
 * Whom an announcement is for now, with the text for a chat. `contact`: E.164; `byEmail`: an e-mail goes to them too.
 */
export const announcementRecipients = z.object({
  announcement,
  data: z.array(
    z.object({
      reservationId: id,
      code: z.string(),
      participantId: id.nullable(),
      name: z.string(),
      contact: z.string(),
      byEmail: z.boolean(),
      text: z.string(),
    }),
  ),
});
export type AnnouncementRecipients = z.infer<typeof announcementRecipients>;
