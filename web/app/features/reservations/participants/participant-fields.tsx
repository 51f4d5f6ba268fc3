import { type AutocompleteProps, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { Answer } from '@passeio/contract/reservations/answers';
import { documentTypes, entryOf, type PersonField, personFields } from '@passeio/contract/reservations/participants';
import type { TripQuestion } from '@passeio/contract/trips/questions';
import type { MaskInputOptions } from 'maska';
import { Fragment, type ReactNode } from 'react';
import { useSettings } from '~/lib/settings';
import fields from '~/ui/editing/field-grid.module.css';
import { FormNotice } from '~/ui/editing/form-notice';
import { IssuerInput } from '~/ui/inputs/issuer-input';
import { cpfMask, dateMask, MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { answerName, questionsFor } from '../answers/answer-inputs';
import { QuestionInput } from '../answers/question-input';
import { boardingOptions } from './boarding-choice';
import {
  isDocumentType,
  type ParticipantInput,
  useParticipantError,
  useParticipantField,
  useParticipantState,
} from './participant-form';

interface ParticipantFieldsProps {
  boardingPoints: readonly { id: string; time: string; place: string }[];
  /** The person fills in their own data: the browser may suggest it. */
  own?: boolean;
  /** What is saved of fields that do not show it, as "•••725". */
  masked?: Partial<Record<ParticipantInput, string>> | undefined;
  /** The trip's, and what is saved of the answers. */
  questions: readonly TripQuestion[];
  answers?: readonly Answer[] | undefined;
  /** Shown after the birth date: what follows from it. */
  afterBirthdate?: ReactNode;
}

/** The fields of one person of a reservation, and what the trip asks of them. */
export function ParticipantFields({ afterBirthdate, questions, answers = [], ...props }: ParticipantFieldsProps) {
  return (
    // What follows from the birth date comes after it on a phone; beside it stands the next field where there is room.
    <div className={fields.grid} style={{ gridAutoFlow: 'dense' }}>
      {Object.keys(props.masked ?? {}).length > 0 && (
        <div className={fields.wide}>
          <FormNotice tone="info">
            Os dados já salvos não aparecem por inteiro. Preencha só o que quiser corrigir: o resto fica como está.
          </FormNotice>
        </div>
      )}
      {personFields.map((field) => (
        <Fragment key={field}>
          <FieldInput name={field} {...props} />
          {field === 'birthdate' && afterBirthdate && <div className={fields.wide}>{afterBirthdate}</div>}
        </Fragment>
      ))}
      <AnswersError />
      {questionsFor('participant', questions).map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          isMasked={answers.some(({ questionId, isMasked }) => questionId === question.id && isMasked)}
        />
      ))}
    </div>
  );
}

type FieldInputProps = { name: PersonField } & Omit<ParticipantFieldsProps, 'afterBirthdate' | 'questions' | 'answers'>;

/** The input of a field, as its entry says. */
function FieldInput({ name, boardingPoints, own = false, masked = {} }: FieldInputProps) {
  const { kind, label, hint, max, autoComplete = 'off', autoCapitalize, wide } = entryOf(name).input;
  const isOfCin = useParticipantState((state) => name === 'documentNumber' && state.fields.documentType === 'cin');
  const { [name]: placeholder } = masked;
  const all = { name, label, description: hint, className: wide ? fields.wide : undefined };
  const line = { ...all, placeholder, autoComplete: own ? autoComplete : 'off', autoCapitalize, maxLength: max };
  switch (kind) {
    case 'line':
      return <LineField {...line} {...(isOfCin && { description: 'Na CIN, o número é o CPF' })} />;
    case 'date':
      return <MaskedField {...line} placeholder={placeholder ?? 'dd/mm/aaaa'} mask={dateMask} inputMode="numeric" />;
    case 'cpf':
      return <MaskedField {...line} placeholder={placeholder ?? '000.000.000-00'} mask={cpfMask} inputMode="numeric" />;
    case 'phone':
      return <MaskedField {...line} placeholder={placeholder ?? '(00) 00000-0000'} mask={phoneMask} type="tel" />;
    case 'documentType':
      return <DocumentTypeField {...all} />;
    case 'issuer':
      return <IssuerField {...line} />;
    case 'boardingPoint':
      return boardingPoints.length > 0 && <ChoiceField {...all} data={boardingOptions(boardingPoints)} />;
  }
}

function AnswersError() {
  const error = useParticipantError('answers');
  return (
    error && (
      <div className={fields.wide}>
        <FormNotice>{error}</FormNotice>
      </div>
    )
  );
}

function QuestionField({ question, isMasked }: { question: TripQuestion; isMasked: boolean | undefined }) {
  const { value: answers, change } = useParticipantField('answers');
  const revision = useParticipantState((state) => state.revision);
  const name = answerName(question);
  return (
    <QuestionInput
      // A date keeps its own text.
      key={revision}
      question={question}
      value={answers[question.id] ?? ''}
      error={useParticipantError(name)}
      isMasked={isMasked}
      className={question.kind === 'text' || question.kind === 'several_of' ? fields.wide : undefined}
      onChange={(value) => change({ ...answers, [question.id]: value })}
    />
  );
}

function DocumentTypeField(props: Omit<ChoiceProps, 'data'>) {
  const type = useParticipantState((state) => state.fields.documentType);
  const known = Object.entries(documentTypes).map(([value, label]) => ({ value, label }));
  // A type that this version of the page does not know stays.
  const data = isDocumentType(type) ? known : [...known, { value: type, label: 'Outro' }];
  return <ChoiceField {...props} data={data} />;
}

type LineProps = { name: ParticipantInput } & Omit<TextInputProps, 'name'>;

function LineField({ name, ...props }: LineProps) {
  const { value, error, change, leave } = useParticipantField(name);
  return (
    <TextInput
      name={name}
      size="md"
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

function MaskedField({ name, mask, ...props }: LineProps & { mask: MaskInputOptions }) {
  const { value, error, change, leave } = useParticipantField(name);
  const revision = useParticipantState((state) => state.revision);
  return (
    <MaskedInput
      // It keeps its own text.
      key={revision}
      name={name}
      mask={mask}
      size="md"
      defaultValue={value}
      error={error}
      onInput={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

function IssuerField({ name, ...props }: { name: ParticipantInput } & Omit<AutocompleteProps, 'name' | 'size'>) {
  const { state } = useSettings();
  const { value, error, change, leave } = useParticipantField(name);
  const revision = useParticipantState((form) => form.revision);
  return (
    <IssuerInput
      key={revision}
      name={name}
      size="md"
      homeState={state}
      defaultValue={value}
      error={error}
      onChange={change}
      onBlur={leave}
      // Inside a dialog everything outside is inert.
      comboboxProps={{ withinPortal: false }}
      {...props}
    />
  );
}

interface ChoiceProps {
  name: ParticipantInput;
  label: string;
  description?: string | undefined;
  className?: string | undefined;
  data: { value: string; label: string }[];
}

/** A choice among few. */
export function ChoiceField({ name, ...props }: ChoiceProps) {
  const { value, error, change } = useParticipantField(name);
  return (
    <NativeSelect
      name={name}
      size="md"
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  );
}
