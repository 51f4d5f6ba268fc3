import { randomUUIDv7 } from 'node:crypto';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { keysOf } from '@passeio/contract/table';
import {
  type AskedQuestion,
  type QuestionDraft,
  type TripQuestion,
  tripQuestion,
} from '@passeio/contract/trips/questions';
import { type Selectable, sql } from 'kysely';
import { excludedColumns, fromColumns, toColumns } from '../../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';

export type QuestionRow = Selectable<Schema['trip_questions']>;

const questionFields = keysOf(tripQuestion.shape);

/**
 * The rows of a trip's drafted questions, in their order. `known` are those that it asks; a draft without an id that
 * has the label of one of them keeps its id. One that is answered in another way, or by somebody else, is a new
 * question, so that stored answers fit theirs. Throws INVALID_INPUT for an id that is not of this trip, or stands there
 * twice.
 */
export function questionsOfDraft(tripId: string, drafts: QuestionDraft[], known: QuestionRow[]): QuestionRow[] {
  const free = new Map(known.map((one) => [one.id, one]));
  const take = (id: string) => {
    const found = free.get(id);
    free.delete(id);
    return found;
  };
  const byId = drafts.map(({ id }) => {
    const found = id === undefined ? undefined : take(id.toLowerCase());
    if (id === undefined || found) return found;
    throw new AppError('INVALID_INPUT', {
      questions: 'Há uma pergunta que não é deste passeio. Recarregue a página e tente de novo.',
    });
  });
  return drafts.map((draft, position) => {
    const same = [...free.values()].find(({ label }) => isSameLabel(label, draft.label));
    const before = byId[position] ?? (same && take(same.id));
    const isSame = before?.kind === draft.kind && before.per === draft.per;
    return {
      ...toColumns(draft),
      id: before && isSame ? before.id : randomUUIDv7(),
      trip_id: tripId,
      position,
      ended_at: null,
    };
  });
}

/** These questions as another trip's. */
export function copiesOfQuestions(tripId: string, questions: readonly QuestionRow[]): QuestionRow[] {
  return questions.map((question) => ({ ...question, id: randomUUIDv7(), trip_id: tripId }));
}

export function presentQuestion(row: QuestionRow): TripQuestion {
  return fromColumns(row, questionFields);
}

/** The questions that these trips ask, by trip and position. */
export function listQuestions(db: Database, tripIds: string[]): Promise<QuestionRow[]> {
  if (tripIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('trip_questions')
    .selectAll()
    .where('trip_id', 'in', tripIds)
    .where('ended_at', 'is', null)
    .orderBy('trip_id')
    .orderBy('position')
    .execute();
}

/**
 * What a trip asks, then what it asked before, or another departure asked of a reservation that moved here, and
 * somebody answered; with `reservationId`, that reservation.
 */
export async function listAskedQuestions(
  db: Database,
  tripId: string,
  reservationId?: string,
): Promise<AskedQuestion[]> {
  const isAsked = sql<boolean>`trip_id = ${tripId} and ended_at is null`;
  const ids = sql<string>`(
    select id from trip_questions where ${isAsked}
    union
    select question_id from answers join reservations on reservations.id = answers.reservation_id
    where reservations.trip_id = ${tripId} ${reservationId ? sql`and reservations.id = ${reservationId}` : sql``})`;
  const rows = await db
    .selectFrom('trip_questions')
    .selectAll()
    .select(isAsked.as('isAsked'))
    .where('id', 'in', ids)
    .orderBy('isAsked', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...presentQuestion(row), isAsked: row.isAsked }));
}

/**
 * Makes these rows what a locked trip asks: inserts those without a stored id, updates the others; of the rest those
 * that were answered end, and the others are deleted.
 */
export async function writeQuestions(
  trx: DatabaseTransaction,
  tripId: string,
  questions: QuestionRow[],
): Promise<void> {
  const ids = questions.map(({ id }) => id);
  const rest = sql<boolean>`trip_id = ${tripId} and ended_at is null and id <> all (${ids}::uuid[])`;
  const wasAnswered = sql<boolean>`exists (select from answers where question_id = trip_questions.id)`;
  await trx.updateTable('trip_questions').set({ ended_at: new Date() }).where(rest).where(wasAnswered).execute();
  await trx.deleteFrom('trip_questions').where(rest).execute();
  if (questions.length === 0) return;
  await trx
    .insertInto('trip_questions')
    .values(questions)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excludedColumns(questionFields)))
    .execute();
}
