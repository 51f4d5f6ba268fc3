import { NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import {
  LAWFUL_WITHDRAWAL_DAYS,
  promisesLessThanLaw,
  type ReservationSettings,
} from '@passeio/contract/operator/settings';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { plural } from '@passeio/contract/words';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { api, orRedirect } from '~/features/session/api';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { FormSection } from '~/ui/editing/form-section';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
import { showAlert } from '~/ui/feedback/alert';
import { type DurationUnit, durationOf, durationUnits, unitLabels } from './duration-units';
import {
  checkReservationField,
  type DurationSetting,
  readReservationForm,
  readWithdrawal,
  storedUnits,
  unitName,
} from './reservation-settings';
import styles from './reservations-section.module.css';

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
  const { props, errors, busy, dirty, version, shown, redraw } = useReservationsForm(settings);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const fieldsOf = (questions: readonly Question[]) =>
    questions.map((question) => (
      <DurationField
        key={question.name}
        question={question}
        value={shown[question.name]}
        error={errors[question.name]}
      />
    ));
  return (
    <FormSection
      id="reservas"
      title="Reservas"
      lead="Os prazos de quem reserva. Os do sinal valem para as próximas reservas; os outros, para todas."
    >
      <form className={styles.form} key={version} {...props}>
        <fieldset className={styles.group}>
          <legend>Prazo para pagar o sinal</legend>
          {fieldsOf(holdQuestions)}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Vagas sem pagamento</legend>
          <UnpaidPlacesField value={shown.unpaidPlaces} error={errors.unpaidPlaces} />
          {fieldsOf([pauseQuestion])}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Perto da saída</legend>
          {fieldsOf(laterQuestions)}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Lista de espera</legend>
          {fieldsOf(waitingQuestions)}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Pedidos de reserva</legend>
          {fieldsOf(requestQuestions)}
        </fieldset>
        <CancellationFields shown={shown}>
          <Switch
            name="withdrawalRight"
            defaultChecked={shown.withdrawalRight}
            label="Desistência sem multa logo depois de contratar"
            description="Quem desiste no prazo abaixo, antes da saída, recebe tudo de volta. Vale para as próximas reservas"
            size="md"
            mih={44}
          />
          {fieldsOf(cancellationQuestions)}
        </CancellationFields>
        <fieldset className={styles.group}>
          <legend>Depois do passeio</legend>
          {fieldsOf(retentionQuestions)}
        </fieldset>
        <FormActions save="Salvar prazos" dirty={dirty} busy={busy} onUndo={() => redraw()} />
      </form>
    </FormSection>
  );
}

/** Says what the law says, and warns while the form promises less. */
function CancellationFields({ shown, children }: { shown: ReservationSettings; children: ReactNode }) {
  const [typed, setTyped] = useState<Pick<ReservationSettings, 'withdrawalRight' | 'withdrawalDays'>>(shown);
  function onInput({ currentTarget: { form } }: FormEvent<HTMLFieldSetElement>): void {
    if (form) setTyped(readWithdrawal(new FormData(form)));
  }
  const days = plural(LAWFUL_WITHDRAWAL_DAYS, 'dia');
  return (
    <fieldset className={styles.group} onInput={onInput}>
      <legend>Cancelamento pelo cliente</legend>
      <Text variant="hint">
        Pelo Código de Defesa do Consumidor (art. 49), quem contrata fora do estabelecimento, como pela internet, pode
        desistir em até {days} a partir da contratação e recebe tudo de volta.
      </Text>
      {children}
      {promisesLessThanLaw(typed) && (
        <FormNotice>
          O cliente tem {days} por lei, mesmo que você ofereça menos. Recomendamos deixar a opção ligada, com {days} ou
          mais.
        </FormNotice>
      )}
    </fieldset>
  );
}

function UnpaidPlacesField({ value, error }: { value: number; error: string | undefined }) {
  const id = useId();
  return (
    <div className={styles.duration}>
      <label htmlFor={id}>Vagas por pessoa</label>
      <TextInput
        id={id}
        name="unpaidPlaces"
        aria-describedby={`${id}-effect`}
        defaultValue={value}
        error={error}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        required
      />
      <Text id={`${id}-effect`} variant="hint">
        O máximo que uma pessoa ou conexão guarda e espera sem pagar, em todos os passeios. A equipe não conta.
      </Text>
    </div>
  );
}

interface DurationFieldProps {
  question: Question;
  /** In the unit in which it is stored. */
  value: number;
  error: string | undefined;
}

function DurationField({ question: { name, label, effect }, value, error }: DurationFieldProps) {
  const id = useId();
  const { amount, unit } = durationOf(value * storedUnits[name], storedUnits[name]);
  const units = (Object.keys(durationUnits) as DurationUnit[]).filter((one) => durationUnits[one] >= storedUnits[name]);
  return (
    <div className={styles.duration}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        name={name}
        aria-describedby={`${id}-effect`}
        defaultValue={amount}
        error={error}
        size="md"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
      />
      <NativeSelect
        name={unitName(name)}
        aria-label={`Unidade: ${label}`}
        defaultValue={unit}
        data={units.map((one) => ({ value: one, label: unitLabels[one] }))}
        size="md"
      />
      <Text id={`${id}-effect`} variant="hint">
        {effect}
      </Text>
    </div>
  );
}

function useReservationsForm(loaded: ReservationSettings) {
  const [shown, setShown] = useState(loaded);
  const form = useDirtyForm({
    check: checkReservationField,
    read: (typed) => readReservationForm(typed, shown),
    save: async ({ settings }) => {
      setShown(await orRedirect(api.call(settingsRoutes.changeReservations, { body: settings })));
      form.redraw();
      showAlert('success', 'Prazos das reservas salvos.');
    },
  });
  return { ...form, shown };
}
