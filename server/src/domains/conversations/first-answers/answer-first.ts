import { meansOf } from '@passeio/contract/means';
import type { Deps } from '../../../deps.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readQuote } from '../../reservations/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { findTrips } from '../../trips/index.ts';
import { arrivalOf, enqueueMessage } from '../../whatsapp/index.ts';
import { type Destination, readQuestion } from './read-question.ts';
import { readTaught } from './taught-sentences.queries.ts';
import { type Offer, writeAnswer } from './write-answer.ts';

/** What was written earlier is a person's to answer. */
const FRESH_MINUTES = 15;
/** For how long nobody but a person answers after one of the team has. */
const SILENT_DAYS = 7;
/** So many answers in a day, so that two machines do not talk to each other for ever. */
const MOST_A_DAY = 6;
const DEPARTURES_READ = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The kind of such an answer. */
const FIRST_ANSWER = 'firstAnswer';

type AnswerDeps = Pick<Deps, 'db'> & { jobs: Pick<Deps['jobs'], 'enqueue'>; publicUrl: string };

/**
 * Answers a message without a person, once, if the operator has switched that on, no person of the team has written in
 * the conversation lately, and every word of it is understood. Otherwise it waits for a person.
 */
export async function answerFirst({ db, jobs, publicUrl }: AnswerDeps, messageId: string): Promise<void> {
  const asked = await readAsked(db, messageId);
  if (!asked) return;
  const answer = await answerOf(db, publicUrl, asked.text);
  if (!answer) return;
  await inTransaction(db, async (trx) => {
    // Locked, so that it is answered once, and not beside a person.
    const { conversationId } = asked;
    await trx.selectFrom('conversations').select('id').where('id', '=', conversationId).forNoKeyUpdate().execute();
    const again = await readAsked(trx, messageId);
    if (!again || again.text !== asked.text) return;
    const content = { type: 'text' as const, body: answer };
    const message = { conversationId, content, text: answer, reservationId: null, sentBy: null, about: FIRST_ANSWER };
    await enqueueMessage(jobs, message, trx);
    await trx.updateTable('conversations').set({ state: 'answered' }).where('id', '=', conversationId).execute();
    await markAnswered(trx, messageId);
  });
}

/** The next departures, and their trips as people name them. */
export async function readDestinations(db: Database) {
  const { data: trips, page } = await findTrips(db, null, {
    ...{ upcoming: true, archived: false, cancelled: false, showImages: false, folded: false },
    ...{ sort: 'date', page: 1, size: DEPARTURES_READ },
  });
  const destinations = [...new Map(trips.map((trip) => [trip.seriesId ?? trip.id, trip])).entries()].map(
    ([seriesId, { title, nicknames }]): Destination => ({ seriesId, title, nicknames }),
  );
  return { trips, page, destinations };
}

/** What the engine answers to a text; undefined: a person does. What staff taught comes first. */
export async function answerOf(db: Database, publicUrl: string, text: string): Promise<string | undefined> {
  const rules = await readReservationRules(db);
  const { time_zone: timeZone, takes_pix: takesPix, takes_card: takesCard } = rules;
  const today = Temporal.Instant.fromEpochMilliseconds(rules.now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const { trips, page, destinations } = await readDestinations(db);
  const taught = await readTaught(db, text);
  const question = taught ?? readQuestion(text, { today: `${today}`, destinations });
  if (!question || question === 'person') return undefined;
  const offer: Offer = {
    ...{ trips, timeZone, publicUrl, isWhole: page.total <= trips.length },
    meansOf: ({ paymentMeans }) => meansOf(takesPix, takesCard, paymentMeans),
    quote: async (trip, party) => {
      try {
        return await readQuote(db, { tripId: trip.id, party, extras: [] });
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
  };
  return writeAnswer(question, offer);
}

interface Asked {
  conversationId: string;
  text: string;
}

// What the contact wrote since the last answer, if it is to be answered: "Capitólio", "sábado", "4 pessoas" are one
// question.
async function readAsked(db: Database, messageId: string): Promise<Asked | undefined> {
  const now = Date.now();
  const row = await db
    .selectFrom('conversation_messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('chat_contacts as contact', 'contact.id', 'c.contact_id')
    .innerJoin('whatsapp_settings as settings', (join) => join.onTrue())
    .select(['c.id', 'c.last_message_at', 'm.at'])
    .where('m.id', '=', messageId)
    .where('m.followed_at', 'is', null)
    .where('m.direction', '=', 'in')
    .where('m.kind', '=', 'text')
    .where('m.at', '>', new Date(now - FRESH_MINUTES * MINUTE_MS))
    .where('settings.first_answers', '=', true)
    .where('contact.stopped_at', 'is', null)
    .where('c.state', '=', 'waiting')
    .where(({ or, eb }) =>
      or([
        eb('c.person_answered_at', 'is', null),
        eb('c.person_answered_at', '<', new Date(now - SILENT_DAYS * DAY_MS)),
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const messages = await db
    .selectFrom('conversation_messages as m')
    .select(['m.id', 'm.direction', 'm.kind', 'm.text', 'm.about'])
    .where('m.conversation_id', '=', row.id)
    .where('m.at', '>', new Date(now - DAY_MS))
    .orderBy('m.at', 'desc')
    .orderBy(arrivalOf('m'), 'desc')
    .orderBy('m.id', 'desc')
    .limit(50)
    .execute();
  const answers = messages.filter(({ about }) => about === FIRST_ANSWER).length;
  const lastOurs = messages.findIndex(({ direction }) => direction !== 'in');
  const said = lastOurs === -1 ? messages : messages.slice(0, lastOurs);
  // The last of several at once is answered.
  const isLast = said[0]?.id === messageId;
  const isText = said.every(({ kind }) => kind === 'text');
  if (!isLast || !isText || answers >= MOST_A_DAY) return undefined;
  return {
    conversationId: row.id,
    text: said
      .map(({ text }) => text)
      .reverse()
      .join('\n'),
  };
}

async function markAnswered(trx: DatabaseTransaction, messageId: string): Promise<void> {
  await trx.updateTable('conversation_messages').set({ followed_at: new Date() }).where('id', '=', messageId).execute();
}
