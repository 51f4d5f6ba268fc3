import { Button, Group, Loader, Text } from '@mantine/core';
import { RESERVATION_CODE_LENGTH } from '@passeio/contract/fields';
import { formatDay } from '@passeio/contract/format-moments';
import type { PaymentMeans } from '@passeio/contract/means';
import { adjustmentLabel } from '@passeio/contract/payments/payment-adjustments';
import { type Charge, chargePurposes } from '@passeio/contract/payments/payments';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { formatMoney, useFormats } from '~/lib/formats';
import { PixCode } from '~/ui/inputs/pix-code';
import { BankHints } from './bank-hints';
import { keepWayBack } from './kept-way-back';
import { NoticeBox } from './notice-box';
import styles from './payment.module.css';

interface OpenChargeProps {
  charge: Charge;
  means: readonly PaymentMeans[];
  /** A deadline that the page says elsewhere. */
  until: string | null;
  /** Until then the places are held. */
  isHeld: boolean;
  /** The address of the page, if a link opened it. */
  wayBack: string | undefined;
  autoFocus: boolean;
}

const methods: Readonly<Record<string, string>> = { static_pix: 'Pix', provider_pix: 'Pix', card: 'Cartão' };

/** The charge that the payer pays now: its code, or the way to the provider's page and what became of it there. */
export function OpenCharge(props: OpenChargeProps) {
  const { charge, until, autoFocus } = props;
  const { formatDeadline } = useFormats();
  const title = useId();
  const { purpose, method, amountCents, adjustmentCents, payload, address, expiresAt } = charge;
  const purposes: Readonly<Record<string, string>> = chargePurposes;
  return (
    <section className={styles.pix} aria-labelledby={title}>
      <Group component="h3" id={title} justify="space-between" align="baseline" gap="4px 12px">
        {methods[method] ?? 'Pagamento'}: {purposes[purpose]?.toLowerCase() ?? 'pagamento'}{' '}
        <Text component="strong" fz={22} fw={700}>
          {formatMoney(amountCents)}
        </Text>
      </Group>
      {adjustmentCents !== 0 && (
        <Text variant="hint">
          {adjustmentLabel(method, adjustmentCents)}: {formatMoney(Math.abs(adjustmentCents))}
        </Text>
      )}
      {charge.dueOn ? (
        <DueDate dueOn={charge.dueOn} expiresAt={expiresAt} />
      ) : (
        expiresAt && expiresAt !== until && <Text variant="hint">Pague até {formatDeadline(expiresAt)}.</Text>
      )}
      {address ? (
        <ProviderPage {...props} address={address} />
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

/** When a code of an instalment is due; once it was, until when it can be paid. */
function DueDate({ dueOn, expiresAt }: { dueOn: string; expiresAt: string | null }) {
  const { formatDeadline, today } = useFormats();
  const day = formatDay(dueOn).slice(0, 5);
  if (dueOn >= today) return <Text variant="hint">Vence em {day}.</Text>;
  return (
    <Text variant="hint">
      Venceu em {day}.{expiresAt && ` Pague até ${formatDeadline(expiresAt)}.`}
    </Text>
  );
}

type CardAnswer = 'approved' | 'pending' | 'rejected';
const cardAnswers: Readonly<Record<string, CardAnswer>> = {
  approved: 'approved',
  pending: 'pending',
  in_process: 'pending',
  rejected: 'rejected',
};

/**
 * What the bank of a card says of a charge: as we know it, or until then as the provider said, of an ended charge too,
 * when it sent the payer back. Undefined also if the payer paid nothing there.
 */
export function useCardAnswer(charge: Charge | null): CardAnswer | undefined {
  const [search] = useSearchParams();
  const about = search.get('external_reference');
  const known = charge?.cardReview;
  if (known && (about === null || search.get('payment_id') === known.paymentId)) {
    return known.inReview ? 'pending' : 'rejected';
  }
  if (charge && (charge.method !== 'card' || (about !== null && about !== charge.txid))) return undefined;
  return cardAnswers[search.get('status') ?? ''];
}

/** Says that the bank of a card has not decided about a payment, until when nothing else is offered. */
export function CardReviewNotice({ heldUntil }: { heldUntil: string | null }) {
  const { formatDeadline } = useFormats();
  return (
    <NoticeBox tone="warning">
      <h3>Cartão em análise</h3>
      <p>
        O banco do cartão está analisando o pagamento, o que pode levar até 2 dias úteis. Não pague de novo: avisamos
        assim que ele entrar.
        {heldUntil && ` Os lugares estão guardados até ${formatDeadline(heldUntil)}.`}
      </p>
    </NoticeBox>
  );
}

function CardAnswerNotice({ answer, means, until, isHeld }: { answer: CardAnswer } & OpenChargeProps) {
  const { formatDeadline } = useFormats();
  if (answer === 'approved') return <InTheMaking>Estamos confirmando o pagamento…</InTheMaking>;
  const held = until && isHeld ? ` Os lugares estão guardados até ${formatDeadline(until)}.` : '';
  if (answer === 'pending') return <CardReviewNotice heldUntil={isHeld ? until : null} />;
  return (
    <NoticeBox tone="danger" role="alert">
      O cartão não foi aprovado. Tente de novo ou {means.includes('pix') ? 'pague por Pix' : 'use outro cartão'}.{held}
    </NoticeBox>
  );
}

/** Where the payer pays at a page of the provider instead of by a code. */
function ProviderPage({ address, ...props }: OpenChargeProps & { address: string }) {
  const { charge, wayBack, autoFocus } = props;
  const answer = useCardAnswer(charge);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (autoFocus) link.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  const { method, confirmsItself, txid } = charge;
  const notice = answer && <CardAnswerNotice {...props} answer={answer} />;
  // Nobody is led to pay it again.
  if (answer === 'approved' || answer === 'pending') return notice;
  return (
    <>
      {notice}
      <Button
        ref={link}
        component="a"
        href={address}
        // The reference begins with the reservation's code.
        onClick={() => wayBack && keepWayBack(txid.slice(0, RESERVATION_CODE_LENGTH), wayBack)}
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

/** Where the provider has not given the code or its page yet. */
function InTheMaking({ children }: { children: string }) {
  return (
    <Group component="p" gap="sm" mih={44} role="status">
      <Loader size="sm" aria-hidden />
      {children}
    </Group>
  );
}
