import { type PaymentMeans, paymentMeans, permilleText } from '@passeio/contract/means';
import { adjustmentOf } from '@passeio/contract/payments/payment-adjustments';
import type { ChargePurpose } from '@passeio/contract/payments/payments';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Share } from '@passeio/contract/reservations/shares';
import { formatMoney } from '~/lib/formats';

/** Something that can be paid now. */
export interface PaymentChoice {
  purpose: Exclude<ChargePurpose, 'extra'>;
  label: string;
  amountCents: number;
  /** Not all that the purpose asks for by itself; without what the means adds or takes off. */
  isPart?: boolean;
}

type Money = Pick<
  Reservation,
  'payable' | 'state' | 'status' | 'depositCents' | 'receivedCents' | 'dueCents' | 'instalments'
>;

/** What the payer may choose to pay, the smaller amount first; nothing where nothing can be paid now. */
export function paymentChoices(money: Money): PaymentChoice[] {
  const { payable, state, status, depositCents, receivedCents, dueCents } = money;
  if (!payable || dueCents <= 0) return [];
  const missing = depositCents - receivedCents;
  const full =
    state === 'booked'
      ? ({ purpose: 'balance', label: 'Pagar o restante', amountCents: dueCents } as const)
      : ({ purpose: 'full', label: 'Pagar o valor total', amountCents: dueCents } as const);
  // People who were added later have a deposit too.
  const isDepositDue = state !== 'booked' || status.key === 'added_deposit_due';
  if (!isDepositDue) {
    const next = nextInstalmentCents(money);
    if (next < dueCents) {
      return [{ purpose: 'balance', label: 'Pagar a parcela', amountCents: next, isPart: true }, full];
    }
  }
  if (!isDepositDue || missing <= 0 || missing >= dueCents) return [full];
  return [{ purpose: 'deposit', label: 'Pagar o sinal', amountCents: missing }, full];
}

/** What is to be paid next: the overdue instalments, or the first open one; all that is due without instalments. */
function nextInstalmentCents({ instalments, dueCents }: Pick<Money, 'instalments' | 'dueCents'>): number {
  const unpaid = instalments.filter(({ state }) => state !== 'paid');
  const overdue = unpaid.filter(({ state }) => state === 'overdue').length;
  const later = unpaid.slice(Math.max(overdue, 1));
  return dueCents - later.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0);
}

/** What an amount pays of the instalments, the oldest first, as "Paga a parcela 1 e R$ 20,00 da parcela 2". */
export function allocationText({ instalments, dueCents }: Pick<Money, 'instalments' | 'dueCents'>, cents: number) {
  const unpaid = instalments.filter(({ state }) => state !== 'paid');
  const ofInstalments = unpaid.reduce((sum, one) => sum + one.amountCents - one.paidCents, 0);
  // The deposit comes first where a reservation was confirmed without it.
  let left = cents - (dueCents - ofInstalments);
  const parts = left < cents ? ['o sinal'] : [];
  for (const { id, amountCents, paidCents } of unpaid) {
    const paid = Math.min(left, amountCents - paidCents);
    if (paid > 0)
      parts.push(paid < amountCents - paidCents ? `${formatMoney(paid)} da parcela ${id}` : `a parcela ${id}`);
    left -= paid;
  }
  return parts.length > 0 ? `Paga ${new Intl.ListFormat('pt-BR').format(parts)}.` : '';
}

/** What is paid by a means for an amount that is due. */
export function priceBy(means: PaymentMeans, cents: number, { meansPermille }: Pick<Reservation, 'meansPermille'>) {
  return cents + adjustmentOf(cents, meansPermille[means]);
}

/** A means with what the choices cost by it, as "Pix R$ 114,00 (5% de desconto)", where not all have one price. */
export function meansLabel(
  means: PaymentMeans,
  choices: readonly PaymentChoice[],
  reservation: Pick<Reservation, 'means' | 'meansPermille'>,
): string {
  const { means: offered, meansPermille } = reservation;
  if (choices.length === 0 || offered.every((one) => meansPermille[one] === 0)) return paymentMeans[means];
  const amounts = choices.map(({ amountCents }) => formatMoney(priceBy(means, amountCents, reservation)));
  const change = permilleText(meansPermille[means]);
  return `${paymentMeans[means]} ${amounts.join(' ou ')}${change && ` (${change})`}`;
}

/** Whether paying is what comes next; of a confirmed reservation it may wait. */
export function isPaymentNext({ status: { key } }: Pick<Reservation, 'status'>): boolean {
  return key !== 'balance_due';
}

/** The open charge of a reservation that can be paid now. */
export function openCharge({ payable, charge }: Pick<Reservation, 'payable' | 'charge'>) {
  return payable && charge?.state === 'open' ? charge : null;
}

/** Whether a receipt waits for its review. */
export function isReceiptWaiting({ receipt }: Pick<Reservation, 'receipt'>): boolean {
  return receipt?.state === 'submitted';
}

/** What has become of a share, as "pago R$ 56,70, falta R$ 132,30". */
export function standingOfShare({ paidCents, dueCents }: Pick<Share, 'paidCents' | 'dueCents'>): string {
  if (dueCents === 0) return 'pago';
  return `${paidCents > 0 ? `pago ${formatMoney(paidCents)}, ` : ''}falta ${formatMoney(dueCents)}`;
}
