import { Button, Stack, Text } from '@mantine/core';
import { meansKeys, meansPricesText, type PaymentMeans } from '@passeio/contract/means';
import { pagePaths } from '@passeio/contract/paths';
import type { Charge, Receipt } from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconCircleCheck, IconDownload, IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SlipButton } from '~/features/payments/slip-button';
import { NoticeBox } from '~/features/reservations/payment/notice-box';
import { CardReviewNotice, OpenCharge, useCardAnswer } from '~/features/reservations/payment/open-charge';
import styles from '~/features/reservations/payment/payment.module.css';
import {
  allocationText,
  isPaymentNext,
  isReceiptWaiting,
  meansLabel,
  openCharge,
  type PaymentChoice,
  paymentChoices,
  priceBy,
} from '~/features/reservations/payment/payment-choices';
import { saveReceipt } from '~/features/reservations/payment/receipt-file';
import { ReceiptUpload } from '~/features/reservations/payment/receipt-upload';
import { isActive } from '~/features/reservations/status/reservation-states';
import { api, payerLink, withRetry } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { reload } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { parseMoney } from '~/lib/parse-money';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import { GiftCardOffer } from './gift-card-offer';
import { OwnInvoices } from './own-invoices';
import { RefundNotice } from './refund-notice';
import { SplitPayment } from './split-payment';

interface PaymentSectionProps {
  reservation: Reservation;
  onCharged: (charge: Charge) => void;
  onReceiptSent: (receipt: Receipt) => void;
}

/** The money of a reservation, as its payer acts on it: charges, receipts, what came in, what goes back. */
export function PaymentSection({ reservation, onCharged, onReceiptSent }: PaymentSectionProps) {
  const { receipt, refund } = reservation;
  const { issuesInvoices } = useSettings();
  const charge = openCharge(reservation);
  const answer = useCardAnswer(charge);
  const isWaiting = isReceiptWaiting(reservation);
  // The bank of a card decides first: nobody is led to pay twice.
  const isDeciding = reservation.cardInReview || answer === 'pending';
  const inReview = isDeciding && isActive(reservation) && reservation.dueCents > 0;
  // Staff decides first about cash that covers what is due, or the deposit of a hold.
  const { guideCents, status } = reservation;
  const isWithGuide = status.key === 'guide_cash' || (guideCents > 0 && guideCents >= reservation.dueCents);
  const mayPay = !inReview && !isWithGuide;
  const isHeld = reservation.state === 'held';
  const isUnpaid = reservation.dueCents > 0 || reservation.state === 'expired';
  return (
    <div className={styles.payment}>
      {isActive(reservation) && (
        <Arrival
          receivedCents={reservation.receivedCents}
          label={reservation.status.label}
          isBack={!charge && answer === 'approved'}
        />
      )}
      <ChargebackNotice reservation={reservation} />
      <CashWithGuides cents={guideCents} />
      {refund && <RefundNotice refund={refund} reservationId={reservation.id} />}
      {inReview && reservation.status.key !== 'card_review' && (
        <CardReviewNotice heldUntil={isHeld ? reservation.status.until : null} />
      )}
      {mayPay && <CreditOffer reservation={reservation} />}
      {receipt && isWaiting && <WaitingReceipt receipt={receipt} until={reservation.status.until} />}
      {receipt?.state === 'rejected' && isUnpaid && <RejectedReceipt receipt={receipt} payable={reservation.payable} />}
      {!isWaiting && mayPay && <Paying reservation={reservation} onCharged={onCharged} onReceiptSent={onReceiptSent} />}
      {(mayPay || reservation.shares) && <SplitPayment reservation={reservation} />}
      {mayPay && <GiftCardOffer reservation={reservation} />}
      {reservation.receivedCents > 0 && <SlipButton reservationId={reservation.id} />}
      {issuesInvoices && (reservation.receivedCents > 0 || !isActive(reservation)) && (
        <OwnInvoices reservationId={reservation.id} />
      )}
    </div>
  );
}

/** Says of a payment that its bank took back what that changes, until it is paid another way. */
function ChargebackNotice({ reservation }: { reservation: Reservation }) {
  const { chargedBackCents, dueCents } = reservation;
  if (chargedBackCents === 0 || dueCents === 0 || !isActive(reservation)) return null;
  return (
    <NoticeBox tone="warning">
      <h3>Pagamento contestado</h3>
      <p>
        O banco tirou {formatMoney(chargedBackCents)} do que foi pago. A sua reserva continua. Pague de outro jeito ou
        fale com a gente.
      </p>
    </NoticeBox>
  );
}

/** Says that a guide has the payer's cash, so that nobody pays it again. */
function CashWithGuides({ cents }: { cents: number }) {
  if (cents === 0) return null;
  return (
    <NoticeBox tone="warning">
      <h3>{formatMoney(cents)} entregues ao guia</h3>
      <p>Aguardando a conferência: o valor entra na reserva quando a equipe confirmar. Não pague de novo.</p>
    </NoticeBox>
  );
}

// Not inline: React would call a new function at every rendering, and the page would come back here.
function scrollTo(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}

interface ArrivalProps {
  receivedCents: number;
  label: string;
  /** The payer comes back from the provider's page, where the card was approved. */
  isBack: boolean;
}

/** Announces money that comes in while the page is open, or came in before the payer was back. */
function Arrival({ receivedCents, label, isBack }: ArrivalProps) {
  const [seenCents, setSeenCents] = useState(receivedCents);
  const [arrivedCents, setArrivedCents] = useState(0);
  if (receivedCents !== seenCents) {
    setSeenCents(receivedCents);
    setArrivedCents(Math.max(receivedCents - seenCents, 0));
  }
  const hasArrived = arrivedCents > 0 || (isBack && receivedCents > 0);
  return (
    <div role="status" className={styles.arrival}>
      {hasArrived && (
        <p className={styles.arrived} ref={scrollTo}>
          <IconCircleCheck size={28} aria-hidden />
          <span>
            <strong>
              {arrivedCents > 0 ? `Recebemos ${formatMoney(arrivedCents)}.` : 'Pagamento aprovado.'} Obrigado!
            </strong>{' '}
            <span>{label}</span>
          </span>
        </p>
      )}
    </div>
  );
}

/** What can be paid: a choice, then the code or page of what was chosen. */
function Paying({ reservation, onCharged, onReceiptSent }: PaymentSectionProps) {
  const charge = openCharge(reservation);
  const open = charge?.method === 'card' ? 'card' : 'pix';
  const offered = meansKeys.filter((one) => reservation.means.includes(one));
  const [chosen, setMeans] = useState<PaymentMeans>(charge || offered.includes('pix') ? open : 'card');
  const means = offered.includes(chosen) ? chosen : (offered[0] ?? 'pix');
  const charging = useMutation({
    mutationFn: ({ purpose, amountCents, isPart }: PaymentChoice) => {
      const body = { purpose, ...(means === 'card' && { means }), ...(isPart && { amountCents }) };
      const call = { params: { reservationId: reservation.id }, body, toast: false };
      return api.call(paymentRoutes.requestCharge, call);
    },
    onSuccess: onCharged,
  });
  const all = paymentChoices(reservation);
  const asked = charge && charge.amountCents - charge.adjustmentCents;
  const choices = all.filter(
    ({ purpose, amountCents }) => purpose !== charge?.purpose || amountCents !== asked || means !== open,
  );
  const maySendReceipt =
    reservation.payable && (charge ? !charge.confirmsItself : reservation.receipt?.state === 'rejected');
  const isNext = isPaymentNext(reservation);
  const by = payerLink();
  return (
    <>
      {charge && (
        <OpenCharge
          charge={charge}
          means={reservation.means}
          until={reservation.status.until}
          isHeld={reservation.status.key === 'deposit_due'}
          wayBack={by && pagePaths.payerLink(by.token)}
          autoFocus={charging.isSuccess}
        />
      )}
      {charging.error && (
        <FormNotice>
          {failureText(charging.error) ?? 'Não foi possível preparar o pagamento. Tente de novo.'}
        </FormNotice>
      )}
      {offered.length > 1 && (choices.length > 0 || charge) && (
        <ChoiceGroup
          legend={charge ? 'Pagar de outro jeito' : 'Como você quer pagar?'}
          choices={offered.map((one) => [one, meansLabel(one, all, reservation)] as const)}
          value={means}
          onChange={setMeans}
        />
      )}
      {offered.length === 1 && choices.length > 0 && (
        <Text variant="hint">{meansPricesText(offered, reservation.meansPermille)}</Text>
      )}
      {choices.length > 0 && (
        <Stack gap={8} className={styles.choices}>
          {choices.map((choice, index) => (
            <ChoiceButton
              key={choice.label}
              label={choice.label}
              cents={priceBy(means, choice.amountCents, reservation)}
              look={charge ? 'subtle' : index === 0 && isNext && !reservation.shares ? 'filled' : 'default'}
              loading={charging.isPending && charging.variables.label === choice.label}
              onClick={() => charging.isPending || charging.mutate(choice)}
            />
          ))}
          {reservation.state === 'booked' && reservation.instalments.length > 0 && (
            <OtherAmount
              reservation={reservation}
              means={means}
              isBusy={charging.isPending}
              onChosen={charging.mutate}
            />
          )}
        </Stack>
      )}
      {maySendReceipt && <ReceiptUpload reservationId={reservation.id} onSent={onReceiptSent} />}
    </>
  );
}

interface OtherAmountProps {
  reservation: Reservation;
  means: PaymentMeans;
  isBusy: boolean;
  onChosen: (choice: PaymentChoice) => void;
}

/** Unfolds a field for an amount of the payer's choice, which says what it pays before it is charged. */
function OtherAmount({ reservation, means, isBusy, onChosen }: OtherAmountProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const cents = parseMoney(typed);
  const isPayable = typeof cents === 'number' && cents > 0 && cents <= reservation.dueCents;
  if (!isOpen) {
    return (
      <Button size="md" variant="subtle" onClick={() => setOpen(true)}>
        Pagar outro valor
      </Button>
    );
  }
  function choose(event: FormEvent): void {
    event.preventDefault();
    if (isPayable) onChosen({ purpose: 'balance', label: 'Pagar outro valor', amountCents: cents, isPart: true });
    else setError(cents ? `Informe até ${formatMoney(reservation.dueCents)}.` : 'Informe um valor, como 86,70.');
  }
  return (
    <form onSubmit={choose} noValidate>
      <Stack gap={8}>
        <MoneyInput
          label="Quanto você quer pagar agora?"
          description={`Falta pagar ${formatMoney(reservation.dueCents)}.`}
          autoFocus
          value={typed}
          error={error}
          onChange={(text) => {
            setTyped(text);
            setError(undefined);
          }}
        />
        <Text variant="hint" role="status">
          {isPayable && allocationText(reservation, cents)}
        </Text>
        <Button size="md" type="submit" variant="default" loading={isBusy}>
          {means === 'card' ? 'Pagar com cartão' : 'Gerar o Pix'}
          {isPayable && `${means === 'card' ? ':' : ' de'} ${formatMoney(priceBy(means, cents, reservation))}`}
        </Button>
      </Stack>
    </form>
  );
}

interface ChoiceButtonProps {
  label: string;
  cents: number;
  look: 'filled' | 'default' | 'subtle';
  loading: boolean;
  onClick: () => void;
}

function ChoiceButton({ label, cents, look, loading, onClick }: ChoiceButtonProps) {
  return (
    <Button
      size="md"
      variant={look}
      loading={loading}
      onClick={onClick}
      classNames={{ root: styles.button ?? '', label: styles.label ?? '' }}
    >
      <span>{label}</span>
      <span>{formatMoney(cents)}</span>
    </Button>
  );
}

/** The payer's credit, and paying with it as far as it goes; nothing without credit. */
function CreditOffer({ reservation }: { reservation: Reservation }) {
  const { id, creditCents, dueCents } = reservation;
  const usable = isActive(reservation) && reservation.state !== 'requested' ? Math.min(creditCents, dueCents) : 0;
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const call = { params: { reservationId: id }, body: { amountCents: usable } };
      return withRetry(() => api.call(paymentRoutes.payWithCredit, call));
    },
    onSuccess: ({ balanceCents }) => {
      const rest = balanceCents > 0 ? ` Você ainda tem ${formatMoney(balanceCents)} de crédito.` : '';
      showAlert('success', `Pago com ${formatMoney(usable)} de crédito.${rest}`);
    },
    // The credit or the price may be another one by now.
    onError: () => void reload(),
  });
  if (creditCents === 0) return null;
  return (
    <NoticeBox>
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
    </NoticeBox>
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
    <NoticeBox tone="warning">
      <h3>Comprovante em conferência</h3>
      <p>
        Enviado em {formatMoment(receipt.createdAt)}.{' '}
        {until
          ? `O prazo do sinal continua valendo: os lugares estão guardados até ${formatMoment(until)}.`
          : 'Enquanto conferimos, o prazo não corre e os seus lugares continuam guardados.'}
      </p>
      <ReceiptFile receipt={receipt} />
    </NoticeBox>
  );
}

/** A receipt that was not accepted: why, and what now. */
function RejectedReceipt({ receipt, payable }: { receipt: Receipt; payable: Reservation['payable'] }) {
  return (
    <NoticeBox tone="danger" role="alert">
      <h3>Não pudemos aceitar o comprovante</h3>
      <p>{receipt.reason}</p>
      <p>
        {payable
          ? 'Se você já pagou, envie outro comprovante. Se ainda não pagou, use o código Pix.'
          : 'Se você já pagou, fale com a gente.'}
      </p>
      <ReceiptFile receipt={receipt} />
    </NoticeBox>
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
