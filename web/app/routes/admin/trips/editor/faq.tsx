import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { MAX_FAQ } from '@passeio/contract/trips/trip-draft';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { RowList, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type FaqRow, newKey } from './trip-fields';
import { useField, useInputError } from './trip-form';

/** Questions that people ask before they reserve. */
export function Faq() {
  const { value: rows, error, change } = useField('faq');
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);

  function add(): void {
    const key = newKey();
    change([...rows, { key, question: '', answer: '' }]);
    focusOn(`faq.${key}.question`);
  }

  return (
    <EditorSection id="perguntas" lead="O que mais perguntam antes de reservar. Aparece na página do passeio.">
      {rows.length === 0 && <Text c="dimmed">Nenhuma pergunta ainda.</Text>}
      {error && (
        <Text c="error" role="alert">
          {error}
        </Text>
      )}
      <RowList rows={rows} onChange={change} noun="pergunta" labelOf={({ question }) => question} list={list}>
        {(row, index) => (
          <FaqInputs row={row} number={index + 1} onChange={(changed) => change(rows.with(index, changed))} />
        )}
      </RowList>
      {rows.length < MAX_FAQ && (
        <Group gap="sm">
          <Button variant="light" size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={add}>
            Adicionar pergunta
          </Button>
        </Group>
      )}
    </EditorSection>
  );
}

interface FaqInputsProps {
  row: FaqRow;
  number: number;
  onChange: (row: FaqRow) => void;
}

function FaqInputs({ row, number, onChange }: FaqInputsProps) {
  const name = `faq.${row.key}`;
  return (
    <div className={styles.words}>
      <TextInput
        name={`${name}.question`}
        size="md"
        mb={8}
        aria-label={`Pergunta ${number}`}
        placeholder="Pergunta, como em “Tem almoço?”"
        autoComplete="off"
        maxLength={150}
        value={row.question}
        error={useInputError(`${name}.question`)}
        onChange={(event) => onChange({ ...row, question: event.currentTarget.value })}
      />
      <Textarea
        name={`${name}.answer`}
        size="md"
        aria-label={`Resposta ${number}`}
        placeholder="Resposta"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={1000}
        value={row.answer}
        error={useInputError(`${name}.answer`)}
        onChange={(event) => onChange({ ...row, answer: event.currentTarget.value })}
      />
    </div>
  );
}
