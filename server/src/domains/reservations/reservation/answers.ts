import { isDeepStrictEqual } from 'node:util';
import { type Answer, type AnswerDrafts, type AnswerValue, checkAnswer } from '@passeio/contract/reservations/answers';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { presentQuestion } from '../../trips/index.ts';

/** An answer as stored; `participant_id` null: of the reservation as a whole. */
export interface AnswerRow {
  reservation_id: string;
  participant_id: string | null;
  question_id: string;
  value: AnswerValue;
}

function answersOf(db: Database) {
  return db
    .selectFrom('answers')
    .innerJoin('trip_questions as question', 'question.id', 'answers.question_id')
    .select(['answers.reservation_id', 'answers.participant_id', 'answers.question_id', 'answers.value'])
    .orderBy('question.position')
    .orderBy('question.id');
}

/** The answers of reservations and their people, in the order of the questions. */
export function listAnswers(db: Database, reservationIds: string[]): Promise<AnswerRow[]> {
  if (reservationIds.length === 0) return Promise.resolve([]);
  return answersOf(db).where('answers.reservation_id', 'in', reservationIds).execute();
}

/** The answers of all that are going on a trip. */
export function listAnswersOfTrip(db: Database, tripId: string): Promise<AnswerRow[]> {
  return answersOf(db)
    .innerJoin('reservations', 'reservations.id', 'answers.reservation_id')
    .where('reservations.trip_id', '=', tripId)
    .where('reservations.is_active', '=', true)
    .execute();
}

/** The answers of a person: their own, and with the first person of a reservation those of the whole. */
export function answersByPerson(
  rows: readonly AnswerRow[],
): (person: { id: string; reservation_id: string; number: number }) => Answer[] {
  const byReservation = Map.groupBy(rows, ({ reservation_id }) => reservation_id);
  return ({ id, reservation_id, number }) =>
    presentAnswers(
      (byReservation.get(reservation_id) ?? []).filter(
        ({ participant_id }) => participant_id === id || (participant_id === null && number === 1),
      ),
    );
}

export function presentAnswers(rows: readonly AnswerRow[]): Answer[] {
  return rows.map(({ question_id, value }) => ({ questionId: question_id, value }));
}

/** The participant whose answers are written, or null for the reservation as a whole, of a locked trip. */
interface Answering {
  tripId: string;
  reservationId: string;
  participantId: string | null;
}

/**
 * Writes answers; null deletes. With `replaces` those that are not named are deleted: another person travels. An answer
 * that stays as it is needs not fit what the trip asks by now. Returns the labels of the questions whose answer
 * changed, for the audit entry, which never says what somebody answered. `path`: of the answers in the request. Throws
 * INVALID_INPUT for an answer that does not fit, or to a question that is not asked, or asked of others.
 */
export async function saveAnswers(
  trx: DatabaseTransaction,
  { tripId, reservationId, participantId }: Answering,
  drafts: AnswerDrafts,
  { replaces = false, path = 'answers' } = {},
): Promise<string[]> {
  if (drafts.length === 0 && !replaces) return [];
  const known = (await listAnswers(trx, [reservationId])).filter((one) => one.participant_id === participantId);
  const named = drafts.map(({ questionId, value }) => ({ questionId: questionId.toLowerCase(), value }));
  const left = replaces ? known.filter(({ question_id }) => !named.some((one) => one.questionId === question_id)) : [];
  const wanted = [...named, ...left.map(({ question_id }) => ({ questionId: question_id, value: null }))];
  const changed = wanted.filter(({ questionId, value }) => {
    const before = known.find(({ question_id }) => question_id === questionId)?.value ?? null;
    return !isDeepStrictEqual(before, value);
  });
  if (changed.length === 0) return [];
  const ids = changed.map(({ questionId }) => questionId);
  const questions = await trx.selectFrom('trip_questions').selectAll().where('id', 'in', ids).execute();
  const errors: Record<string, string> = {};
  const labels: string[] = [];
  for (const { questionId, value } of changed) {
    const question = questions.find(({ id }) => id === questionId);
    const isOurs = question?.per === (participantId === null ? 'reservation' : 'participant');
    const isAsked = isOurs && question.trip_id === tripId && question.ended_at === null;
    const isKnown = known.some(({ question_id }) => question_id === questionId);
    if (!question || !(isAsked || (isKnown && value === null))) {
      errors[`${path}.${questionId}`] = 'Esta pergunta não é mais feita. Recarregue a página e tente de novo.';
      continue;
    }
    labels.push(question.label);
    const row = { question_id: questionId, reservation_id: reservationId, participant_id: participantId };
    if (value === null) {
      await deleteAnswer(trx, row);
      continue;
    }
    const checked = checkAnswer(presentQuestion(question), value);
    if (checked.error === undefined) await writeAnswer(trx, { ...row, value: checked.value });
    else errors[`${path}.${questionId}`] = checked.error;
  }
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', errors);
  return labels;
}

async function deleteAnswer(trx: DatabaseTransaction, row: Omit<AnswerRow, 'value'>): Promise<void> {
  await trx
    .deleteFrom('answers')
    .where('question_id', '=', row.question_id)
    .where('reservation_id', '=', row.reservation_id)
    .where('participant_id', 'is not distinct from', row.participant_id)
    .execute();
}

async function writeAnswer(trx: DatabaseTransaction, { value, ...row }: AnswerRow): Promise<void> {
  const stored = { value: JSON.stringify(value), updated_at: new Date() };
  await trx
    .insertInto('answers')
    .values({ ...row, ...stored })
    .onConflict((conflict) => conflict.constraint('answers_once').doUpdateSet(stored))
    .execute();
}

/** An answer of an expired reservation that fits what its trip asks now; `earlierId`: whose it was. */
export type EarlierAnswer = Omit<AnswerRow, 'reservation_id' | 'participant_id'> & { earlierId: string | null };

/** The answers of a reservation that is made again, but for questions of before and values that they take no more. */
export async function listEarlierAnswers(db: Database, reservationId: string): Promise<EarlierAnswer[]> {
  const rows = await db
    .selectFrom('answers')
    .innerJoin('trip_questions', 'trip_questions.id', 'answers.question_id')
    .selectAll('trip_questions')
    .select(['answers.participant_id', 'answers.question_id', 'answers.value'])
    .where('answers.reservation_id', '=', reservationId)
    .where('trip_questions.ended_at', 'is', null)
    .execute();
  return rows.flatMap(({ participant_id, question_id, value: before, ...question }) => {
    if (question.per !== (participant_id === null ? 'reservation' : 'participant')) return [];
    const { value } = checkAnswer(presentQuestion(question), before);
    return value === undefined ? [] : [{ earlierId: participant_id, question_id, value }];
  });
}

/** Writes the answers of a new reservation. */
export async function insertAnswers(trx: DatabaseTransaction, rows: readonly AnswerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('answers')
    .values(rows.map(({ value, ...row }) => ({ ...row, value: JSON.stringify(value), updated_at: new Date() })))
    .execute();
}

/**
 * After a move to another departure: answers go to the question there with the same words, kind and options. The others
 * stay with theirs, as of a question that is no longer asked.
 */
export async function moveAnswers(trx: DatabaseTransaction, reservationId: string, toTripId: string): Promise<void> {
  await sql`
    update answers set question_id = same.id
    from trip_questions asked, trip_questions same
    where answers.reservation_id = ${reservationId} and asked.id = answers.question_id
      and same.trip_id = ${toTripId} and same.ended_at is null and same.id <> asked.id
      and lower(same.label) = lower(asked.label) and same.kind = asked.kind and same.per = asked.per
      and same.options = asked.options and not exists (
        select from answers other where other.reservation_id = answers.reservation_id
          and other.participant_id is not distinct from answers.participant_id and other.question_id = same.id)`.execute(
    trx,
  );
}
