import { NativeSelect, TextInput } from '@mantine/core';
import { MAX_ANSWER } from '@passeio/contract/reservations/answers';
import type { TripQuestion } from '@passeio/contract/trips/questions';
import { CheckGroup } from '~/ui/inputs/choice-group';
import { dateMask, MaskedInput } from '~/ui/inputs/masked-input';
import { type AnswerInput, answerName } from './answer-inputs';

interface QuestionInputProps {
  question: TripQuestion;
  /** Where several people are asked in one form. */
  name?: string | undefined;
  /** Staff leaves a required one open: it is marked as one, instead of those that are optional. */
  mayStayOpen?: boolean | undefined;
  value: AnswerInput;
  error: string | undefined;
  /** There is an answer that a link does not show. */
  isMasked?: boolean | undefined;
  className?: string | undefined;
  onChange: (value: AnswerInput) => void;
}

/** The input of a question, as its kind says. */
export function QuestionInput({ question, value, error, isMasked, className, onChange, ...props }: QuestionInputProps) {
  const { kind, label, options } = question;
  const { name = answerName(question), mayStayOpen = false } = props;
  const all = {
    name,
    label,
    description: hintOf(question, mayStayOpen),
    error,
    className,
    size: 'md',
  } as const;
  const typed = String(value);
  const placeholder = isMasked ? 'Já respondida' : undefined;
  const choice = (known: readonly { value: string; label: string }[]) => (
    <NativeSelect
      {...all}
      data={[{ value: '', label: placeholder ?? 'Escolha' }, ...known]}
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  switch (kind) {
    case 'yes_no':
      return choice([
        { value: 'yes', label: 'Sim' },
        { value: 'no', label: 'Não' },
      ]);
    case 'one_of':
      // What was chosen stays, whatever is offered by now.
      return choice([...new Set([...options, typed])].filter(Boolean).map((one) => ({ value: one, label: one })));
    case 'several_of':
      return (
        <CheckGroup
          {...all}
          legend={label}
          hint={[all.description, placeholder].filter(Boolean).join(' · ')}
          choices={[...new Set([...options, ...[value].flat()])].filter(Boolean)}
          value={[value].flat().filter(Boolean)}
          onChange={onChange}
        />
      );
    case 'date':
      return (
        <MaskedInput
          {...all}
          mask={dateMask}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder ?? 'dd/mm/aaaa'}
          defaultValue={typed}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...all}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          placeholder={placeholder}
          maxLength={kind === 'number' ? 20 : MAX_ANSWER}
          value={typed}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function hintOf({ help, isRequired, sensitivity }: TripQuestion, mayStayOpen: boolean): string | undefined {
  const whoReads = sensitivity === 'sensitive' && 'Só a equipe e o guia do passeio leem';
  const rule = mayStayOpen ? isRequired && 'Obrigatória' : !isRequired && 'Opcional';
  return [rule, help, whoReads].filter(Boolean).join(' · ') || undefined;
}
