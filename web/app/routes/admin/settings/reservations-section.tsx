import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import {
  LAWFUL_WITHDRAWAL_DAYS,
  promisesLessThanLaw,
  type ReservationSettings,
  reservationSettings,
} from '@passeio/contract/operator/settings';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { type ReactNode, useEffect, useId } from 'react';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FormOf, useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { Section } from '~/ui/layout/section';
import styles from './reservations-section.module.css';

/** Units of a duration, in minutes. */
const units = { minutes: 1, hours: 60, days: 1440 } as const;
type Unit = keyof typeof units;

const unitLabels: Record<Unit, string> = { minutes: 'minutos', hours: 'horas', days: 'dias' };

/** A duration as it is typed: how many of a unit. */
interface Duration {
  amount: string;
  unit: Unit;
}

/** The durations that staff edits, each with the minutes of the unit in which it is stored. */
const storedUnits = {
  holdMinutes: units.minutes,
  shortestHoldMinutes: units.minutes,
  lastMomentMinutes: units.minutes,
  offerMinutes: units.minutes,
  requestMinutes: units.minutes,
  bankCheckMinutes: units.minutes,
  balanceDueHours: units.hours,
  transferHours: units.hours,
  receiptDays: units.days,
  listDays: units.days,
  pauseMinutes: units.minutes,
  withdrawalDays: units.days,
  refundDays: units.days,
} as const satisfies Partial<Record<keyof ReservationSettings, number>>;
type DurationSetting = keyof typeof storedUnits;
const durations = Object.keys(storedUnits) as DurationSetting[];

type Values = Record<DurationSetting, Duration> & { unpaidPlaces: string; withdrawalRight: boolean };

function ofEachDuration<Value>(make: (name: DurationSetting) => Value): Record<DurationSetting, Value> {
  return Object.fromEntries(durations.map((name) => [name, make(name)])) as Record<DurationSetting, Value>;
}

/**
 * Minutes in the largest unit without a rest, days from two on: "24 horas", but "2 dias". `smallest`: minutes of the
 * smallest unit to use.
 */
export function durationOf(minutes: number, smallest: number = units.minutes): Duration {
  const isDays = minutes % units.days === 0 && (minutes > units.days || smallest > units.hours);
  const unit = isDays ? 'days' : minutes % units.hours === 0 ? 'hours' : 'minutes';
  return { amount: String(minutes / units[unit]), unit };
}

export function reservationFormValues(settings: ReservationSettings): Values {
  const { unpaidPlaces, withdrawalRight } = settings;
  return {
    ...ofEachDuration((name) => durationOf(settings[name] * storedUnits[name], storedUnits[name])),
    unpaidPlaces: String(unpaidPlaces),
    withdrawalRight,
  };
}

/** What was typed as the settings are stored; NaN where it is no whole number. */
export function reservationSettingsOf(values: Values): ReservationSettings {
  return {
    ...values,
    ...ofEachDuration((name) => (wholeNumber(values[name].amount) * units[values[name].unit]) / storedUnits[name]),
    unpaidPlaces: wholeNumber(values.unpaidPlaces),
  };
}

function wholeNumber(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
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

interface Question {
  name: DurationSetting;
  label: string;
  /** What it does. */
  effect: string;
}

const holdQuestions: readonly Question[] = [
  {
    name: 'holdMinutes',
    label: 'Vaga guardada por',
    effect: 'Sem o sinal, a reserva expira depois deste tempo e as vagas voltam a ser vendidas.',
  },
  {
    name: 'lastMomentMinutes',
    label: 'Fim do prazo, antes da saída',
    effect: 'Quem reserva em cima da hora precisa pagar o sinal até este tempo antes de partir.',
  },
  {
    name: 'shortestHoldMinutes',
    label: 'Prazo mínimo',
    effect: 'O prazo nunca é menor do que isto, mesmo perto da saída.',
  },
  {
    name: 'bankCheckMinutes',
    label: 'Espera pelo banco depois do prazo',
    effect:
      'Quem tem um código Pix do banco só perde a vaga depois de o banco dizer que o Pix não entrou. Se o banco não responder neste tempo, a vaga continua guardada e a equipe decide.',
  },
];

const pauseQuestion: Question = {
  name: 'pauseMinutes',
  label: 'Pausa antes de reservar de novo',
  effect: 'Quem deixa vagas sem pagar só guarda vagas do mesmo passeio depois deste tempo. A equipe não tem pausa.',
};

const laterQuestions: readonly Question[] = [
  {
    name: 'balanceDueHours',
    label: 'Restante pago até, antes da saída',
    effect:
      'Depois disso, a reserva aparece como “Pagamento atrasado”. O prazo nunca cai entre 22h e 8h: passa para a manhã seguinte ou, perto da saída, para a noite anterior.',
  },
  {
    name: 'transferHours',
    label: 'Troca de pessoas até, antes da saída',
    effect: 'O cliente inclui, troca e tira pessoas sozinho até este tempo antes de partir; depois, só a equipe.',
  },
];

const waitingQuestions: readonly Question[] = [
  {
    name: 'offerMinutes',
    label: 'Vagas oferecidas por',
    effect:
      'Quem espera tem este tempo para pagar o sinal; depois, oferecemos à próxima pessoa. O prazo nunca termina entre 22h e 8h: fica para a manhã, se ainda houver tempo antes da saída.',
  },
];

const requestQuestions: readonly Question[] = [
  {
    name: 'requestMinutes',
    label: 'Prazo para responder',
    effect:
      'Vale nos passeios sob consulta. As vagas ficam guardadas até lá; sem resposta, o pedido termina e o cliente é avisado. Se der, o prazo não termina entre 22h e 8h.',
  },
];

const cancellationQuestions: readonly Question[] = [
  {
    name: 'withdrawalDays',
    label: 'Prazo de arrependimento',
    effect: 'Contado em dias do calendário, sem o dia da contratação. Só vale com a opção acima ligada.',
  },
  {
    name: 'refundDays',
    label: 'Devolver em até',
    effect: 'O prazo que o cliente lê quando há valor a devolver, contado do cancelamento.',
  },
];

const retentionQuestions: readonly Question[] = [
  {
    name: 'receiptDays',
    label: 'Apagar comprovantes depois de',
    effect: 'Contados da volta do passeio. Fotos e PDFs de comprovantes são apagados; os lançamentos ficam.',
  },
  {
    name: 'listDays',
    label: 'Apagar dados das listas finais depois de',
    effect:
      'Contados da volta do passeio. Das listas fechadas saem nomes e documentos; ficam a data, quem fechou, o número de pessoas e a conferência. Também saem as observações de quem viajou e os nomes dos links de guia.',
  },
];

/** Deadlines of reservations. A form of its own. */
export function ReservationsSection({ settings, onDirty }: ReservationsSectionProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: reservationFormValues(settings),
    schema,
    toBody: reservationSettingsOf,
    fields: ofEachDuration((name) => `${name}.amount`),
    save: (body) => orRedirect(apiInPlace.call(settingsRoutes.changeReservations, { body })),
    onSaved: (saved) => {
      reset(reservationFormValues(saved));
      showAlert('success', 'Prazos das reservas salvos.');
    },
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const fieldsOf = (questions: readonly Question[]) =>
    questions.map((question) => <DurationField key={question.name} question={question} form={form} />);
  const lawfulDays = plural(LAWFUL_WITHDRAWAL_DAYS, 'dia');
  return (
    <Section
      fields
      id="reservas"
      title="Reservas"
      lead="Os prazos de quem reserva. Os do sinal valem para as próximas reservas; os outros, para todas."
    >
      <form {...props}>
        <Stack gap={24}>
          <Group title="Prazo para pagar o sinal">{fieldsOf(holdQuestions)}</Group>
          <Group title="Vagas sem pagamento">
            <AmountField
              label="Vagas por pessoa"
              name="unpaidPlaces"
              effect="O máximo que uma pessoa ou conexão guarda e espera sem pagar, em todos os passeios. A equipe não conta."
              form={form}
            />
            {fieldsOf([pauseQuestion])}
          </Group>
          <Group title="Perto da saída">{fieldsOf(laterQuestions)}</Group>
          <Group title="Lista de espera">{fieldsOf(waitingQuestions)}</Group>
          <Group title="Pedidos de reserva">{fieldsOf(requestQuestions)}</Group>
          <Group title="Cancelamento pelo cliente">
            <Text variant="hint">
              Pelo Código de Defesa do Consumidor (art. 49), quem contrata fora do estabelecimento, como pela internet,
              pode desistir em até {lawfulDays} a partir da contratação e recebe tudo de volta.
            </Text>
            <Switch
              label="Desistência sem multa logo depois de contratar"
              description="Quem desiste no prazo abaixo, antes da saída, recebe tudo de volta. Vale para as próximas reservas"
              size="md"
              mih={44}
              {...form.getInputProps('withdrawalRight', { type: 'checkbox' })}
            />
            {fieldsOf(cancellationQuestions)}
            {promisesLessThanLaw(reservationSettingsOf(form.values)) && (
              <FormNotice>
                O cliente tem {lawfulDays} por lei, mesmo que você ofereça menos. Recomendamos deixar a opção ligada,
                com {lawfulDays} ou mais.
              </FormNotice>
            )}
          </Group>
          <Group title="Depois do passeio">{fieldsOf(retentionQuestions)}</Group>
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar prazos" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </Section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface AmountFieldProps {
  label: string;
  name: string;
  /** What the setting does. */
  effect: string;
  form: FormOf<Values>;
  /** The unit of the amount. */
  children?: ReactNode;
}

function AmountField({ label, name, effect, form, children }: AmountFieldProps) {
  const id = useId();
  return (
    <div className={styles.amount}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        name={name}
        aria-describedby={`${id}-effect`}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
        {...form.getInputProps(name)}
      />
      {children}
      <Text id={`${id}-effect`} variant="hint">
        {effect}
      </Text>
    </div>
  );
}

function DurationField({ question: { name, label, effect }, form }: { question: Question; form: FormOf<Values> }) {
  const choices = (Object.keys(units) as Unit[]).filter((unit) => units[unit] >= storedUnits[name]);
  return (
    <AmountField label={label} name={`${name}.amount`} effect={effect} form={form}>
      <NativeSelect
        name={`${name}.unit`}
        aria-label={`Unidade: ${label}`}
        data={choices.map((unit) => ({ value: unit, label: unitLabels[unit] }))}
        size="md"
        {...form.getInputProps(`${name}.unit`)}
      />
    </AmountField>
  );
}
