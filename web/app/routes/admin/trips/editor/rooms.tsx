import { Button, Group, Text, TextInput } from '@mantine/core';
import { MAX_ROOM_TYPES, type RoomPricing, roomPricings } from '@passeio/contract/trips/room-types';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import { TripInput } from './inputs';
import { RowList, RowsRefusal, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type RoomTypeRow, roomTypeRow } from './trip-fields';
import { useField, useInputError } from './trip-form';

const pricings = Object.entries(roomPricings) as [RoomPricing, string][];

/** The room types of a trip with nights. */
export function Rooms() {
  const { value: rows, error, change } = useField('roomTypes');
  const [{ value: date }, { value: returnDate }] = [useField('date'), useField('returnDate')];
  const hasNights = date.day !== '' && returnDate.day !== '' && date.day !== returnDate.day;
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);

  function add(): void {
    const row = roomTypeRow();
    change([...rows, row]);
    focusOn(`roomTypes.${row.key}.label`);
  }

  return (
    <EditorSection
      id="quartos"
      lead="Para viagens com pernoite: quem reserva escolhe os quartos do grupo. As tarifas continuam por idade; o quarto soma o valor por pessoa."
    >
      {error && <RowsRefusal error={error} name="roomTypes" />}
      <RowList
        rows={rows}
        onChange={change}
        noun="tipo de quarto"
        labelOf={({ label }) => label}
        list={list}
        shape="card"
      >
        {(row, index) => (
          <RoomTypeInputs row={row} number={index + 1} onChange={(changed) => change(rows.with(index, changed))} />
        )}
      </RowList>
      {rows.length < MAX_ROOM_TYPES && (
        <Group gap="sm">
          <Button
            name="roomTypes"
            variant="light"
            size="md"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={add}
          >
            Adicionar tipo de quarto
          </Button>
        </Group>
      )}
      {rows.length > 0 && <TripInput name="shareDecisionDays" />}
      {(rows.length > 0 || hasNights) && (
        <>
          <TripInput name="hotel" />
          <TripInput name="hotelArrival" />
        </>
      )}
    </EditorSection>
  );
}

interface RoomTypeInputsProps {
  row: RoomTypeRow;
  number: number;
  onChange: (row: RoomTypeRow) => void;
}

/** The inputs of a room type. */
function RoomTypeInputs({ row, number, onChange }: RoomTypeInputsProps) {
  const name = `roomTypes.${row.key}`;
  const of = `do quarto ${number}`;
  const input = (part: 'label' | 'places' | 'count', label: string, maxLength: number) => (
    <TypedInput
      {...{ name: `${name}.${part}`, label, of, maxLength, value: row[part] }}
      isNumber={part !== 'label'}
      onChange={(value) => onChange({ ...row, [part]: value })}
    />
  );
  const money = (part: 'priceCents' | 'emptyBedCents', label: string) => (
    <Money
      {...{ name: `${name}.${part}`, label, of, value: row[part] }}
      onChange={(value) => onChange({ ...row, [part]: value })}
    />
  );
  return (
    <>
      <Text fw={600}>Tipo de quarto {number}</Text>
      <div className={styles.extra}>
        {input('label', 'Nome', 60)}
        {input('places', 'Pessoas por quarto', 1)}
        {input('count', 'Quantos quartos', 3)}
        {money('priceCents', 'Valor por pessoa')}
        {money('emptyBedCents', 'Suplemento por cama vazia (single)')}
        <ChoiceGroup
          legend={`Valores ${of}`}
          choices={pricings}
          value={row.per}
          onChange={(per) => onChange({ ...row, per })}
        />
      </div>
    </>
  );
}

interface TypedInputProps {
  name: string;
  label: string;
  of: string;
  value: string;
  onChange: (value: string) => void;
}

function TypedInput({
  name,
  label,
  of,
  isNumber,
  onChange,
  ...props
}: TypedInputProps & { maxLength: number; isNumber: boolean }) {
  return (
    <TextInput
      size="md"
      name={name}
      label={label}
      aria-label={`${label} ${of}`}
      inputMode={isNumber ? 'numeric' : 'text'}
      error={useInputError(name)}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}

function Money({ label, of, name, ...props }: TypedInputProps) {
  return <MoneyInput name={name} label={label} aria-label={`${label} ${of}`} error={useInputError(name)} {...props} />;
}
