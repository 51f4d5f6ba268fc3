import { Button, TextInput } from '@mantine/core';
import { type Refund, refundKey, refundReasons, refundStates } from '@passeio/contract/payments/payments';
import { refundPartsText } from '@passeio/contract/payments/refund-parts';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NoticeBox } from '~/features/reservations/payment/notice-box';
import { api, withRetry } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { type Formats, formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

interface RefundNoticeProps {
  refund: Refund;
  reservationId: string;
}

/** Money that goes back: how much, why, where to, and until when or since when. */
export function RefundNotice({ refund, reservationId }: RefundNoticeProps) {
  const formats = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const { amountCents, state, pixKey, throughProvider, asCredit } = refund;
  const reason = refundReason(refund);
  return (
    <NoticeBox>
      <h3>
        {asCredit ? 'Crédito' : 'Reembolso'} de {formatMoney(amountCents)}{' '}
        <StatusBadge color={refundColor(refund)}>{refundLabel(refund)}</StatusBadge>
      </h3>
      <p>
        {reason && `${reason}. `}
        {refund.paidAt ? returnedText(refund, refund.paidAt, formats) : whereTo(refund)}
      </p>
      {state === 'due' && !throughProvider && (
        <Button size="md" variant={pixKey ? 'default' : 'filled'} onClick={() => setIsAsking(true)}>
          {pixKey ? 'Trocar chave Pix' : 'Informar chave Pix'}
        </Button>
      )}
      {state === 'due' && <AsCredit reservationId={reservationId} amountCents={amountCents} />}
      {isAsking && <RefundKeyDialog refund={refund} reservationId={reservationId} onClose={() => setIsAsking(false)} />}
    </NoticeBox>
  );
}

/** Takes the refund as credit, once it is confirmed. */
function AsCredit({ reservationId, amountCents }: { reservationId: string; amountCents: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const call = { params: { reservationId }, body: { amountCents } };
      return withRetry(() => api.call(paymentRoutes.takeRefundAsCredit, call));
    },
    onSuccess: () => showAlert('success', `Você tem mais ${formatMoney(amountCents)} de crédito.`),
    onError: () => void reload(),
  });
  async function ask(): Promise<void> {
    const mensagem = `Em vez da devolução, você fica com ${formatMoney(amountCents)} para usar em qualquer viagem. O crédito não vence.`;
    if (await askToConfirm({ titulo: 'Ficar com o crédito?', mensagem })) mutate();
  }
  return (
    <Button size="md" variant="default" loading={isPending} onClick={() => void ask()}>
      Prefiro crédito
    </Button>
  );
}

interface RefundKeyDialogProps {
  refund: Refund;
  reservationId: string;
  onClose: () => void;
}

/** Asks to which Pix key a refund goes. */
function RefundKeyDialog({ refund: { pixKey, amountCents, parts }, reservationId, onClose }: RefundKeyDialogProps) {
  const byPixCents = parts.find(({ way }) => way === 'pix')?.amountCents ?? amountCents;
  return (
    <FormDialog
      title={pixKey ? 'Trocar chave Pix' : 'Informar chave Pix'}
      lead={`Para onde vão os ${formatMoney(byPixCents)} da devolução.${pixKey ? ` Hoje: ${pixKey}.` : ''}`}
      submit="Salvar chave"
      initial={{ pixKey: '' }}
      schema={refundKey}
      save={(body) => api.call(paymentRoutes.changeRefundKey, { params: { reservationId }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Chave Pix da devolução salva.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Chave Pix"
          description="CPF, CNPJ, e-mail, celular com DDD ou chave aleatória, da sua conta. Avisamos você por e-mail."
          data-autofocus
          size="md"
          autoComplete="off"
          maxLength={77}
          {...form.getInputProps('pixKey')}
        />
      )}
    </FormDialog>
  );
}

function returnedText({ asCredit }: Refund, paidAt: string, formats: Formats): string {
  const day = formats.formatNumericDate(paidAt);
  return asCredit ? `É seu crédito desde ${day}, para usar em qualquer viagem.` : `Devolvemos em ${day}.`;
}

function whereTo({ pixKey, throughProvider, parts }: Refund): string {
  const how = refundPartsText(parts) || (throughProvider ? 'O valor volta para onde veio.' : 'O valor volta por Pix.');
  if (throughProvider) return how;
  return pixKey ? `${how} O Pix vai para a chave ${pixKey}.` : `${how} Diga para qual chave.`;
}

/** Where a refund stands, as its payer reads it: "Previsto até 12/12", then "Reembolsado" or "Virou crédito". */
function refundLabel({ state, promisedFor, asCredit }: Pick<Refund, 'state' | 'promisedFor' | 'asCredit'>): string {
  if (asCredit) return 'Virou crédito';
  if (state === 'due') return `Previsto até ${formatCalendarDate(promisedFor).slice(0, 'DD/MM'.length)}`;
  const labels: Readonly<Record<string, string>> = refundStates;
  return labels[state] ?? refundStates.due;
}

function refundColor({ state }: Pick<Refund, 'state'>): StatusColor {
  return state === 'paid' ? 'good' : 'waiting';
}

function refundReason({ reason }: Pick<Refund, 'reason'>): string | undefined {
  const reasons: Readonly<Record<string, string>> = refundReasons;
  return reasons[reason];
}
