import { Button } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type Charge, chargePurposes, type Receipt, type Refund } from '@passeio/contract/payments/payments';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconCircleCheck, IconDownload, IconExternalLink, IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import styles from '~/features/reservations/payment/payment.module.css';
import {
  isPaymentNext,
  isReceiptWaiting,
  openCharge,
  type PaymentChoice,
  paymentChoices,
} from '~/features/reservations/payment/payment-choices';
import { saveReceipt } from '~/features/reservations/payment/receipt-file';
import { ReceiptUpload } from '~/features/reservations/payment/receipt-upload';
import { isActive } from '~/features/reservations/reservation-states';
import { answered, api, apiInPlace, withRetry } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { formatMoney, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { CodeInTheMaking, PixCode } from './pix-code';
import { RefundNotice } from './refund-notice';

interface PaymentSectionProps {
  reservation: Reservation;
  onCharged: (charge: Charge) => void;
  onReceiptSent: (receipt: Receipt) => void;
  onRefundChanged: (refund: Refund) => void;
  /** Money has moved: the reservation is to be read again. */
  onMoved: () => void;
}

/** The money of a reservation, as its payer acts on it: Pix codes, receipts, what came in, what goes back. */
export function PaymentSection(props: PaymentSectionProps) {
  const { reservation, onCharged, onReceiptSent, onRefundChanged, onMoved } = props;
  const { receipt, refund } = reservation;
  const isWaiting = isReceiptWaiting(reservation);
  const isUnsettled = reservation.dueCents > 0 || reservation.state === 'expired';
  return (
    <div className={styles.payment}>
      {isActive(reservation) && <Arrival receivedCents={reservation.receivedCents} label={reservation.status.label} />}
      {refund && (
        <RefundNotice refund={refund} reservationId={reservation.id} onChanged={onRefundChanged} onMoved={onMoved} />
      )}
      <CreditOffer reservation={reservation} onMoved={onMoved} />
      {receipt && isWaiting && <WaitingReceipt receipt={receipt} until={reservation.status.until} />}
      {receipt?.state === 'rejected' && isUnsettled && (
        <RejectedReceipt receipt={receipt} payable={reservation.payable} />
      )}
      {!isWaiting && <Paying reservation={reservation} onCharged={onCharged} onReceiptSent={onReceiptSent} />}
    </div>
  );
}

/** Tells of money that comes in while the page is open. */
function Arrival({ receivedCents, label }: { receivedCents: number; label: string }) {
  const [seenCents, setSeenCents] = useState(receivedCents);
  const [arrivedCents, setArrivedCents] = useState(0);
  if (receivedCents !== seenCents) {
    setSeenCents(receivedCents);
    setArrivedCents(Math.max(receivedCents - seenCents, 0));
  }
  return (
    <div role="status" className={styles.arrival}>
      {arrivedCents > 0 && (
        <p ref={(shown) => shown?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })}>
          <IconCircleCheck size={28} aria-hidden />
          <span>
            <strong>Recebemos {formatMoney(arrivedCents)}. Obrigado!</strong> <span>{label}</span>
          </span>
        </p>
      )}
    </div>
  );
}

/** What can be paid: a choice, then the code of what was chosen. */
function Paying({ reservation, onCharged, onReceiptSent }: Omit<PaymentSectionProps, 'onRefundChanged' | 'onMoved'>) {
  const charging = useMutation({
    mutationFn: (purpose: PaymentChoice['purpose']) => {
      const call = { params: { reservationId: reservation.id }, body: { purpose } };
      return answered(apiInPlace.call(paymentRoutes.requestCharge, call));
    },
    onSuccess: onCharged,
  });
  const charge = openCharge(reservation);
  const choices = paymentChoices(reservation).filter(({ purpose }) => purpose !== charge?.purpose);
  const maySendReceipt =
    reservation.payable && (charge ? !charge.confirmsItself : reservation.receipt?.state === 'rejected');
  const isNext = isPaymentNext(reservation);
  return (
    <>
      {charge && <OpenCharge charge={charge} until={reservation.status.until} autoFocus={charging.isSuccess} />}
      {charging.error && (
        <FormNotice>{failureText(charging.error) ?? 'Não foi possível gerar o código. Tente de novo.'}</FormNotice>
      )}
      {choices.length > 0 && (
        <div className={styles.choices}>
          {choices.map((choice, index) => (
            <ChoiceButton
              key={choice.purpose}
              choice={choice}
              look={charge ? 'subtle' : index === 0 && isNext ? 'filled' : 'default'}
              loading={charging.isPending && charging.variables === choice.purpose}
              onClick={() => charging.isPending || charging.mutate(choice.purpose)}
            />
          ))}
        </div>
      )}
      {maySendReceipt && <ReceiptUpload reservationId={reservation.id} onSent={onReceiptSent} />}
    </>
  );
}

interface ChoiceButtonProps {
  choice: PaymentChoice;
  look: 'filled' | 'default' | 'subtle';
  loading: boolean;
  onClick: () => void;
}

function ChoiceButton({ choice: { label, amountCents }, look, loading, onClick }: ChoiceButtonProps) {
  return (
    <Button
      size="md"
      variant={look}
      loading={loading}
      onClick={onClick}
      classNames={{ root: styles.button ?? '', label: styles.label ?? '' }}
    >
      <span>{label}</span>
      <span className={styles.price}>{formatMoney(amountCents)}</span>
    </Button>
  );
}

interface OpenChargeProps {
  charge: Charge;
  /** The deadline that the page shows already. */
  until: string | null;
  autoFocus: boolean;
}

function OpenCharge({ charge, until, autoFocus }: OpenChargeProps) {
  const { demoBankUrl } = useSettings();
  const { formatDeadline } = useFormats();
  const title = useId();
  const { purpose, amountCents, payload, expiresAt, txid, confirmsItself } = charge;
  const purposes: Readonly<Record<string, string>> = chargePurposes;
  return (
    <section className={styles.pix} aria-labelledby={title}>
      <h3 id={title}>
        Pix: {purposes[purpose]?.toLowerCase() ?? 'pagamento'} <strong>{formatMoney(amountCents)}</strong>
      </h3>
      {expiresAt && expiresAt !== until && <p className={styles.hint}>Pague até {formatDeadline(expiresAt)}.</p>}
      {payload === null ? (
        <CodeInTheMaking />
      ) : (
        <PixCode payload={payload} amountCents={amountCents} autoFocus={autoFocus} />
      )}
      <p className={styles.hint}>
        No aplicativo do seu banco, escolha Pix e cole o código ou aponte a câmera para o QR code.
        {confirmsItself && ' Esta página muda sozinha assim que o pagamento entrar.'}
      </p>
      {demoBankUrl && confirmsItself && payload !== null && (
        <Button
          component="a"
          href={`${demoBankUrl}/pagar/${encodeURIComponent(txid)}`}
          target="_blank"
          rel="noreferrer"
          size="md"
          variant="default"
          classNames={{ root: styles.button ?? '', label: styles.label ?? '' }}
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          Pagar no banco de demonstração
        </Button>
      )}
    </section>
  );
}

interface CreditOfferProps {
  reservation: Reservation;
  /** Money has moved: the reservation is to be read again. */
  onMoved: () => void;
}

/** The payer's credit, and paying with it as far as it goes; nothing without credit. */
function CreditOffer({ reservation, onMoved }: CreditOfferProps) {
  const { id, creditCents, dueCents } = reservation;
  const usable = isActive(reservation) && reservation.state !== 'requested' ? Math.min(creditCents, dueCents) : 0;
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const call = { params: { reservationId: id }, body: { amountCents: usable } };
      return answered(withRetry(() => api.call(paymentRoutes.payWithCredit, call)));
    },
    onSuccess: ({ balanceCents }) => {
      const rest = balanceCents > 0 ? ` Você ainda tem ${formatMoney(balanceCents)} de crédito.` : '';
      showAlert('success', `Pago com ${formatMoney(usable)} de crédito.${rest}`);
    },
    onSettled: onMoved,
  });
  if (creditCents === 0) return null;

  return (
    <div className={styles.notice}>
      <h3>Você tem {formatMoney(creditCents)} de crédito</h3>
      <p>{usable > 0 ? 'Ele não vence: use agora ou em outra viagem.' : 'Ele não vence: use na sua próxima viagem.'}</p>
      {usable > 0 && (
        <Button
          size="md"
          variant="default"
          loading={isPending}
          leftSection={<IconWallet size={18} aria-hidden />}
          onClick={() => mutate()}
        >
          Usar {formatMoney(usable)}
        </Button>
      )}
    </div>
  );
}

interface ReceiptNoticeProps {
  receipt: Receipt;
  /** The deadline of the hold, if it goes on meanwhile. */
  until: string | null;
}

/** A receipt that waits for its review. */
function WaitingReceipt({ receipt, until }: ReceiptNoticeProps) {
  const { formatMoment } = useFormats();
  return (
    <div className={styles.notice} data-tone="waiting">
      <h3>Comprovante em conferência</h3>
      <p>
        Enviado em {formatMoment(receipt.createdAt)}.{' '}
        {until
          ? `O prazo do sinal continua valendo: os lugares estão guardados até ${formatMoment(until)}.`
          : 'Enquanto conferimos, o prazo não corre e os seus lugares continuam guardados.'}
      </p>
      <ReceiptFile receipt={receipt} />
    </div>
  );
}

/** A receipt that was not accepted: why, and what now. */
function RejectedReceipt({ receipt, payable }: { receipt: Receipt; payable: Reservation['payable'] }) {
  return (
    <div className={styles.notice} data-tone="bad" role="alert">
      <h3>Não pudemos aceitar o comprovante</h3>
      <p>{receipt.reason}</p>
      <p>
        {payable
          ? 'Se você já pagou, envie outro comprovante. Se ainda não pagou, use o código Pix.'
          : 'Se você já pagou, fale com a gente.'}
      </p>
      <ReceiptFile receipt={receipt} />
    </div>
  );
}

function ReceiptFile({ receipt }: { receipt: Receipt }) {
  const { mutate, isPending } = useMutation({ mutationFn: () => saveReceipt(receipt.id) });
  if (!receipt.hasFile) return null;
  return (
    <Button
      size="md"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
      leftSection={<IconDownload size={20} aria-hidden />}
    >
      Baixar o comprovante
    </Button>
  );
}
