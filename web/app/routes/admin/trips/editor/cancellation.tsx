import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import { cancellationPresets, PENALTY_WARNING_PERCENT } from '@passeio/contract/trips/trip-draft';
import type { CancellationTier } from '@passeio/contract/trips/trips';
import { capitalised } from '@passeio/contract/words';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Card } from '~/ui/layout/card';
import grid from '~/ui/layout/grid.module.css';
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
      <ul ref={list} className={grid.grid}>
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

const units = ['dias', 'horas'] as const;
type Unit = (typeof units)[number];

const DAY_HOURS = 24;
const isNumber = (typed: string) => /^\d+$/.test(typed.trim());
/** Whether it is whole days, or no number yet. */
const fitsDays = (hours: string) => !isNumber(hours) || Number(hours) % DAY_HOURS === 0;

/** A tier, whose time before departure is written in days or in hours. */
function TierInputs({ row, number, onChange, onRemove }: TierInputsProps) {
  const name = `cancellationTiers.${row.key}`;
  const [chosen, setChosen] = useState<Unit>(fitsDays(row.hours) ? 'dias' : 'horas');
  const unit = fitsDays(row.hours) ? chosen : 'horas';
  const shown = unit === 'dias' && isNumber(row.hours) ? String(Number(row.hours) / DAY_HOURS) : row.hours;
  const write = (typed: string, counted: Unit) =>
    onChange({ ...row, hours: counted === 'dias' && isNumber(typed) ? String(Number(typed) * DAY_HOURS) : typed });
  return (
    <li className={styles.tier}>
      <TextInput
        name={`${name}.hours`}
        label={`${capitalised(unit)} antes`}
        aria-label={`Faixa ${number}: ${unit} antes da saída`}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={shown}
        error={useInputError(`${name}.hours`)}
        onChange={({ currentTarget: { value } }) => write(value, unit)}
      />
      <NativeSelect
        label="Contado em"
        aria-label={`Faixa ${number}: contado em dias ou horas`}
        size="md"
        data={units}
        value={unit}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value as Unit);
          write(shown, value as Unit);
        }}
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
      {isOpen && <Card tone="warning">Falta dizer o que vale até a hora da saída: adicione uma faixa com 0 dias.</Card>}
    </>
  );
}

function readTier({ hours, penalty }: TierRow): CancellationTier | undefined {
  if (!isNumber(hours) || !isNumber(penalty)) return undefined;
  return { minHoursBefore: Number(hours), penaltyPercent: Number(penalty) };
}
