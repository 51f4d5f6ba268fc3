import { type Answer, type AnswerDrafts, type AnswerValue, checkAnswer } from '@passeio/contract/reservations/answers';
import type { QuestionScope, TripQuestion } from '@passeio/contract/trips/questions';
import { formatCalendarDate } from '~/lib/formats';

/** What stands in a question's input: what was typed or chosen; of several options a list. */
export type AnswerInput = string | string[];
/** Inputs by the question's id; absent for nothing. */
export type AnswerInputs = Record<string, AnswerInput>;

type Asked = TripQuestion & { isAsked?: boolean };

/** The questions that somebody is to answer now. */
export function questionsFor(per: QuestionScope, questions: readonly Asked[]): TripQuestion[] {
  return questions.filter((one) => one.per === per && one.isAsked !== false);
}

/** Name of a question's input, and of its messages. */
export function answerName({ id }: Pick<TripQuestion, 'id'>): string {
  return `answers.${id}`;
}

/** Stored answers as their inputs show them; masked ones are not known. */
export function inputsOf(questions: readonly TripQuestion[], answers: readonly Answer[]): AnswerInputs {
  const known = answers.flatMap(({ questionId, value }) => {
    const question = questions.find(({ id }) => id === questionId);
    return question && value !== null ? [[questionId, inputOf(question, value)] as const] : [];
  });
  return Object.fromEntries(known);
}

function inputOf({ kind }: TripQuestion, value: AnswerValue): AnswerInput {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return kind === 'date' && typeof value === 'string' ? formatCalendarDate(value) : value;
}

/** The answers that differ from what is saved, ready for the API. */
export function changedAnswers(
  questions: readonly TripQuestion[],
  inputs: AnswerInputs,
  saved: AnswerInputs,
): AnswerDrafts {
  return questions.flatMap((question) => {
    const [input = '', before = ''] = [inputs[question.id], saved[question.id]];
    return String(input).trim() === String(before).trim()
      ? []
      : [{ questionId: question.id, value: readInput(question, input) }];
  });
}

/** What is wrong with answers, by the names of their inputs. */
export function wrongAnswers(questions: readonly TripQuestion[], answers: AnswerDrafts): Record<string, string> {
  const errors = answers.flatMap(({ questionId, value }) => {
    const question = questions.find(({ id }) => id === questionId);
    const error = question && value !== null ? checkAnswer(question, value).error : undefined;
    return question && error !== undefined ? [[answerName(question), error] as const] : [];
  });
  return Object.fromEntries(errors);
}

/** What cannot be read is sent as it was typed, and refused as it is wrong. */
function readInput({ kind }: TripQuestion, input: AnswerInput): AnswerValue | null {
  if (Array.isArray(input)) return input.length > 0 ? input : null;
  const typed = input.trim();
  if (typed === '') return null;
  if (kind === 'yes_no') return typed === 'yes';
  if (kind === 'number' && /^-?(\d{1,3}(\.\d{3})+|\d{1,12})(,\d{1,6})?$/.test(typed)) {
    return Number(typed.replaceAll('.', '').replace(',', '.'));
  }
  if (kind !== 'date') return typed;
  const [day, month, year] = typed.split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}
