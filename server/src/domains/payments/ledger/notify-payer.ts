import { dayAndTime, formatDay } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import { paymentMethods } from '@passeio/contract/payments/payments';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { Voucher } from '@passeio/contract/reservations/voucher';
import { BOARDING_TO_BE_AGREED, boardingGroups, placeText } from '@passeio/contract/reservations/voucher-texts';
import { balanceDueAt } from '@passeio/contract/trips/pricing';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { type EmailVoucher, enqueueEmail, type NotifyDeps, type PaymentCondition } from '../../messages/index.ts';
import { readVoucher, reservedAt } from '../../reservations/index.ts';
import { nationalPhone, readTimeZone } from '../../settings/index.ts';
import { type NotifiedPayment, readNotifiedPayment } from './notify-payer.queries.ts';

/**
 * Notifies the payer by e-mail, if the transaction commits, that money came and where the reservation stands: with the
 * voucher, also as files, when that books it, or that the money goes back if the reservation has ended. To be called
 * once per entry.
 */
export async function notifyPayerOfPayment(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: NotifyDeps,
  { entryId }: { entryId: string },
): Promise<void> {
  const payment = await readNotifiedPayment(trx, entryId);
  const { email: to, state } = payment;
  if (!to) return;
  const timeZone = await readTimeZone(trx);
  const common = { ...emailData(payment), link: publicUrl + pageOf(payment) };
  const refund = payment.refund && {
    amountCents: payment.refund.amount_cents,
    on: formatDay(payment.refund.promised_for),
  };
  const reason: PaymentCondition = { entryId, state };
  if (state === 'cancelled' || state === 'expired') {
    return enqueueEmail(jobs, { kind: 'paymentForEnded', to, data: { ...common, state, refund }, reason }, trx);
  }
  if (payment.trip_cancelled_at) {
    const data = { ...common, state: 'choosing' as const, refund };
    return enqueueEmail(jobs, { kind: 'paymentForEnded', to, data, reason }, trx);
  }
  const isVoucher = state === 'booked' && isFirstOfBooked(payment);
  const voucher = isVoucher
    ? emailVoucherOf((await readVoucher(trx, payment.reservation_id, publicUrl)).voucher)
    : null;
  const link = publicUrl + pageOf(payment, voucher !== null);
  const data = { ...common, link, due: dueOf(payment, timeZone), overpaid: refund, voucher };
  const attached = isVoucher ? { voucherOf: payment.reservation_id } : {};
  return enqueueEmail(jobs, { kind: 'paymentConfirmed', to, data, reason, ...attached }, trx);
}

// The voucher is sent once: with the payment that covers the deposit, or the first one of what was booked without.
function isFirstOfBooked({ received_cents, amount_cents, deposit_cents }: NotifiedPayment): boolean {
  const before = received_cents - amount_cents;
  return before <= 0 || before < deposit_cents;
}

function emailData(payment: NotifiedPayment) {
  return {
    name: payment.name,
    code: payment.code,
    trip: payment.title,
    amountCents: payment.amount_cents,
    method: paymentMethods[payment.method],
    seesReservation: payment.subject !== null,
  };
}

// Guests have no account in which they could see their reservation.
function pageOf({ subject, code, slug }: NotifiedPayment, hasVoucher = false): string {
  if (subject === null) return pagePaths.trip(slug);
  return hasVoucher ? pagePaths.voucher(code) : pagePaths.reservation(code);
}

function dueOf(payment: NotifiedPayment, timeZone: string) {
  const { state, total_cents, deposit_cents, received_cents, hold_expires_at } = payment;
  const isHeld = state === 'held';
  const missing = { state, totalCents: total_cents, receivedCents: received_cents };
  const amountCents = isHeld ? deposit_cents - received_cents : dueCentsOf(missing);
  if (amountCents <= 0) return null;
  const balance = balanceDueAt({
    departsAt: payment.departs_at,
    balanceDueHours: payment.balance_due_hours,
    reservedAt: reservedAt(payment),
  });
  const until = isHeld ? hold_expires_at : balance;
  const isToCome = until !== null && until > new Date();
  return {
    amountCents,
    what: isHeld ? ('deposit' as const) : ('balance' as const),
    until: isToCome ? dayAndTime(until, timeZone) : null,
  };
}

/** A voucher as the lines of its e-mail. */
function emailVoucherOf(voucher: Voucher): EmailVoucher {
  const { trip, people, boardingPoints, bring, operator } = voucher;
  const [first, ...others] = boardingGroups(voucher);
  const isShared = others.length === 0;
  const pointOf = (id: string | null) => {
    const point = boardingPoints.find((one) => one.id === id);
    return point ? `${point.time} – ${point.place}` : BOARDING_TO_BE_AGREED;
  };
  const boarding = first?.point ? `${first.point.moment} – ${first.point.place}` : BOARDING_TO_BE_AGREED;
  return {
    departure: trip.departure,
    people: people.map((one) => {
      const person = `${one.name} (${placeText(one)})`;
      return isShared ? person : `${person}: ${pointOf(one.boardingPointId)}`;
    }),
    boarding: isShared ? boarding : null,
    bring,
    contact: [nationalPhone(operator.phone), operator.email].filter(Boolean).join(' · '),
  };
}
