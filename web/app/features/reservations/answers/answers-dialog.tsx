import { reservationAnswers } from '@passeio/contract/reservations/answers';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { answerName, changedAnswers, inputsOf, questionsFor, wrongAnswers } from './answer-inputs';
import { QuestionInput } from './question-input';

interface AnswersDialogProps {
  reservation: ReservationDetails;
  onClose: () => void;
}

/** Answers what is asked once of a reservation. */
export function AnswersDialog({ reservation, onClose }: AnswersDialogProps) {
  const { id, code, trip, answers } = reservation;
  const [{ questions, saved, schema }] = useState(() => {
    const questions = questionsFor('reservation', trip.questions);
    const schema = reservationAnswers.superRefine((body, context) => {
      for (const [name, message] of Object.entries(wrongAnswers(questions, body.answers)))
        context.addIssue({ code: 'custom', path: name.split('.'), message });
    });
    return { questions, saved: inputsOf(questions, answers), schema };
  });
  return (
    <FormDialog
      title="Perguntas da reserva"
      lead={`Reserva ${code}, ${trip.title}.`}
      submit="Salvar"
      initial={{ answers: Object.fromEntries(questions.map((one) => [one.id, saved[one.id] ?? ''])) }}
      schema={schema}
      toBody={(values) => ({ answers: changedAnswers(questions, values.answers, saved) })}
      save={(body) => api.call(reservationRoutes.changeAnswers, { params: { reservationId: id }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Respostas salvas.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) =>
        questions.map((question) => (
          <QuestionInput
            key={question.id}
            question={question}
            value={form.values.answers[question.id] ?? ''}
            error={form.errors[answerName(question)]?.toString()}
            isMasked={answers.some(({ questionId, isMasked }) => questionId === question.id && isMasked)}
            onChange={(value) => {
              form.setFieldValue(answerName(question), value);
              form.clearFieldError(answerName(question));
            }}
          />
        ))
      }
    </FormDialog>
  );
}
