import { calendarDate, id, line } from '../fields.ts';
import { formatDay } from '../format-moments.ts';
import { MAX_OPTION, MAX_OPTIONS, MAX_QUESTIONS, type TripQuestion } from '../trips/questions.ts';
import { z } from '../zod.ts';

/** Maximum letters of an answer in words. */
export const MAX_ANSWER = 300;
const MAX_NUMBER = 1_000_000_000;

/** Depends on the question's kind: a text, option or date ("2026-12-05"), yes or no, a number, or several options. */
export const answerValue = z.union([z.string(), z.boolean(), z.number(), z.array(z.string())]);
export type AnswerValue = z.infer<typeof answerValue>;

/** An answer. Links show with `isMasked` only that there is one, and `value` null. */
export const answer = z.object({ questionId: id, value: answerValue.nullable(), isMasked: z.boolean().optional() });
export type Answer = z.infer<typeof answer>;

/** An answer as text, of a person who travels; `isSensitive`: about their health. */
export const answerText = z.object({ label: z.string(), text: z.string(), isSensitive: z.boolean() });
export type AnswerText = z.infer<typeof answerText>;

/** Answers in requests: null deletes, what is left out stays. What fits a question: {@link checkAnswer}. */
export const answerDrafts = z
  .array(
    z.strictObject({
      questionId: id,
      value: z
        .union(
          [
            z.string().max(2 * MAX_ANSWER),
            z.boolean(),
            z.number(),
            z.array(z.string().max(2 * MAX_OPTION)).max(MAX_OPTIONS),
          ],
          'Confira a resposta.',
        )
        .nullable(),
    }),
    'Informe as respostas.',
  )
  .max(MAX_QUESTIONS, `Use no máximo ${MAX_QUESTIONS} respostas.`)
  .refine(
    (all) => new Set(all.map(({ questionId }) => questionId.toLowerCase())).size === all.length,
    'Há uma resposta repetida.',
  );
export type AnswerDrafts = z.output<typeof answerDrafts>;

/** Body of PUT reservations/{id}/answers: to questions that are asked once of a reservation. */
export const reservationAnswers = z.strictObject({ answers: answerDrafts });

type Question = Pick<TripQuestion, 'kind' | 'options'>;

const WRONG_OPTION = 'Escolha uma das opções.';
const WRONG_NUMBER = 'Informe um número, como 38 ou 1,75.';

function schemaOf({ kind, options }: Question): z.ZodType<AnswerValue> {
  switch (kind) {
    case 'text':
      return line('Resposta', { max: MAX_ANSWER });
    case 'yes_no':
      return z.boolean('Responda sim ou não.');
    case 'one_of':
      return z.string(WRONG_OPTION).refine((value) => options.includes(value), WRONG_OPTION);
    case 'several_of':
      return z
        .array(
          z.string().refine((value) => options.includes(value)),
          WRONG_OPTION,
        )
        .min(1, WRONG_OPTION)
        .transform((chosen) => options.filter((option) => chosen.includes(option)));
    case 'date':
      return calendarDate.refine(
        (day) => day >= '1900' && day < '2200',
        'Data inválida. Confira o dia, o mês e o ano.',
      );
    case 'number':
      return z.number(WRONG_NUMBER).min(-MAX_NUMBER, WRONG_NUMBER).max(MAX_NUMBER, WRONG_NUMBER);
  }
}

/** A value as it is stored, or why it is no answer to the question. */
export function checkAnswer(
  question: Question,
  value: unknown,
): { value: AnswerValue; error?: undefined } | { value?: undefined; error: string } {
  const result = schemaOf(question).safeParse(value);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  return { error: issue && issue.path.length === 0 ? issue.message : WRONG_OPTION };
}

/** As "Sim", "P, M", "05/12/2026" or "1,75". */
export function formatAnswer({ kind }: Pick<TripQuestion, 'kind'>, value: AnswerValue): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'number') return value.toLocaleString('pt-BR', { maximumFractionDigits: 6 });
  return kind === 'date' ? formatDay(value) : value;
}

/** As "Tamanho da camiseta: M" or "Tem alergia? Não". */
export function answerLine(label: string, text: string): string {
  return `${label}${/[?:]$/.test(label) ? '' : ':'} ${text}`;
}
