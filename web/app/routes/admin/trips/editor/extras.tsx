import { Button, Group, Switch, Text, Textarea, TextInput, type TextInputProps, VisuallyHidden } from '@mantine/core';
import {
  type ExtraChoice,
  type ExtraScope,
  extraChoices,
  extraScopes,
  MAX_EXTRAS,
} from '@passeio/contract/trips/extras';
import { plural } from '@passeio/contract/words';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import { RowList, RowsRefusal, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type ExtraRow, extraRow } from './trip-fields';
import { useField, useFormState, useInputError } from './trip-form';

const scopes = Object.entries(extraScopes) as [ExtraScope, string][];
const choices = Object.entries(extraChoices) as [ExtraChoice, string][];

/** What clients may add to their places. */
export function Extras() {
  const { value: rows, error, change } = useField('extras');
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);

  function add(): void {
    const row = extraRow();
    change([...rows, row]);
    focusOn(`extras.${row.key}.label`);
  }

  return (
    <EditorSection
      id="adicionais"
      lead="O que o cliente pode incluir ao reservar, como almoço ou aluguel de equipamento."
    >
      {error && <RowsRefusal error={error} name="extras" />}
      <RowList rows={rows} onChange={change} noun="adicional" labelOf={({ label }) => label} list={list} shape="card">
        {(row, index) => (
          <ExtraInputs row={row} number={index + 1} onChange={(changed) => change(rows.with(index, changed))} />
        )}
      </RowList>
      {rows.length < MAX_EXTRAS && (
        <Group gap="sm">
          <Button
            name="extras"
            variant="light"
            size="md"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={add}
          >
            Adicionar adicional
          </Button>
        </Group>
      )}
    </EditorSection>
  );
}

interface ExtraInputsProps {
  row: ExtraRow;
  number: number;
  onChange: (row: ExtraRow) => void;
}

/** The inputs of an extra. */
function ExtraInputs({ row, number, onChange }: ExtraInputsProps) {
  const name = `extras.${row.key}`;
  const props = { row, number, onChange };
  return (
    <>
      <Text fw={600}>Adicional {number}</Text>
      <div className={styles.parts}>
        <ExtraInput part="label" label="Nome" maxLength={60} className={styles.name} {...props} />
        <MoneyInput
          name={`${name}.priceCents`}
          label="Preço"
          aria-label={`Preço do adicional ${number}`}
          className={styles.cost}
          value={row.priceCents}
          error={useInputError(`${name}.priceCents`)}
          onChange={(priceCents) => onChange({ ...row, priceCents })}
        />
        <Textarea
          name={`${name}.description`}
          size="md"
          label="Descrição"
          aria-label={`Descrição do adicional ${number}`}
          description="Opcional"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={300}
          value={row.description}
          error={useInputError(`${name}.description`)}
          onChange={(event) => onChange({ ...row, description: event.currentTarget.value })}
        />
        <ChoiceGroup
          legend={
            <>
              Vendido<VisuallyHidden component="span"> o adicional {number}</VisuallyHidden>
            </>
          }
          choices={scopes}
          value={row.per}
          onChange={(per) => onChange({ ...row, per })}
        />
        <ChoiceGroup
          legend={
            <>
              Na reserva<VisuallyHidden component="span"> o adicional {number} é</VisuallyHidden>
            </>
          }
          choices={choices}
          value={row.choice}
          onChange={(choice) => onChange({ ...row, choice })}
        />
        {row.per === 'participant' && (
          <>
            <NumberInput
              part="minAge"
              label="De (anos)"
              placeholder="–"
              className={styles.half}
              maxLength={3}
              {...props}
            />
            <NumberInput
              part="maxAge"
              label="Até (anos)"
              placeholder="–"
              className={styles.half}
              maxLength={3}
              {...props}
            />
          </>
        )}
        <QuantityInputs {...props} />
        <Switch
          name={`${name}.refundable`}
          size="md"
          label="Devolvido pela política"
          aria-label={`Devolvido pela política: adicional ${number}`}
          description={row.refundable ? 'Segue as faixas do cancelamento' : 'Não volta se o cliente cancelar'}
          checked={row.refundable}
          onChange={(event) => onChange({ ...row, refundable: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}

/** How many of an extra are sold, to one person and in all, and until when. */
function QuantityInputs(props: ExtraInputsProps) {
  const { row } = props;
  const sold = useFormState(({ stored }) => soldOf(stored?.extras.find(({ id }) => id === row.id)));
  return (
    <>
      <NumberInput part="minQuantity" label="Mínimo" className={styles.half} maxLength={3} {...props} />
      <NumberInput part="maxQuantity" label="Máximo" className={styles.half} maxLength={3} {...props} />
      <NumberInput
        part="stock"
        label="Estoque"
        description={sold ? `Vazio: sem limite · ${plural(sold, 'vendido')}` : 'Vazio: sem limite'}
        placeholder="–"
        maxLength={6}
        {...props}
      />
      {row.choice !== 'required' && (
        <NumberInput
          part="soldUntilHours"
          label="Vendido até"
          description="Horas antes da saída"
          rightSection="h"
          maxLength={4}
          {...props}
        />
      )}
    </>
  );
}

/** How many are sold; undefined of an extra without a stock, which is not counted here. */
function soldOf(extra: { stock: number | null; stockLeft: number | null } | undefined): number | undefined {
  return extra && extra.stock !== null && extra.stockLeft !== null ? extra.stock - extra.stockLeft : undefined;
}

interface ExtraInputProps extends ExtraInputsProps, Omit<TextInputProps, 'onChange'> {
  part: 'label' | 'minQuantity' | 'maxQuantity' | 'stock' | 'soldUntilHours' | 'minAge' | 'maxAge';
  label: string;
}

function NumberInput(props: ExtraInputProps) {
  return <ExtraInput inputMode="numeric" {...props} />;
}

function ExtraInput({ row, number, onChange, part, label, ...props }: ExtraInputProps) {
  const name = `extras.${row.key}.${part}`;
  return (
    <TextInput
      name={name}
      size="md"
      label={label}
      aria-label={`${label} do adicional ${number}`}
      autoComplete="off"
      value={row[part]}
      error={useInputError(name)}
      onChange={(event) => onChange({ ...row, [part]: event.currentTarget.value })}
      {...props}
    />
  );
}
