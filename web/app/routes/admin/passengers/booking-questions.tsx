import { Stack, Text } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import type { TripQuestion } from '@passeio/contract/trips/questions';
import {
  type AnswerInput,
  type AnswerInputs,
  answerName,
  questionsFor,
} from '~/features/reservations/answers/answer-inputs';
import { QuestionInput } from '~/features/reservations/answers/question-input';
import { Fold } from '~/ui/layout/fold';
import { type BookingForm, bookingAnswers, payerName } from './staff-booking';

interface BookingQuestionsProps {
  form: BookingForm;
  trip: PassengerTrip;
}

/** Whether a trip asks anything of a reservation or its people. */
export function asksAnything({ questions }: PassengerTrip): boolean {
  return questions.some(({ isAsked }) => isAsked);
}

/** What the trip asks, once and of each person; what the caller does not know is answered later. */
export function BookingQuestions({ form, trip }: BookingQuestionsProps) {
  const { answers, participants } = form.values;
  const once = questionsFor('reservation', trip.questions);
  const each = questionsFor('participant', trip.questions);
  return (
    <>
      <Text variant="hint">O que faltar pode ser respondido depois, na reserva.</Text>
      {once.length > 0 && <Answers form={form} questions={once} inputs={answers} />}
      {each.length > 0 &&
        participants.map((person, index) => (
          <PersonAnswers key={person.key} form={form} trip={trip} questions={each} index={index} />
        ))}
    </>
  );
}

interface PersonAnswersProps extends BookingQuestionsProps {
  questions: readonly TripQuestion[];
  index: number;
}

function PersonAnswers({ form, trip, questions, index }: PersonAnswersProps) {
  const { values } = form;
  const { name = '', answers = {} } = values.participants[index] ?? {};
  const isPayer = values.payerTravels && index === 0;
  const known = bookingAnswers('participant', trip, answers).map(({ questionId }) => questionId);
  const open = questions.filter(({ id, isRequired }) => isRequired && !known.includes(id)).length;
  const state = open > 0 ? ` · ${open === 1 ? 'falta 1' : `faltam ${open}`}` : known.length > 0 ? ' · respondida' : '';
  return (
    <Fold
      startsOpen={values.participants.length === 1}
      errors={form.errors}
      holds={(field) => field.startsWith(`participants.${index}.answers.`)}
      summary={`${(isPayer ? payerName(values) : name.trim()) || `${index + 1}ª pessoa`}${state}`}
    >
      <Answers form={form} questions={questions} inputs={answers} person={index} />
    </Fold>
  );
}

interface AnswersProps {
  form: BookingForm;
  questions: readonly TripQuestion[];
  inputs: AnswerInputs;
  /** The person who answers, by their place in the party; without it the reservation. */
  person?: number;
}

function Answers({ form, questions, inputs, person }: AnswersProps) {
  const path = person === undefined ? '' : (`participants.${person}.` as const);
  return (
    <Stack gap={14} pt={person === undefined ? 0 : 6}>
      {questions.map((question) => {
        const name = `${path}${answerName(question)}`;
        return (
          <QuestionInput
            key={question.id}
            question={question}
            name={name}
            mayStayOpen
            value={inputs[question.id] ?? ''}
            error={form.errors[name]?.toString()}
            onChange={(value: AnswerInput) => {
              form.setFieldValue(name, value);
              form.clearFieldError(name);
            }}
          />
        );
      })}
    </Stack>
  );
}
