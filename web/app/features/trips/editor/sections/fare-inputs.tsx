import { Switch, TextInput } from '@mantine/core';
import { fareAudiences } from '@passeio/contract/trips/fares';
import { MoneyInput } from '~/ui/inputs/money-input';
import { rowAges } from '../fare-rows';
import { useInputError } from '../form-context';
import type { FareRow } from '../trip-fields';
import styles from './sections.module.css';

interface FareInputsProps {
  row: FareRow;
  number: number;
  onChange: (row: FareRow) => void;
}

/** The inputs of a fare. */
export function FareInputs({ row, number, onChange }: FareInputsProps) {
  const name = `fares.${row.key}`;
  return (
    <>
      <p className={styles.about}>Tarifa {number}</p>
      <div className={styles.fare}>
        <TextInput
          name={`${name}.label`}
          className={styles.fareLabel}
          size="md"
          label="Nome"
          aria-label={`Nome da tarifa ${number}`}
          autoComplete="off"
          maxLength={60}
          value={row.label}
          error={useInputError(`${name}.label`)}
          onChange={(event) => onChange({ ...row, label: event.currentTarget.value })}
        />
        <MoneyInput
          name={`${name}.priceCents`}
          className={styles.farePrice}
          label="Preço"
          aria-label={`Preço da tarifa ${number}`}
          value={row.priceCents}
          error={useInputError(`${name}.priceCents`)}
          onChange={(priceCents) => onChange({ ...row, priceCents })}
        />
        <AgeInput end="minAge" label="Idade inicial" {...{ row, number, onChange }} />
        <AgeInput end="maxAge" label="Idade final" {...{ row, number, onChange }} />
        <p className={styles.fareAges}>{rowAges(row)}</p>
        <Switch
          name={`${name}.takesPlace`}
          className={styles.fareSwitch}
          size="md"
          label="Criança de colo"
          aria-label={`Criança de colo: tarifa ${number}`}
          description="Não ocupa vaga"
          checked={!row.takesPlace}
          onChange={(event) => onChange({ ...row, takesPlace: !event.currentTarget.checked })}
        />
        <Switch
          name={`${name}.audience`}
          className={styles.fareSwitch}
          size="md"
          label={fareAudiences.staff}
          aria-label={`${fareAudiences.staff}: tarifa ${number}`}
          description="Não aparece no site"
          checked={row.audience === 'staff'}
          onChange={(event) => onChange({ ...row, audience: event.currentTarget.checked ? 'staff' : 'public' })}
        />
      </div>
    </>
  );
}

interface AgeInputProps extends FareInputsProps {
  end: 'minAge' | 'maxAge';
  label: string;
}

function AgeInput({ row, number, onChange, end, label }: AgeInputProps) {
  const name = `fares.${row.key}.${end}`;
  return (
    <TextInput
      name={name}
      className={styles.fareAge}
      size="md"
      label={label}
      aria-label={`${label} da tarifa ${number}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      placeholder="–"
      value={row[end]}
      error={useInputError(name)}
      onChange={(event) => onChange({ ...row, [end]: event.currentTarget.value })}
    />
  );
}
