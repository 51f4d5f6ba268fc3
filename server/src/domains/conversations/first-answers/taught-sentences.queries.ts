import type { SentenceReading } from '@passeio/contract/conversations/chat-sentences';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { type Question, sentenceKey } from './read-question.ts';

const questions: Record<Exclude<SentenceReading, 'person'>, Question['asks']> = {
  departures: [],
  boarding: ['boarding'],
  payment: ['payment'],
};

/** What staff taught of this whole sentence; undefined: nothing. */
export async function readTaught(db: Database, text: string): Promise<Question | 'person' | undefined> {
  const sentence = sentenceKey(text);
  if (sentence === '') return undefined;
  const row = await db
    .selectFrom('chat_sentences')
    .select(['reading', 'series_id'])
    .where('sentence', '=', sentence)
    .executeTakeFirst();
  if (!row) return undefined;
  const reading = row.reading as SentenceReading;
  if (reading === 'person') return 'person';
  return { seriesIds: row.series_id === null ? [] : [row.series_id], asks: questions[reading] };
}

/** All of them, by their words, with the title that their trip had last. */
export function listTaught(db: Database) {
  return db
    .selectFrom('chat_sentences as s')
    .select(['s.id', 's.spoken', 's.reading', 's.series_id', 's.created_at'])
    .select(
      sql<string | null>`(select title from trips where trips.series_id = s.series_id
        order by trips.departs_at desc limit 1)`.as('title'),
    )
    .orderBy('s.sentence')
    .execute();
}

/** Locks the list for the transaction. Returns how many it has. */
export async function lockTaught(trx: DatabaseTransaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('chat sentences', 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('chat_sentences')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False: the list has it already. */
export async function tryInsertTaught(
  trx: DatabaseTransaction,
  row: Omit<Insertable<Schema['chat_sentences']>, 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('chat_sentences')
    .values(row)
    .onConflict((known) => known.column('sentence').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** The sentence as it was written; undefined: it was not there. */
export async function deleteTaught(trx: DatabaseTransaction, id: string): Promise<string | undefined> {
  const row = await trx.deleteFrom('chat_sentences').where('id', '=', id).returning('spoken').executeTakeFirst();
  return row?.spoken;
}
