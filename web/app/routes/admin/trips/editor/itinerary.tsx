import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { TimeInput } from '~/ui/inputs/time-input';
import { RowList, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type ItineraryRow, newKey, type TripFields } from './trip-fields';
import { useField, useFormState, useInputError } from './trip-form';

/** Itinerary. */
export function ItinerarySteps() {
  const { value: rows, change } = useField('itinerary');
  const days = useFormState(({ fields }) => daysOf(fields));
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);

  function add(): void {
    const key = newKey();
    change([...rows, { key, day: rows.at(-1)?.day ?? '1', time: '', text: '' }]);
    focusOn(`itinerary.${key}.time`);
  }

  return (
    <EditorSection id="roteiro" lead="Passo a passo. O horário pode ficar vazio.">
      {rows.length === 0 && <Text c="dimmed">Nenhum passo ainda.</Text>}
      <RowList rows={rows} onChange={change} noun="passo" labelOf={({ text }) => text} list={list} shape="long">
        {(row, index) => (
          <StepInputs
            row={row}
            number={index + 1}
            days={days}
            onChange={(changed) => change(rows.with(index, changed))}
            onEnter={add}
          />
        )}
      </RowList>
      <Group gap="sm">
        <Button variant="light" size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={add}>
          Adicionar passo
        </Button>
      </Group>
    </EditorSection>
  );
}

interface StepInputsProps {
  row: ItineraryRow;
  number: number;
  /** Number of days of the trip. */
  days: number;
  onChange: (row: ItineraryRow) => void;
  /** Called on Enter in the last input: adds a row. */
  onEnter: () => void;
}

function StepInputs({ row, number, days, onChange, onEnter }: StepInputsProps) {
  const name = `itinerary.${row.key}`;
  const dayError = useInputError(`${name}.day`);
  return (
    <>
      <Group gap={8} wrap="nowrap" miw={0}>
        {(days > 1 || row.day !== '1') && (
          <NativeSelect
            name={`${name}.day`}
            size="md"
            className={styles.day}
            aria-label={`Dia do passo ${number}`}
            data={dayChoices(days, row.day)}
            value={row.day}
            error={dayError}
            onChange={(event) => onChange({ ...row, day: event.currentTarget.value })}
          />
        )}
        <TimeInput
          name={`${name}.time`}
          className={styles.time}
          aria-label={`Horário do passo ${number}`}
          value={row.time}
          error={useInputError(`${name}.time`)}
          onChange={(time) => onChange({ ...row, time })}
        />
      </Group>
      <Textarea
        name={`${name}.text`}
        size="md"
        className={styles.words}
        aria-label={`O que acontece no passo ${number}`}
        placeholder="O que acontece"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={300}
        value={row.text}
        error={useInputError(`${name}.text`)}
        onChange={(event) => onChange({ ...row, text: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
    </>
  );
}

/** Number of days of the trip; 1 while unknown. */
function daysOf({ date, returnDate }: TripFields): number {
  const nights = Math.round((Date.parse(returnDate.day) - Date.parse(date.day)) / 86_400_000);
  return nights > 0 && nights < 60 ? nights + 1 : 1;
}

function dayChoices(days: number, chosen: string): { value: string; label: string }[] {
  const numbers = Array.from({ length: days }, (_, index) => index + 1);
  if (!numbers.includes(Number(chosen))) numbers.push(Number(chosen));
  return numbers.map((day) => ({ value: String(day), label: `Dia ${day}` }));
}
