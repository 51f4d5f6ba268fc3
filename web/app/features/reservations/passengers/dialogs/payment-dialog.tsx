import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  type PaymentDraft,
  type PaymentMethod,
  paymentDraft,
  paymentMethods,
} from '@passeio/contract/payments/payments';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { firstName } from '@passeio/contract/words';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { useSettings } from '~/lib/settings';
import { instantOf, localOf } from '~/lib/zoned-time';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import { DayInput } from '~/ui/inputs/day-input';
import { useConfirmClose } from '../../../../ui/dialogs/use-confirm-close';
import { answered, api } from '../../../session/api';
import type { PaymentIntent } from '../task';
import styles from './dialog-form.module.css';
import { EndToEndIdInput } from './end-to-end-id-input';

interface PaymentDialogProps {
  intent: PaymentIntent;
  passenger: Passenger;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

const titles: Record<PaymentIntent, string> = {
  deposit: 'Confirmar sinal',
  balance: 'Marcar como quitada',
  payment: 'Registrar pagamento',
  refund: 'Registrar devolução',
};

const methods = Object.entries(paymentMethods).map(([value, label]) => ({ value, label }));

/** Records a payment or refund that staff has seen in the bank account or holds in hand. */
export function PaymentDialog({ intent, passenger, onClose, onDone }: PaymentDialogProps) {
  const { amount, method, endToEndId, day, note, errors, busy, dirty, change, submit } = usePayment(
    intent,
    passenger,
    onDone,
  );
  const form = useId();
  const close = useConfirmClose(dirty, onClose);
  return (
    <ModalDialog
      title={titles[intent]}
      lead={leadOf(passenger)}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button type="submit" form={form} size="md" loading={busy}>
            {titles[intent]}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={styles.form}>
        <TextInput
          label={intent === 'refund' ? 'Valor devolvido' : 'Valor recebido'}
          data-autofocus
          size="md"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          leftSection="R$"
          leftSectionWidth={44}
          value={amount}
          error={errors.amountCents}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <NativeSelect
          label={intent === 'refund' ? 'Como foi devolvido' : 'Como foi pago'}
          size="md"
          data={methods}
          value={method}
          onChange={(event) => change({ method: event.currentTarget.value as PaymentMethod })}
        />
        <Details {...{ method, endToEndId, day, errors, change }} />
        <TextInput
          label="Observação"
          description="Opcional. Por exemplo, quem fez o Pix"
          size="md"
          autoComplete="off"
          maxLength={200}
          value={note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        {intent !== 'refund' && <p className={styles.hint}>{hintOf(method)}</p>}
      </form>
    </ModalDialog>
  );
}

function hintOf(method: PaymentMethod): string {
  if (method === 'cash') return 'Confirme só depois de receber e contar o dinheiro.';
  return 'Confirme só depois de ver o valor na conta: comprovante não é pagamento.';
}

interface DetailsProps
  extends Pick<ReturnType<typeof usePayment>, 'method' | 'endToEndId' | 'day' | 'errors' | 'change'> {}

/** The day on which the money moved, and of a Pix its identifier. */
function Details({ method, endToEndId, day, errors, change }: DetailsProps) {
  const { timeZone } = useSettings();
  const today = localOf(new Date().toISOString(), timeZone).slice(0, 10);
  return (
    <>
      <DayInput
        field="occurredAt"
        label="Dia do pagamento"
        description="Opcional. Sem ele vale hoje"
        value={day}
        max={today}
        today={today}
        error={errors.occurredAt}
        onChange={(chosen) => change({ day: chosen })}
      />
      {method === 'pix' && (
        <EndToEndIdInput
          value={endToEndId}
          error={errors.endToEndId}
          onChange={(typed) => change({ endToEndId: typed })}
        />
      )}
    </>
  );
}

function leadOf({ payer, reservation: { code, receivedCents, dueCents, toReturnCents } }: Passenger): string {
  const owed =
    toReturnCents > 0 ? `A devolver: ${formatMoney(toReturnCents)}` : `Falta pagar: ${formatMoney(dueCents)}`;
  return `${payer.name}, reserva ${code}. Recebido: ${formatMoney(receivedCents)}. ${owed}.`;
}

/** Default amount in centavos; undefined without one. */
function usualAmount(intent: PaymentIntent, { reservation }: Passenger): number | undefined {
  const { depositCents, receivedCents, dueCents, toReturnCents } = reservation;
  if (intent === 'deposit') return Math.max(depositCents - receivedCents, 0) || undefined;
  if (intent === 'balance') return dueCents;
  return intent === 'refund' && toReturnCents > 0 ? toReturnCents : undefined;
}

function usePayment(intent: PaymentIntent, passenger: Passenger, onDone: (sentence: string) => void) {
  const usual = usualAmount(intent, passenger);
  const start = {
    amount: usual === undefined ? '' : formatMoneyInput(usual),
    method: 'pix' as PaymentMethod,
    endToEndId: '',
    day: '',
    note: '',
  };
  const [typed, setTyped] = useState(start);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const { timeZone } = useSettings();
  const [busy, setBusy] = useState(false);

  function change(part: Partial<typeof start>): void {
    setTyped((before) => ({ ...before, ...part }));
    setErrors({});
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const amountCents = parseMoney(typed.amount);
    if (typeof amountCents !== 'number') {
      const message = amountCents === null ? 'Informe o valor.' : 'Valor inválido. Use, por exemplo, 86,70.';
      return setErrors({ amountCents: message });
    }
    const draft = paymentDraft.safeParse({
      kind: kindOf(intent, passenger),
      method: typed.method,
      amountCents,
      note: typed.note,
      ...identified(typed, timeZone),
    });
    if (!draft.success) {
      return setErrors(fieldErrorsOf(draft.error.issues));
    }
    setBusy(true);
    try {
      const call = { params: { reservationId: passenger.reservation.id }, body: draft.data };
      const after = await answered(api.call(paymentRoutes.record, call));
      onDone(outcome(intent, passenger, after));
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      const isUsed = failure.code === 'END_TO_END_ID_USED';
      setErrors(isUsed ? { endToEndId: failure.message } : failure.fields);
    }
  }

  const dirty = [typed.note, typed.endToEndId, typed.day].some(Boolean) || typed.amount !== start.amount;
  return { ...typed, errors, busy, dirty, change, submit };
}

/** The Pix and the instant of a payment, as far as they were typed: a past day counts from its noon. */
function identified(
  { method, endToEndId, day }: { method: PaymentMethod; endToEndId: string; day: string },
  timeZone: string,
) {
  const now = new Date().toISOString();
  const noon = day && instantOf(`${day}T12:00`, timeZone);
  return {
    ...(method === 'pix' && endToEndId.trim() && { endToEndId }),
    ...(noon && { occurredAt: noon < now ? noon : now }),
  };
}

function kindOf(intent: PaymentIntent, { reservation }: Passenger): PaymentDraft['kind'] {
  if (intent === 'refund') return 'refund';
  return intent !== 'balance' && reservation.receivedCents < reservation.depositCents ? 'deposit' : 'balance';
}

function outcome(intent: PaymentIntent, { payer, reservation }: Passenger, after: ReservationDetails): string {
  const name = firstName(payer.name);
  if (intent === 'refund') return `Devolução a ${name} registrada.`;
  if (after.dueCents === 0) return `Reserva de ${name} quitada.`;
  if (after.state === 'booked' && reservation.state === 'held')
    return `Sinal confirmado: a reserva de ${name} está certa.`;
  return `Pagamento de ${name} registrado.`;
}
