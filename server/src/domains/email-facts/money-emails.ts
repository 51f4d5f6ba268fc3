import { dayAndTime, formatDay } from '@passeio/contract/format-moments';
import { maskPixKey } from '@passeio/contract/operator/pix-key';
import { pagePaths } from '@passeio/contract/paths';
import { paymentMethods } from '@passeio/contract/payments/payments';
import { formatPhone } from '@passeio/contract/phone';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { Voucher } from '@passeio/contract/reservations/voucher';
import { BOARDING_TO_BE_AGREED, boardingGroups, placeText } from '@passeio/contract/reservations/voucher-texts';
import { isCardInReview, refundPartsOf } from '../book/index.ts';
import type { EmailVoucher } from '../messages/index.ts';
import { isClockStopped, nextDueOf, readVoucher } from '../reservations/index.ts';
import { type Context, kind, linkOf, ofPayer, ofReservation, type Readers, voucherPageOf } from './facts.ts';
import {
  type OfPayment,
  type ReservationFacts,
  readOfInvoice,
  readOfPayment,
  readOfReceipt,
} from './reservation-facts.queries.ts';

type Payment = ReservationFacts & OfPayment;
type Receipt = NonNullable<Awaited<ReturnType<typeof readOfReceipt>>>;

const stands = ({ entry }: Payment) => entry !== null && !entry.wasReversed;

function ofEntry(row: Payment, context: Context) {
  const { amountCents = 0, method = 'pix' } = row.entry ?? {};
  return { ...ofPayer(row, context), amountCents, method: paymentMethods[method] };
}

async function refundOf({ id: reservationId, refund }: Payment, { db }: Context) {
  if (!refund) return null;
  const { amountCents, promisedFor, sentVia } = refund;
  const [parts = []] = await refundPartsOf(db, [{ reservationId, amountCents, sentVia }]);
  return { amountCents, on: formatDay(promisedFor), parts };
}

const receiptIs =
  (state: 'submitted' | 'rejected') =>
  ({ receipt, state: now }: Receipt, { reservationState }: { reservationState: string }) =>
    receipt?.state === state && receipt.isLatest && now === reservationState;

/** E-mails about money. */
export const moneyEmails: Readers<
  | 'paymentConfirmed'
  | 'paymentForEnded'
  | 'refundPaid'
  | 'invoiceIssued'
  | 'chargeback'
  | 'cardRefused'
  | 'chargebackForStaff'
  | 'refundKeyChanged'
  | 'receiptReceived'
  | 'receiptRejected'
> = {
  paymentConfirmed: kind({
    read: readOfPayment,
    applies: (row, { state }) => stands(row) && row.state === state,
    data: async (row, context, { withVoucher }) => {
      const voucher = withVoucher ? await voucherOf(row, context) : null;
      const { link, ...entry } = ofEntry(row, context);
      const page = (voucher && voucherPageOf(row, context)) ?? link;
      return {
        ...entry,
        link: page,
        due: dueOf(row, context),
        overpaid: row.entry?.isLast ? await refundOf(row, context) : null,
        voucher,
      };
    },
    attached: ({ reservationId, withVoucher }, row, context) =>
      withVoucher ? { file: 'voucher', reservationId, page: linkOf(row, context) } : undefined,
  }),
  paymentForEnded: kind({
    read: readOfPayment,
    applies: (row, { state }) => stands(row) && row.state === state,
    data: async (row, context) => ({
      ...ofEntry(row, context),
      state: row.state === 'cancelled' || row.state === 'expired' ? row.state : 'choosing',
      refund: await refundOf(row, context),
    }),
  }),
  refundPaid: kind({
    read: readOfPayment,
    applies: stands,
    data: (row, context) => {
      const { amountCents = 0, method = 'pix', via, refundKey } = row.entry ?? {};
      // The provider returns it to where it came from.
      const toPixKey = method === 'pix' && via === 'person' ? maskPixKey(refundKey ?? '') : '';
      return { ...ofPayer(row, context), amountCents, method, toPixKey, isReturned: via === 'provider' };
    },
  }),
  invoiceIssued: kind({
    read: readOfInvoice,
    applies: ({ invoice }) => invoice?.state === 'authorised',
    data: (row, context) => {
      const { number = '', amountCents = 0, lookUpUrl = '', environment } = row.invoice ?? {};
      return { ...ofPayer(row, context), noteNumber: number, amountCents, lookUpUrl, isTest: environment === '2' };
    },
  }),
  chargeback: kind({
    read: readOfPayment,
    applies: ({ is_active }) => is_active,
    data: (row, context) => ({ ...ofPayer(row, context), amountCents: row.entry?.amountCents ?? 0 }),
  }),
  cardRefused: ofReservation({
    // Another card may be under review, or the reservation was paid meanwhile.
    applies: async ({ id, state, total_cents, received_cents }, _, { db }) =>
      dueCentsOf({ state, totalCents: total_cents, receivedCents: received_cents }) > 0 &&
      !(await isCardInReview(db, id)),
    data: (row, context, { amountCents }) => {
      const isHeld = row.hold_expires_at !== null && row.hold_expires_at > context.now;
      return { ...ofPayer(row, context), amountCents, deadline: isHeld ? deadlineOf(row, context) : null };
    },
  }),
  chargebackForStaff: ofReservation({
    // Without the reservation's `payer_link`, which is the payer's alone.
    data: ({ payer_name: payer, code, title: trip }, { publicUrl }, { reservationId: _, ...said }) => ({
      ...{ payer, code, trip, ...said },
      link: publicUrl + pagePaths.unmatchedPayments,
    }),
  }),
  refundKeyChanged: ofReservation({
    data: (row, context, { reservationId: _, ...said }) => ({
      ...ofPayer(row, context),
      ...said,
    }),
  }),
  receiptReceived: kind({
    read: readOfReceipt,
    applies: receiptIs('submitted'),
    data: (row, context) => ({
      ...ofPayer(row, context),
      reservation: row.state === 'expired' || row.state === 'booked' ? row.state : 'waiting',
      deadline: isClockStopped(row) ? null : deadlineOf(row, context),
    }),
  }),
  receiptRejected: kind({
    read: readOfReceipt,
    applies: receiptIs('rejected'),
    data: (row, context) => ({
      ...ofPayer(row, context),
      reason: row.receipt?.reason ?? '',
      deadline: deadlineOf(row, context),
    }),
  }),
};

function deadlineOf({ state, hold_expires_at }: ReservationFacts, { timeZone }: Context): string | null {
  return state === 'held' && hold_expires_at ? dayAndTime(hold_expires_at, timeZone) : null;
}

function dueOf(row: ReservationFacts, { timeZone }: Context) {
  const { state, total_cents, deposit_cents, received_cents, hold_expires_at } = row;
  const isHeld = state === 'held';
  const missing = { state, totalCents: total_cents, receivedCents: received_cents };
  const amountCents = isHeld ? deposit_cents - received_cents : dueCentsOf(missing);
  if (amountCents <= 0) return null;
  const due = isHeld
    ? { what: 'deposit' as const, amountCents, until: hold_expires_at }
    : nextDueOf(row, row, new Date());
  const { until } = due;
  const isToCome = until !== null && until > new Date();
  return {
    ...due,
    until: isToCome ? dayAndTime(until, timeZone) : null,
  };
}

/** A voucher as the lines of its e-mail; null once the reservation has none. */
async function voucherOf(row: ReservationFacts, { db, publicUrl }: Context): Promise<EmailVoucher | null> {
  if (row.state !== 'booked' || row.trip_cancelled_at) return null;
  return linesOf((await readVoucher(db, row.id, { publicUrl })).voucher);
}

function linesOf(voucher: Voucher): EmailVoucher {
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
    contact: [formatPhone(operator.phone), operator.email].filter(Boolean).join(' · '),
  };
}
