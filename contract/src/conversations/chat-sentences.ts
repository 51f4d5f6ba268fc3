import { id, instant, line } from '../fields.ts';
import { z } from '../zod.ts';

export const MAX_CHAT_SENTENCES = 200;

/** What a sentence of a contact may mean to the first answers. */
export const sentenceReadings = {
  person: 'É para uma pessoa responder',
  departures: 'Pergunta as saídas, os preços e as vagas',
  boarding: 'Pergunta onde é o embarque',
  payment: 'Pergunta como se paga',
} as const;
export type SentenceReading = keyof typeof sentenceReadings;

const readings = Object.keys(sentenceReadings) as [SentenceReading, ...SentenceReading[]];

/** `seriesId`: the trip that it is about; null: any. A person's is of none. */
export const chatSentenceDraft = z
  .strictObject({
    sentence: line('Frase', { min: 2, max: 200 }),
    reading: z.enum(readings, 'Escolha o que a frase quer dizer.'),
    seriesId: id.nullable(),
  })
  .refine(({ reading, seriesId }) => reading !== 'person' || seriesId === null, {
    path: ['seriesId'],
    error: 'Para uma pessoa responder, deixe sem passeio.',
  });
export type ChatSentenceDraft = z.output<typeof chatSentenceDraft>;

const chatSentence = z.object({
  id,
  sentence: z.string(),
  reading: z.enum(readings),
  /** Null: of any trip. `isAhead`: it has departures; without them a person answers. */
  trip: z.object({ title: z.string(), isAhead: z.boolean() }).nullable(),
  createdAt: instant,
});
export type ChatSentence = z.infer<typeof chatSentence>;

/** `trips`: those with departures, of which a sentence may be. */
export const chatSentenceList = z.object({
  data: z.array(chatSentence),
  trips: z.array(z.object({ seriesId: id, title: z.string() })),
});
export type ChatSentenceList = z.infer<typeof chatSentenceList>;
