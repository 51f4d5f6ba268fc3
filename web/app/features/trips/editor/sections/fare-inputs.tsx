import { NativeSelect, TextInput } from '@mantine/core';
import { type FareAudience, fareAudiences } from '@passeio/contract/fares';
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

const audiences = Object.entries(fareAudiences).map(([value, label]) => ({ value, label }));
const places = [
  { value: 'place', label: 'Ocupa vaga' },
  { value: 'lap', label: 'Criança de colo (não ocupa vaga)' },
];

/** The inputs of a fare. */
export function FareInputs({ row, number, onChange }: FareInputsProps) {
  const name = `fares.${row.key}`;
  return (
    <>
      <p className={styles.about}>
        Tarifa {number} <span>· {rowAges(row)}</span>
      </p>
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
        <NativeSelect
          name={`${name}.audience`}
          className={styles.fareAudience}
          size="md"
          label="Quem vê"
          aria-label={`Quem vê a tarifa ${number}`}
          data={audiences}
          value={row.audience}
          error={useInputError(`${name}.audience`)}
          onChange={(event) => onChange({ ...row, audience: event.currentTarget.value as FareAudience })}
        />
        <AgeInput end="minAge" label="De (anos)" words="Idade inicial" {...{ row, number, onChange }} />
        <AgeInput end="maxAge" label="Até (anos)" words="Idade final" {...{ row, number, onChange }} />
        <NativeSelect
          name={`${name}.takesPlace`}
          className={styles.farePlace}
          size="md"
          label="Vaga"
          aria-label={`Vaga da tarifa ${number}`}
          data={places}
          value={row.takesPlace ? 'place' : 'lap'}
          onChange={(event) => onChange({ ...row, takesPlace: event.currentTarget.value === 'place' })}
        />
      </div>
    </>
  );
}

interface AgeInputProps extends FareInputsProps {
  end: 'minAge' | 'maxAge';
  label: string;
  /** What it is, before the fare's number. */
  words: string;
}

function AgeInput({ row, number, onChange, end, label, words }: AgeInputProps) {
  const name = `fares.${row.key}.${end}`;
  return (
    <TextInput
      name={name}
      className={styles.fareAge}
      size="md"
      label={label}
      aria-label={`${words} da tarifa ${number}`}
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
