import { Button, Group, NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core';
import {
  hasOptions,
  MAX_QUESTIONS,
  type QuestionKind,
  type QuestionScope,
  questionKinds,
  questionScopes,
} from '@passeio/contract/trips/questions';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { RowList, RowsRefusal, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type QuestionRow, questionRow } from './trip-fields';
import { useField, useInputError } from './trip-form';

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What is asked of people who reserved. */
export function Questions() {
  const { value: rows, error, change } = useField('questions');
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);

  function add(): void {
    const row = questionRow();
    change([...rows, row]);
    focusOn(`questions.${row.key}.label`);
  }

  return (
    <EditorSection
      id="a-quem-viaja"
      lead="O que você precisa saber de quem reservou, como restrição alimentar ou tamanho da camiseta. É respondido depois da reserva."
    >
      {error && <RowsRefusal error={error} name="questions" />}
      <RowList
        rows={rows}
        onChange={change}
        noun="pergunta aos participantes"
        labelOf={({ label }) => label}
        list={list}
        shape="card"
      >
        {(row, index) => (
          <QuestionInputs row={row} number={index + 1} onChange={(changed) => change(rows.with(index, changed))} />
        )}
      </RowList>
      {rows.length < MAX_QUESTIONS && (
        <Group gap="sm">
          <Button
            name="questions"
            variant="light"
            size="md"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={add}
          >
            Adicionar pergunta aos participantes
          </Button>
        </Group>
      )}
    </EditorSection>
  );
}

interface QuestionInputsProps {
  row: QuestionRow;
  number: number;
  onChange: (row: QuestionRow) => void;
}

/** The inputs of a question. */
function QuestionInputs({ row, number, onChange }: QuestionInputsProps) {
  const name = `questions.${row.key}`;
  const labelled = (label: string) => ({ label, 'aria-label': `${label} da pergunta ${number}` });
  return (
    <>
      <Text fw={600}>Pergunta {number}</Text>
      <div className={styles.parts}>
        <TextInput
          name={`${name}.label`}
          size="md"
          label="Pergunta"
          aria-label={`Pergunta ${number} aos participantes`}
          autoComplete="off"
          maxLength={120}
          value={row.label}
          error={useInputError(`${name}.label`)}
          onChange={(event) => onChange({ ...row, label: event.currentTarget.value })}
        />
        <NativeSelect
          name={`${name}.kind`}
          size="md"
          {...labelled('Resposta')}
          className={styles.side}
          data={optionsOf(questionKinds)}
          value={row.kind}
          error={useInputError(`${name}.kind`)}
          onChange={(event) => onChange({ ...row, kind: event.currentTarget.value as QuestionKind })}
        />
        <NativeSelect
          name={`${name}.per`}
          size="md"
          {...labelled('Quem responde')}
          className={styles.side}
          data={optionsOf(questionScopes)}
          value={row.per}
          error={useInputError(`${name}.per`)}
          onChange={(event) => onChange({ ...row, per: event.currentTarget.value as QuestionScope })}
        />
        <OptionsInput name={`${name}.options`} row={row} {...labelled('Opções')} onChange={onChange} />
        <TextInput
          name={`${name}.help`}
          size="md"
          {...labelled('Explicação')}
          description="Opcional: aparece junto da pergunta"
          autoComplete="off"
          maxLength={200}
          value={row.help}
          error={useInputError(`${name}.help`)}
          onChange={(event) => onChange({ ...row, help: event.currentTarget.value })}
        />
        <Switch
          name={`${name}.isRequired`}
          size="md"
          label="Obrigatória"
          aria-label={`Obrigatória: pergunta ${number}`}
          className={styles.side}
          description="Sem resposta, os dados ficam pendentes"
          checked={row.isRequired}
          onChange={(event) => onChange({ ...row, isRequired: event.currentTarget.checked })}
        />
        <Switch
          name={`${name}.sensitivity`}
          size="md"
          label="Sobre saúde"
          aria-label={`Sobre saúde: pergunta ${number}`}
          className={styles.side}
          description="Só a equipe e o guia do passeio leem"
          checked={row.sensitivity === 'sensitive'}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...row, sensitivity: checked ? 'sensitive' : 'personal' })
          }
        />
      </div>
    </>
  );
}

interface OptionsInputProps extends Pick<QuestionInputsProps, 'row' | 'onChange'> {
  name: string;
  label: string;
  'aria-label': string;
}

/** Options that are written stay while another kind is tried. */
function OptionsInput({ row, onChange, ...labels }: OptionsInputProps) {
  const error = useInputError(labels.name);
  if (!hasOptions(row.kind)) return null;
  return (
    <Textarea
      {...labels}
      size="md"
      description="Uma por linha"
      autosize
      minRows={3}
      maxRows={10}
      value={row.options}
      error={error}
      onChange={(event) => onChange({ ...row, options: event.currentTarget.value })}
    />
  );
}
