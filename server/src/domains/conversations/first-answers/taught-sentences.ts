import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import {
  type ChatSentenceDraft,
  type ChatSentenceList,
  MAX_CHAT_SENTENCES,
  type SentenceReading,
} from '@passeio/contract/conversations/chat-sentences';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readReservationRules } from '../../settings/index.ts';
import { readDestinations } from './answer-first.ts';
import { type Destination, readQuestion, sentenceKey } from './read-question.ts';
import { deleteTaught, listTaught, lockTaught, tryInsertTaught } from './taught-sentences.queries.ts';
import { MONTHS, numbers, WEEKDAYS } from './vocabulary.ts';

const MAX_KEY = 200;
const DAYS = new Set([...WEEKDAYS, ...MONTHS, 'hoje', 'hj', 'amanha', 'semana', 'mes', 'feriado', 'natal', 'carnaval']);
// Money that moved, discounts, changes, and what is somebody's already: each is for a person.
const OF_PERSON =
  /\b(pix|pague|pagou|pagamos|pagaram|pago|pagos|paga|pagas|comprova|recib|receb|transfer|deposit|cai|enviei|mandei|fiz|feit|sinal|restante|dinheiro|descont|cupo|promoc|gratis|meia|cancel|reembols|devol|estorn|troc|muda|remarc|desist|confirm|garant|reservei|comprei|minhas? (reserva|vaga)|meus? (pagamento|lugar))/;

/** Why a sentence cannot be taught; undefined: it can. What a person is to answer always can. */
function refusalOf(
  { sentence, reading }: Pick<ChatSentenceDraft, 'sentence' | 'reading'>,
  { today, destinations }: { today: string; destinations: readonly Destination[] },
): ErrorCode | undefined {
  const key = sentenceKey(sentence);
  if (!/\p{Letter}{2}/u.test(key) || key.length > MAX_KEY) return 'SENTENCE_UNREADABLE';
  if (reading === 'person') return undefined;
  if (OF_PERSON.test(key)) return 'SENTENCE_OF_PERSON';
  const isExact = key.split(' ').some((word) => /\p{Number}/u.test(word) || numbers.has(word) || DAYS.has(word));
  if (isExact) return 'SENTENCE_TOO_EXACT';
  return readQuestion(sentence, { today, destinations }) ? 'SENTENCE_KNOWN' : undefined;
}

/** What staff taught, and the trips of which more may be taught. */
export async function readSentences(db: Database): Promise<ChatSentenceList> {
  const [rows, { destinations }] = await Promise.all([listTaught(db), readDestinations(db)]);
  const titles = new Map(destinations.map(({ seriesId, title }) => [seriesId, title]));
  return {
    data: rows.map(({ id, spoken, reading, series_id, title, created_at }) => ({
      ...{ id, sentence: spoken, reading: reading as SentenceReading, createdAt: created_at.toISOString() },
      trip: series_id === null ? null : { title: titles.get(series_id) ?? title ?? '', isAhead: titles.has(series_id) },
    })),
    trips: destinations.map(({ seriesId, title }) => ({ seriesId, title })),
  };
}

/** Throws what {@link refusalOf} says, SENTENCE_EXISTS, SENTENCES_FULL, and TRIP_NOT_FOUND. */
export async function addSentence(
  trx: DatabaseTransaction,
  actor: Actor,
  { sentence, reading, seriesId }: ChatSentenceDraft,
): Promise<ChatSentenceList> {
  const { time_zone: timeZone, now } = await readReservationRules(trx);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const { destinations } = await readDestinations(trx);
  const refusal = refusalOf({ sentence, reading }, { today: `${today}`, destinations });
  if (refusal) throw new AppError(refusal);
  if (seriesId && !destinations.some((one) => one.seriesId === seriesId)) throw new AppError('TRIP_NOT_FOUND');
  if ((await lockTaught(trx)) >= MAX_CHAT_SENTENCES) throw new AppError('SENTENCES_FULL');
  const words = { sentence: sentenceKey(sentence), spoken: sentence };
  const about = { reading, series_id: seriesId, created_by: callerOfActor(actor).id };
  if (!(await tryInsertTaught(trx, { id: randomUUIDv7(), ...words, ...about }))) throw new AppError('SENTENCE_EXISTS');
  await record(trx, actor, [null, sentence]);
  return readSentences(trx);
}

/** What is gone already stays so. */
export async function removeSentence(trx: DatabaseTransaction, actor: Actor, id: string): Promise<ChatSentenceList> {
  const spoken = await deleteTaught(trx, id);
  if (spoken !== undefined) await record(trx, actor, [spoken, null]);
  return readSentences(trx);
}

function record(trx: DatabaseTransaction, actor: Actor, chatSentence: [string | null, string | null]) {
  const subject = { type: 'settings', id: 'whatsapp', label: 'Frases do WhatsApp' } as const;
  return recordAudit(trx, actor, { action: 'settings.changed', subject, changes: { chatSentence } });
}
