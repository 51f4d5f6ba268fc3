import { Button, Text } from '@mantine/core';
import { type Answer, formatAnswer } from '@passeio/contract/reservations/answers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import { useState } from 'react';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { Row, Rows } from '~/ui/layout/rows';
import { isActive } from '../status/reservation-states';
import { questionsFor } from './answer-inputs';

const AnswersDialog = lazyDialog(async () => (await import('./answers-dialog')).AnswersDialog);

interface ReservationAnswersProps {
  reservation: ReservationDetails;
}

/** Whether anything is, or was, asked once of a reservation. */
export function hasQuestions({ trip }: ReservationDetails): boolean {
  return trip.questions.some(({ per }) => per === 'reservation');
}

/** What is asked once of a reservation, with its answers; they change until the departure. */
export function ReservationAnswers({ reservation }: ReservationAnswersProps) {
  const [isOpen, setOpen] = useState(false);
  const { answers, trip } = reservation;
  const questions = trip.questions.filter(({ per }) => per === 'reservation');
  const mayAnswer =
    isActive(reservation) &&
    reservation.status.key !== 'departure_cancelled' &&
    Date.parse(trip.date) > Date.now() &&
    questionsFor('reservation', questions).length > 0;
  return (
    <>
      <Rows plain aria-label="Perguntas">
        {questions.map((question) => (
          <Row key={question.id}>
            <div>
              <Text span fw={600}>
                {question.label}
              </Text>
              <Text variant="hint">{answerText(question, answers)}</Text>
            </div>
          </Row>
        ))}
      </Rows>
      {mayAnswer && (
        <Button variant="default" size="md" mt="md" onClick={() => setOpen(true)}>
          {answers.length > 0 ? 'Mudar as respostas' : 'Responder'}
        </Button>
      )}
      {isOpen && <AnswersDialog reservation={reservation} onClose={() => setOpen(false)} />}
    </>
  );
}

function answerText(question: AskedQuestion, answers: readonly Answer[]): string {
  const given = answers.find(({ questionId }) => questionId === question.id);
  if (given?.isMasked) return 'Respondida';
  if (!given || given.value === null) return question.isRequired ? 'Falta responder' : 'Sem resposta';
  return formatAnswer(question, given.value) + (question.isAsked ? '' : ' (não é mais perguntado)');
}
