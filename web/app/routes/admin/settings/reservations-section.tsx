import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  type DurationUnit,
  durationUnitLabels,
  durationUnits,
  LAWFUL_WITHDRAWAL_DAYS,
  promisesLessThanLaw,
  type ReservationSetting,
  type ReservationSettings,
  reservationSettingGroups,
  reservationSettingKeys,
  reservationSettings,
  reservationSettingTable,
} from '@passeio/contract/operator/reservation-settings';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { keysOf } from '@passeio/contract/table';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { useEffect, useId } from 'react';
import { api } from '~/features/session/api';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FormOf, useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Fold } from '~/ui/layout/fold';
import { Section } from '~/ui/layout/section';
import styles from './reservations-section.module.css';

/** A duration as it is typed: how many of a unit. */
interface Duration {
  amount: string;
  unit: DurationUnit;
}

type Table = typeof reservationSettingTable;
type Typed = { duration: Duration; amount: string; permille: string; switch: boolean };
/** The settings as they are typed. */
type ReservationValues = { [Key in ReservationSetting]: Typed[Table[Key]['input']] };

/**
 * Minutes in the largest unit without a rest, days from two on: "24 horas", but "2 dias". `smallest`: minutes of the
 * smallest unit to use.
 */
export function durationOf(minutes: number, smallest: number = durationUnits.minutes): Duration {
  const { hours, days } = durationUnits;
  const isDays = minutes % days === 0 && (minutes > days || smallest > hours);
  const unit = isDays ? 'days' : minutes % hours === 0 ? 'hours' : 'minutes';
  return { amount: String(minutes / durationUnits[unit]), unit };
}

export function reservationFormValues(settings: ReservationSettings): ReservationValues {
  const values = reservationSettingKeys.map((key) => [key, typedOf(key, settings[key])]);
  return Object.fromEntries(values) as ReservationValues;
}

function typedOf(key: ReservationSetting, value: number | boolean): Typed[keyof Typed] {
  const setting = reservationSettingTable[key];
  if (setting.input === 'switch') return value === true;
  if (setting.input === 'amount') return String(value);
  if (setting.input === 'permille') return String(Number(value) / 10).replace('.', ',');
  const smallest = durationUnits[setting.unit];
  return durationOf(Number(value) * smallest, smallest);
}

/** What was typed as the settings are stored; NaN where it is no whole number. */
export function reservationSettingsOf(values: ReservationValues): ReservationSettings {
  const settings = reservationSettingKeys.map((key) => [key, storedOf(key, values[key])]);
  return Object.fromEntries(settings) as ReservationSettings;
}

function storedOf(key: ReservationSetting, typed: Typed[keyof Typed]): number | boolean {
  const setting = reservationSettingTable[key];
  if (typeof typed === 'boolean') return typed;
  if (setting.input === 'permille') return tenths(String(typed));
  if (typeof typed === 'string' || setting.input !== 'duration') return wholeNumber(String(typed));
  return (wholeNumber(typed.amount) * durationUnits[typed.unit]) / durationUnits[setting.unit];
}

function wholeNumber(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

// As "-5" or "3,5"; also with the minus sign of phones.
function tenths(typed: string): number {
  const [, sign, whole, tenth = '0'] = /^([-−]?)(\d+)(?:[.,](\d))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? Number.NaN : (sign ? -1 : 1) * (Number(whole) * 10 + Number(tenth)) || 0;
}

type DurationSetting = {
  [Key in ReservationSetting]: Table[Key]['input'] extends 'duration' ? Key : never;
}[ReservationSetting];

const isDuration = (key: ReservationSetting): key is DurationSetting =>
  reservationSettingTable[key].input === 'duration';

function ofEachDuration<Value>(make: (name: DurationSetting) => Value): Record<DurationSetting, Value> {
  const values = reservationSettingKeys.filter(isDuration).map((name) => [name, make(name)]);
  return Object.fromEntries(values) as Record<DurationSetting, Value>;
}

// The contract's messages name the unit in which a duration is stored, which is not the one that is typed.
const WRONG_AMOUNT = 'Use um número inteiro, de 1 em diante.';
const duration = (name: DurationSetting) =>
  z
    .int(WRONG_AMOUNT)
    .min(1, { error: WRONG_AMOUNT, abort: true })
    .refine((value) => reservationSettings.shape[name].safeParse(value).success, 'Use no máximo um ano.');
export const schema = reservationSettings.extend(ofEachDuration(duration));

interface ReservationsSectionProps {
  settings: ReservationSettings;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** Deadlines of reservations. A form of its own. */
export function ReservationsSection({ settings, onDirty }: ReservationsSectionProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: reservationFormValues(settings),
    schema,
    toBody: reservationSettingsOf,
    fields: ofEachDuration((name) => `${name}.amount`),
    save: (body) => api.call(settingsRoutes.changeReservations, { body, toast: false }),
    onSaved: (saved) => {
      reset(reservationFormValues(saved));
      showAlert('success', 'Prazos das reservas salvos.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <Section
      fields
      id="reservas"
      title="Reservas"
      lead="Os prazos de quem reserva. Os do sinal valem para as próximas reservas; os outros, para todas."
    >
      <form {...props}>
        <Stack className={styles.groups}>
          {keysOf(reservationSettingGroups).map((group) => (
            <SettingGroup key={group} group={group} form={form} />
          ))}
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar prazos" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </Section>
  );
}

type Group = keyof typeof reservationSettingGroups;

interface SettingGroupProps {
  group: Group;
  form: FormOf<ReservationValues>;
}

/** The fields of a group; on a phone behind what is set, as all of them are six screens long. */
function SettingGroup({ group, form }: SettingGroupProps) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const title = reservationSettingGroups[group];
  if (isWide) {
    return (
      <fieldset className={styles.group}>
        <legend>{title}</legend>
        <SettingFields group={group} form={form} />
      </fieldset>
    );
  }
  return (
    <Fold
      errors={form.errors}
      holds={(field) => reservationSettingKeys.some((key) => groupOf(key) === group && field.split('.')[0] === key)}
      summary={
        <span>
          <span>{title}</span>
          <Text span variant="hint" display="block" fw={400}>
            {reservationSummaries[group](form.values)}
          </Text>
        </span>
      }
    >
      <fieldset className={styles.group} aria-label={title}>
        <SettingFields group={group} form={form} />
      </fieldset>
    </Fold>
  );
}

const groupOf = (key: ReservationSetting): Group => reservationSettingTable[key].group;

function SettingFields({ group, form }: SettingGroupProps) {
  return (
    <>
      {group === 'cancellation' && <LawfulWithdrawal />}
      {reservationSettingKeys
        .filter((key) => groupOf(key) === group)
        // It says nothing while nothing is cancelled.
        .filter((key) => key !== 'overdueReleaseDays' || form.values.releasesOverdue)
        .map((key) => (
          <SettingField key={key} name={key} form={form} />
        ))}
      {group === 'cancellation' && promisesLessThanLaw(reservationSettingsOf(form.values)) && (
        <FormNotice>
          O cliente tem {lawfulDays} por lei, mesmo que você ofereça menos. Recomendamos deixar a opção ligada, com{' '}
          {lawfulDays} ou mais.
        </FormNotice>
      )}
    </>
  );
}

const lawfulDays = plural(LAWFUL_WITHDRAWAL_DAYS, 'dia');

function LawfulWithdrawal() {
  return (
    <Text variant="hint">
      Pelo Código de Defesa do Consumidor (art. 49), quem contrata fora do estabelecimento, como pela internet, pode
      desistir em até {lawfulDays} a partir da contratação e recebe tudo de volta.
    </Text>
  );
}

function SettingField({ name, form }: { name: ReservationSetting; form: FormOf<ReservationValues> }) {
  const { question, effect, ...setting } = reservationSettingTable[name];
  const id = useId();
  if (setting.input === 'switch') {
    const props = form.getInputProps(name, { type: 'checkbox' });
    return <Switch label={question} description={effect} size="md" mih={44} {...props} />;
  }
  const path = setting.input === 'duration' ? `${name}.amount` : name;
  return (
    <div className={styles.amount}>
      <label htmlFor={id}>{question}</label>
      <TextInput
        id={id}
        name={path}
        aria-describedby={`${id}-effect`}
        size="md"
        inputMode={setting.input === 'permille' ? 'text' : 'numeric'}
        rightSection={setting.input === 'permille' && '%'}
        autoComplete="off"
        maxLength={6}
        required
        {...form.getInputProps(path)}
      />
      {setting.input === 'duration' && (
        <NativeSelect
          name={`${name}.unit`}
          aria-label={`Unidade: ${question}`}
          data={keysOf(durationUnits)
            .filter((unit) => durationUnits[unit] >= durationUnits[setting.unit])
            .map((unit) => ({ value: unit, label: durationUnitLabels[unit] }))}
          size="md"
          {...form.getInputProps(`${name}.unit`)}
        />
      )}
      <Text id={`${id}-effect`} variant="hint">
        {effect}
      </Text>
    </div>
  );
}

const ones: Record<DurationUnit, string> = { minutes: 'minuto', hours: 'hora', days: 'dia' };

/** What is typed in a group of the form, in one line. */
const reservationSummaries: Record<keyof typeof reservationSettingGroups, (values: ReservationValues) => string> = {
  hold: ({ holdMinutes, shortestHoldMinutes }) => `${time(holdMinutes)}; perto da saída, ${time(shortestHoldMinutes)}`,
  unpaid: ({ unpaidPlaces, pauseMinutes }) => `Até ${unpaidPlaces} por pessoa; pausa de ${time(pauseMinutes)}`,
  departure: ({ balanceDueHours, transferHours }) =>
    `Restante até ${time(balanceDueHours)} antes; trocas, ${time(transferHours)}`,
  means: ({ pixPermille, cardPermille }) => `Pix ${percent(pixPermille)}, cartão ${percent(cardPermille)}`,
  instalments: ({ instalmentGraceDays, releasesOverdue, overdueReleaseDays }) =>
    `Aviso depois de ${days(instalmentGraceDays)}; ${releasesOverdue ? `cancela depois de ${time(overdueReleaseDays)}` : 'não cancela sozinho'}`,
  waiting: ({ offerMinutes }) => `${time(offerMinutes)} para aceitar`,
  request: ({ requestMinutes }) => `${time(requestMinutes)} para responder`,
  giftCards: ({ sellsGiftCards }) => (sellsGiftCards ? 'À venda no site' : 'Não vendemos'),
  cancellation: ({ withdrawalRight, withdrawalDays, refundDays }) =>
    `${withdrawalRight ? `Desistência em ${time(withdrawalDays)}` : 'Sem desistência'}; devolução em ${time(refundDays)}`,
  retention: ({ receiptDays, listDays }) => `Comprovantes: ${time(receiptDays)}; listas: ${time(listDays)}`,
};

function time({ amount, unit }: Duration): string {
  return amount === '1' ? `1 ${ones[unit]}` : `${amount} ${ones[unit]}s`;
}

const days = (amount: string) => plural(Number(amount), 'dia');

/** As "sem mudança", "−5%" or "+3,5%". */
function percent(typed: string): string {
  const amount = typed.trim().replace('-', '−');
  if (/^[−]?0([.,]0)?$/.test(amount)) return 'sem mudança';
  return `${amount.startsWith('−') ? '' : '+'}${amount.replace('.', ',')}%`;
}
