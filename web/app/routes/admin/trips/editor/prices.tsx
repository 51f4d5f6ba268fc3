import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { fareAudiences, farePresets, staffFares } from '@passeio/contract/trips/fares';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { IconPlus } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { MoneyInput } from '~/ui/inputs/money-input';
import { fareOf, lostRows, rowAges, withPreset } from './fare-rows';
import { TripInput } from './inputs';
import { RowList, RowsRefusal, useFocusOnAdded } from './row-list';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { type FareRow, fareRow } from './trip-fields';
import { useField, useFormState, useInputError } from './trip-form';

/** Fares, the deposit, and how the balance is paid. */
export function Prices() {
  return (
    <EditorSection
      id="preco"
      lead="A idade que conta é a do dia da saída. Quem não escolhe outra tarifa reserva pela primeira."
    >
      <Fares />
      <div className={styles.pair}>
        <TripInput name="depositPercent" />
        <Deposit />
      </div>
      <TripInput name="balanceDueHours" />
      <Plan />
      <Means />
    </EditorSection>
  );
}

function Fares() {
  const { value: rows, error, change } = useField('fares');
  const isRefused = useFormState(({ refused }) => refused.fares !== undefined);
  const saved = useFormState((state) => state.saved.fares);
  const list = useRef<HTMLUListElement>(null);
  const focusOn = useFocusOnAdded(list);
  const missingStaffFares = staffFares.filter((fare) => !rows.some(({ label }) => isSameLabel(label, fare.label)));

  function add(row: FareRow): void {
    change([...rows, row]);
    focusOn(`fares.${row.key}.label`);
  }

  async function start(preset: (typeof farePresets)[number]): Promise<void> {
    const next = withPreset(rows, preset);
    const lost = lostRows(rows, next).map(({ label }) => label.trim() || 'sem nome');
    if (lost.length > 0 && !(await confirmLoss(lost))) return;
    change(next);
    const [unpriced] = next.filter(({ priceCents }) => priceCents === '');
    if (unpriced) focusOn(`fares.${unpriced.key}.priceCents`);
  }

  return (
    <>
      <fieldset>
        <Text component="legend" pb={8} variant="hint" fw={600}>
          Conjuntos prontos
        </Text>
        <Group gap="sm">
          {farePresets.map((preset) => (
            <Button key={preset.label} variant="default" size="sm" onClick={() => start(preset)}>
              {preset.label}
            </Button>
          ))}
        </Group>
      </fieldset>
      {error && (
        <RowsRefusal
          error={error}
          name="fares"
          removed={isRefused ? saved.filter(({ id }) => !rows.some((row) => row.id === id)) : []}
          onRestore={(removed) => change([...rows, ...removed])}
        />
      )}
      <RowList rows={rows} onChange={change} noun="tarifa" labelOf={({ label }) => label} list={list} shape="card">
        {(row, index) => (
          <FareInputs row={row} number={index + 1} onChange={(changed) => change(rows.with(index, changed))} />
        )}
      </RowList>
      <Group gap="sm">
        <Button
          name="fares"
          variant="light"
          size="md"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => add(fareRow())}
        >
          Adicionar tarifa
        </Button>
        {missingStaffFares.map((fare) => (
          <Button key={fare.label} variant="default" size="md" onClick={() => add(fareRow(fare))}>
            Adicionar {fare.label.toLocaleLowerCase('pt-BR')}
          </Button>
        ))}
      </Group>
    </>
  );
}

function confirmLoss(lost: string[]): Promise<boolean> {
  const names = new Intl.ListFormat('pt-BR').format(lost.map((label) => `“${label}”`));
  return askToConfirm({
    titulo: 'Trocar as tarifas?',
    mensagem: `O que você escreveu em ${names} será trocado. Valores de tarifas com o mesmo nome ficam.`,
    tipo: 'danger',
  });
}

function Deposit() {
  const text = useFormState(({ fields }) => {
    const fare = defaultFare(fields.fares.map((fare) => ({ ...fareOf(fare), id: '' })));
    const percent = Number(fields.depositPercent || Number.NaN);
    if (!fare?.priceCents || !(percent >= 0 && percent <= 100)) return '';
    if (percent === 0) return 'Sem sinal: a vaga é garantida só com o valor total.';
    return `${formatMoney(Math.round((fare.priceCents * percent) / 100))} garantem a vaga (${fare.label}).`;
  });
  return (
    <Text variant="hint" role="status">
      {text}
    </Text>
  );
}

function Plan() {
  const { value, change } = useField('paymentPlan');
  const input = (end: keyof typeof value) => ({
    name: `paymentPlan.${end}`,
    size: 'md',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: value[end],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ ...value, [end]: event.currentTarget.value }),
  });
  return (
    <div className={styles.pair}>
      <TextInput
        {...input('instalments')}
        label="Restante em até quantas parcelas por mês"
        description="Vazio: sem parcelas"
        maxLength={2}
        error={useInputError('paymentPlan.instalments')}
      />
      <TextInput
        {...input('lastDueDaysBefore')}
        label="Última parcela até quantos dias antes da saída"
        description="Quem reserva tarde tem menos parcelas"
        maxLength={3}
        placeholder="0"
        disabled={!value.instalments.trim()}
        error={useInputError('paymentPlan.lastDueDaysBefore')}
      />
    </div>
  );
}

/** Means by which it may be paid; only where the operator takes more than one, or the trip is not offered by both. */
function Means() {
  const { value } = useField('paymentMeans');
  const { means } = useSettings();
  return (means.length > 1 || value !== 'both') && <TripInput name="paymentMeans" />;
}

interface FareInputsProps {
  row: FareRow;
  number: number;
  onChange: (row: FareRow) => void;
}

/** The inputs of a fare. */
function FareInputs({ row, number, onChange }: FareInputsProps) {
  const name = `fares.${row.key}`;
  return (
    <>
      <Text fw={600}>Tarifa {number}</Text>
      <div className={styles.parts}>
        <TextInput
          name={`${name}.label`}
          size="md"
          label="Nome"
          aria-label={`Nome da tarifa ${number}`}
          autoComplete="off"
          maxLength={60}
          className={styles.name}
          value={row.label}
          error={useInputError(`${name}.label`)}
          onChange={(event) => onChange({ ...row, label: event.currentTarget.value })}
        />
        <MoneyInput
          name={`${name}.priceCents`}
          label="Preço"
          aria-label={`Preço da tarifa ${number}`}
          className={styles.cost}
          value={row.priceCents}
          error={useInputError(`${name}.priceCents`)}
          onChange={(priceCents) => onChange({ ...row, priceCents })}
        />
        <AgeInput end="minAge" label="Idade inicial" {...{ row, number, onChange }} />
        <AgeInput end="maxAge" label="Idade final" {...{ row, number, onChange }} />
        <Text variant="hint">{rowAges(row)}</Text>
        <Switch
          name={`${name}.takesPlace`}
          size="md"
          label="Criança de colo"
          aria-label={`Criança de colo: tarifa ${number}`}
          className={styles.side}
          description="Não ocupa vaga"
          checked={!row.takesPlace}
          onChange={(event) => onChange({ ...row, takesPlace: !event.currentTarget.checked })}
        />
        <Switch
          name={`${name}.audience`}
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
      size="md"
      label={label}
      aria-label={`${label} da tarifa ${number}`}
      className={styles.half}
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
