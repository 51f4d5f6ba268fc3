import { type Answer, answerLine, formatAnswer } from '@passeio/contract/reservations/answers';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import table from '~/ui/layout/data-table.module.css';

interface AnswerLinesProps {
  answers: readonly Answer[];
  questions: readonly AskedQuestion[];
}

/** What somebody answered, a line for each question. */
export function AnswerLines({ answers, questions }: AnswerLinesProps) {
  return questions.map((question) => {
    const value = answers.find(({ questionId }) => questionId === question.id)?.value ?? null;
    if (value === null) return null;
    return (
      <span key={question.id} className={table.detail}>
        {answerLine(question.label, formatAnswer(question, value))}
        {!question.isAsked && ' (não é mais perguntado)'}
      </span>
    );
  });
}
