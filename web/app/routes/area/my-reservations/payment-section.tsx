import { Button, Group, Loader, Radio, Stack, Text } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  type Charge,
  chargePurposes,
  type PaymentMeans,
  paymentMeans,
  type Receipt,
} from '@passeio/contract/payments/payments';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconCircleCheck, IconDownload, IconExternalLink, IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BankHints } from '~/features/payments/bank-hints';
import styles from '~/features/reservations/payment.module.css';
import {
  allocationText,
  isPaymentNext,
  isReceiptWaiting,
  openCharge,
  type PaymentChoice,
  paymentChoices,
} from '~/features/reservations/payment-choices';
import { saveReceipt } from '~/features/reservations/receipt-file';
import { ReceiptUpload } from '~/features/reservations/receipt-upload';
import { isActive } from '~/features/reservations/reservation-states';
import { api, apiInPlace, orRedirect, withRetry } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { reload } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { parseMoney } from '~/lib/parse-money';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput } from '~/ui/inputs/money-input';
import { PixCode } from '~/ui/inputs/pix-code';
import { GiftCardOffer } from './gift-card-offer';
import { NoticeBox, RefundNotice } from './refund-notice';

interface PaymentSectionProps {
  reservation: Reservation;
  onCharged: (charge: Charge) => void;
  onReceiptSent: (receipt: Receipt) => void;
}

/** The money of a reservation, as its payer acts on it: charges, receipts, what came in, what goes back. */
export function PaymentSection({ reservation, onCharged, onReceiptSent }: PaymentSectionProps) {
  const { receipt, refund } = reservation;
  const isWaiting = isReceiptWaiting(reservation);
  const isUnpaid = reservation.dueCents > 0 || reservation.state === 'expired';
  return (
    <div className={styles.payment}>
      {isActive(reservation) && <Arrival receivedCents={reservation.receivedCents} label={reservation.status.label} />}
      {refund && <RefundNotice refund={refund} reservationId={reservation.id} />}
      <CreditOffer reservation={reservation} />
      <GiftCardOffer reservation={reservation} />
      {receipt && isWaiting && <WaitingReceipt receipt={receipt} until={reservation.status.until} />}
      {receipt?.state === 'rejected' && isUnpaid && <RejectedReceipt receipt={receipt} payable={reservation.payable} />}
      {!isWaiting && <Paying reservation={reservation} onCharged={onCharged} onReceiptSent={onReceiptSent} />}
    </div>
  );
}

/** Announces money that comes in while the page is open. */
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
        <p className={styles.arrived} ref={(shown) => shown?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })}>
          <IconCircleCheck size={28} aria-hidden />
          <span>
            <strong>Recebemos {formatMoney(arrivedCents)}. Obrigado!</strong> <span>{label}</span>
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
  const offered = (Object.keys(paymentMeans) as PaymentMeans[]).filter((one) => reservation.means.includes(one));
  const [chosen, setMeans] = useState<PaymentMeans>(charge || offered.includes('pix') ? open : 'card');
  const means = offered.includes(chosen) ? chosen : (offered[0] ?? 'pix');
  const charging = useMutation({
    mutationFn: ({ purpose, amountCents, isPart }: PaymentChoice) => {
      const body = { purpose, ...(means === 'card' && { means }), ...(isPart && { amountCents }) };
      const call = { params: { reservationId: reservation.id }, body };
      return orRedirect(apiInPlace.call(paymentRoutes.requestCharge, call));
    },
    onSuccess: onCharged,
  });
  const all = paymentChoices(reservation);
  const choices = all.filter(
    ({ purpose, amountCents }) => purpose !== charge?.purpose || amountCents !== charge.amountCents || means !== open,
  );
  const maySendReceipt =
    reservation.payable && (charge ? !charge.confirmsItself : reservation.receipt?.state === 'rejected');
  const isNext = isPaymentNext(reservation);
  return (
    <>
      {charge && <OpenCharge charge={charge} until={reservation.status.until} autoFocus={charging.isSuccess} />}
      {charging.error && (
        <FormNotice>
          {failureText(charging.error) ?? 'Não foi possível preparar o pagamento. Tente de novo.'}
        </FormNotice>
      )}
      {offered.length > 1 && (choices.length > 0 || charge) && (
        <Radio.Group
          label={charge ? 'Pagar de outro jeito' : 'Como você quer pagar?'}
          value={means}
          onChange={(value) => setMeans(value as PaymentMeans)}
        >
          <Group gap="lg" mt={4}>
            {offered.map((one) => (
              <Radio
                key={one}
                value={one}
                label={paymentMeans[one]}
                mih={44}
                styles={{ body: { alignItems: 'center', minHeight: 44 } }}
              />
            ))}
          </Group>
        </Radio.Group>
      )}
      {choices.length > 0 && (
        <Stack gap={8} className={styles.choices}>
          {choices.map((choice, index) => (
            <ChoiceButton
              key={choice.label}
              choice={choice}
              look={charge ? 'subtle' : index === 0 && isNext ? 'filled' : 'default'}
              loading={charging.isPending && charging.variables.label === choice.label}
              onClick={() => charging.isPending || charging.mutate(choice)}
            />
          ))}
          {all.some(({ isPart }) => isPart) && (
            <OtherAmount reservation={reservation} isBusy={charging.isPending} onChosen={charging.mutate} />
          )}
        </Stack>
      )}
      {maySendReceipt && <ReceiptUpload reservationId={reservation.id} onSent={onReceiptSent} />}
    </>
  );
}

interface OtherAmountProps {
  reservation: Reservation;
  isBusy: boolean;
  onChosen: (choice: PaymentChoice) => void;
}

/** Unfolds a field for an amount of the payer's choice, which says what it pays before it is charged. */
function OtherAmount({ reservation, isBusy, onChosen }: OtherAmountProps) {
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
          Gerar o Pix{isPayable && ` de ${formatMoney(cents)}`}
        </Button>
      </Stack>
    </form>
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
      <span>{formatMoney(amountCents)}</span>
    </Button>
  );
}

interface OpenChargeProps {
  charge: Charge;
  /** The deadline that the page shows already. */
  until: string | null;
  autoFocus: boolean;
}

const methods: Readonly<Record<string, string>> = { static_pix: 'Pix', provider_pix: 'Pix', card: 'Cartão' };

function OpenCharge({ charge, until, autoFocus }: OpenChargeProps) {
  const { formatDeadline } = useFormats();
  const title = useId();
  const { purpose, method, amountCents, payload, address, expiresAt } = charge;
  const purposes: Readonly<Record<string, string>> = chargePurposes;
  return (
    <section className={styles.pix} aria-labelledby={title}>
      <Group component="h3" id={title} justify="space-between" align="baseline" gap="4px 12px">
        {methods[method] ?? 'Pagamento'}: {purposes[purpose]?.toLowerCase() ?? 'pagamento'}{' '}
        <Text component="strong" fz={22} fw={700}>
          {formatMoney(amountCents)}
        </Text>
      </Group>
      {expiresAt && expiresAt !== until && <Text variant="hint">Pague até {formatDeadline(expiresAt)}.</Text>}
      {address ? (
        <>
          {method === 'card' && <CardAnswer />}
          <ProviderPage charge={charge} address={address} autoFocus={autoFocus} />
        </>
      ) : method === 'card' ? (
        <InTheMaking>Preparando o pagamento…</InTheMaking>
      ) : (
        <>
          {payload === null ? (
            <InTheMaking>Gerando o código…</InTheMaking>
          ) : (
            <PixCode payload={payload} amount={formatMoney(amountCents)} autoFocus={autoFocus} />
          )}
          <BankHints charge={charge} />
        </>
      )}
    </section>
  );
}

/** What the provider said when it sent the payer back: what counts is what the reservation says. */
function CardAnswer() {
  const status = useSearchParams()[0].get('status');
  if (status === 'approved') return <InTheMaking>Estamos confirmando o pagamento…</InTheMaking>;
  if (status === 'pending' || status === 'in_process') {
    return (
      <NoticeBox tone="warning">
        O banco do cartão está analisando o pagamento. Avisamos assim que ele entrar.
      </NoticeBox>
    );
  }
  if (status !== 'rejected') return null;
  return (
    <NoticeBox tone="danger" role="alert">
      O cartão não foi aceito, e nada foi cobrado. Tente de novo, use outro cartão ou pague de outro jeito.
    </NoticeBox>
  );
}

/** Where the payer pays at a page of the provider instead of by a code. */
function ProviderPage({ charge, address, autoFocus }: Omit<OpenChargeProps, 'until'> & { address: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (autoFocus) link.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  const { method, confirmsItself } = charge;
  return (
    <>
      <Button
        ref={link}
        component="a"
        href={address}
        size="md"
        classNames={{ root: styles.button ?? '', label: styles.label ?? '' }}
        leftSection={<IconExternalLink size={20} aria-hidden />}
      >
        {method === 'card' ? 'Pagar com cartão' : 'Pagar no site do provedor'}
      </Button>
      <Text variant="hint">
        O pagamento é feito no site do provedor, que abre aqui mesmo. Depois, volte a esta página
        {confirmsItself ? ': ela muda sozinha assim que o pagamento entrar.' : ' e envie o comprovante.'}
      </Text>
    </>
  );
}

/** The payer's credit, and paying with it as far as it goes; nothing without credit. */
function CreditOffer({ reservation }: { reservation: Reservation }) {
  const { id, creditCents, dueCents } = reservation;
  const usable = isActive(reservation) && reservation.state !== 'requested' ? Math.min(creditCents, dueCents) : 0;
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const call = { params: { reservationId: id }, body: { amountCents: usable } };
      return orRedirect(withRetry(() => api.call(paymentRoutes.payWithCredit, call)));
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

/** Where the provider has not given the code or its page yet. */
function InTheMaking({ children }: { children: string }) {
  return (
    <Group component="p" gap="sm" mih={44} role="status">
      <Loader size="sm" aria-hidden />
      {children}
    </Group>
  );
}
