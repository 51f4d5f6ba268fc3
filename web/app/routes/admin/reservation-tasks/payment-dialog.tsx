import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import {
  type PaymentDraft,
  type PaymentMethod,
  paymentDraft,
  paymentMethods,
  typedMethods,
} from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { firstName } from '@passeio/contract/words';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { api } from '~/features/session/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { formatMoneyInput } from '~/lib/parse-money';
import { instantOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { DayInput } from '~/ui/inputs/day-input';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';
import type { PaymentIntent } from './task';

interface PaymentDialogProps {
  intent: PaymentIntent;
  passenger: Passenger;
  onClose: () => void;
  onDone: (message: string) => void;
}

const titles: Record<PaymentIntent, string> = {
  deposit: 'Confirmar sinal',
  balance: 'Marcar como quitada',
  payment: 'Registrar pagamento',
  refund: 'Registrar devolução',
};

/** Records a payment or refund that staff has seen in the bank account or holds in hand. */
export function PaymentDialog({ intent, passenger, onClose, onDone }: PaymentDialogProps) {
  const { timeZone, today } = useFormats();
  const isRefund = intent === 'refund';
  return (
    <FormDialog
      title={titles[intent]}
      lead={leadOf(passenger)}
      submit={titles[intent]}
      initial={startOf(intent, passenger)}
      schema={payment}
      toBody={({ endToEndId, occurredAt: day, ...typed }) => ({
        ...typed,
        kind: kindOf(intent, passenger),
        ...(typed.method === 'pix' && endToEndId.trim() && { endToEndId }),
        ...(day && { occurredAt: instantOn(day, timeZone) }),
      })}
      fields={{ END_TO_END_ID_USED: 'endToEndId' }}
      save={(body) => {
        const params = { reservationId: passenger.reservation.id };
        return api.call(paymentRoutes.record, { params, body, toast: false });
      }}
      onSaved={(after) => onDone(outcome(intent, passenger, after))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <MoneyInput
            label={isRefund ? 'Valor devolvido' : 'Valor recebido'}
            data-autofocus
            {...form.getInputProps('amountCents')}
            value={form.values.amountCents}
          />
          <NativeSelect
            label={isRefund ? 'Como foi devolvido' : 'Como foi pago'}
            size="md"
            data={typedMethods.map((value) => ({ value, label: paymentMethods[value] }))}
            {...form.getInputProps('method')}
          />
          <DayInput
            field="occurredAt"
            label="Dia do pagamento"
            description="Opcional. Sem ele vale hoje"
            max={today}
            today={today}
            value={form.values.occurredAt}
            error={form.errors.occurredAt}
            onChange={(day) => form.setFieldValue('occurredAt', day)}
          />
          {form.values.method === 'pix' && (
            <EndToEndIdInput {...form.getInputProps('endToEndId')} value={form.values.endToEndId} />
          )}
          <TextInput
            label="Observação"
            description="Opcional. Por exemplo, quem fez o Pix"
            size="md"
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('note')}
          />
          {!isRefund && <Text variant="hint">{hintOf(form.values.method)}</Text>}
        </>
      )}
    </FormDialog>
  );
}

const payment = paymentDraft.extend({ amountCents: typedCents.pipe(paymentDraft.shape.amountCents) });

function startOf(intent: PaymentIntent, passenger: Passenger) {
  const usual = usualAmount(intent, passenger);
  return {
    amountCents: usual === undefined ? '' : formatMoneyInput(usual),
    method: 'pix' as PaymentMethod,
    endToEndId: '',
    occurredAt: '',
    note: '',
  };
}

function hintOf(method: PaymentMethod): string {
  if (method === 'cash') return 'Confirme só depois de receber e contar o dinheiro.';
  return 'Confirme só depois de ver o valor na conta: comprovante não é pagamento.';
}

/** The instant of a payment: a past day counts from its noon. */
function instantOn(day: string, timeZone: string): string {
  const now = new Date().toISOString();
  const noon = instantOf(`${day}T12:00`, timeZone);
  return noon < now ? noon : now;
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
