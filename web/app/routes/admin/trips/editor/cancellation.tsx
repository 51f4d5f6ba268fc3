import { Button, Group, Text, TextInput } from '@mantine/core';
import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import {
  type CancellationTier,
  cancellationPresets,
  PENALTY_WARNING_PERCENT,
} from '@passeio/contract/trips/trip-draft';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { Card } from '~/ui/layout/card';
import { RemoveButton, RowsRefusal, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { newKey, type TierRow, tierRows } from './trip-fields';
import { useField, useInputError } from './trip-form';

/** Cancellation tiers. */
export function Cancellation() {
  const { value: rows, error, change } = useField('cancellationTiers');
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);
  const tiers = rows.flatMap((row) => readTier(row) ?? []);

  function add(): void {
    const key = newKey();
    change([...rows, { key, hours: '', penalty: '' }]);
    focusOn(`cancellationTiers.${key}.hours`);
  }

  return (
    <EditorSection id="cancelamento" lead="Sem faixas, vale só o texto da política de cancelamento do portal.">
      <Group gap="sm">
        {cancellationPresets.map((preset) => (
          <Button key={preset.label} variant="default" size="sm" onClick={() => change(tierRows(preset.tiers))}>
            {preset.label}
          </Button>
        ))}
      </Group>
      {error && <RowsRefusal error={error} name="cancellationTiers" />}
      <ul ref={list} className={styles.rows}>
        {rows.map((row, index) => (
          <TierInputs
            key={row.key}
            row={row}
            number={index + 1}
            onChange={(changed) => change(rows.with(index, changed))}
            onRemove={() => change(rows.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <TierWarnings tiers={tiers} />
      <Group gap="sm">
        <Button variant="light" size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={add}>
          Adicionar faixa
        </Button>
      </Group>
    </EditorSection>
  );
}

interface TierInputsProps {
  row: TierRow;
  number: number;
  onChange: (row: TierRow) => void;
  onRemove: () => void;
}

function TierInputs({ row, number, onChange, onRemove }: TierInputsProps) {
  const name = `cancellationTiers.${row.key}`;
  return (
    <li className={styles.tier}>
      <TextInput
        name={`${name}.hours`}
        label="Horas antes"
        aria-label={`Faixa ${number}: horas antes da saída`}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={row.hours}
        error={useInputError(`${name}.hours`)}
        onChange={(event) => onChange({ ...row, hours: event.currentTarget.value })}
      />
      <TextInput
        name={`${name}.penalty`}
        label="Multa (%)"
        aria-label={`Faixa ${number}: multa em porcentagem`}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={row.penalty}
        error={useInputError(`${name}.penalty`)}
        onChange={(event) => onChange({ ...row, penalty: event.currentTarget.value })}
      />
      <RemoveButton label={`Remover faixa ${number}`} onClick={onRemove} />
    </li>
  );
}

/** Preview of the cancellation sentences, with warnings. */
function TierWarnings({ tiers }: { tiers: CancellationTier[] }) {
  if (tiers.length === 0) return null;
  const isSteep = tiers.some(({ penaltyPercent }) => penaltyPercent > PENALTY_WARNING_PERCENT);
  const isOpen = !tiers.some(({ minHoursBefore }) => minHoursBefore === 0);
  return (
    <>
      <div role="status">
        <Text variant="hint">Quem reserva vai ler:</Text>
        <ul className={styles.bullets}>
          {cancellationTexts(tiers).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      {isSteep && (
        <Card tone="warning">
          Multa acima de {PENALTY_WARNING_PERCENT}% costuma precisar de prova dos custos se o cliente reclamar. Você
          pode usá-la, mas guarde os comprovantes.
        </Card>
      )}
      {isOpen && (
        <Card tone="warning">Falta dizer o que vale até a hora da saída: adicione uma faixa com 0 horas.</Card>
      )}
    </>
  );
}

function readTier({ hours, penalty }: TierRow): CancellationTier | undefined {
  const isNumber = (typed: string) => /^\d+$/.test(typed.trim());
  if (!isNumber(hours) || !isNumber(penalty)) return undefined;
  return { minHoursBefore: Number(hours), penaltyPercent: Number(penalty) };
}
