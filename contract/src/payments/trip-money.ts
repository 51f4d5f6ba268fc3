import { calendarMonth, cents, id, instant, signedCents } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { extraIncome } from '../trips/extras.ts';
import { tripCosts } from '../trips/trip-costs.ts';
import { z } from '../zod.ts';
import { isPrepaid, ledgerEntry, paymentMethod } from './payments.ts';

/** Query of GET trips/{id}/money: the page of entries. */
export const tripMoneyFilters = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(50) });
export type TripMoneyFilters = z.output<typeof tripMoneyFilters>;

/** An entry of a trip's money, with its reservation. */
export const tripEntry = ledgerEntry.extend({ reservation: z.object({ id, code: z.string(), payer: z.string() }) });
export type TripEntry = z.infer<typeof tripEntry>;

/** What an entry changes in the operator's account, once the provider has kept its fee. */
export function netCentsOf({
  direction,
  amountCents,
  feeCents,
}: Pick<TripEntry, 'direction' | 'amountCents' | 'feeCents'>) {
  return (direction === 'out' ? -amountCents : amountCents) - (feeCents ?? 0);
}

/**
 * What came in and went back by a method of payment, in centavos: less than nothing where what a bank took back of a
 * payment is there without the payment, which counts elsewhere since it was put right.
 */
export const methodSums = z.object({ method: paymentMethod, inCents: signedCents, outCents: signedCents });
export type MethodSums = z.infer<typeof methodSums>;

/**
 * Sums of methods. `receivedCents` and `refundedCents` are money that came to the operator and went back. Credits of
 * clients and gift cards are apart: `creditUsedCents` was received earlier, `creditGrantedCents` is kept for later.
 */
export const moneySums = z.object({
  receivedCents: signedCents,
  refundedCents: signedCents,
  creditUsedCents: signedCents,
  creditGrantedCents: signedCents,
});
export type MoneySums = z.infer<typeof moneySums>;

export function sumMethods(methods: readonly MethodSums[]): MoneySums {
  const sums = { receivedCents: 0, refundedCents: 0, creditUsedCents: 0, creditGrantedCents: 0 };
  for (const { method, inCents, outCents } of methods) {
    sums[isPrepaid(method) ? 'creditUsedCents' : 'receivedCents'] += inCents;
    sums[isPrepaid(method) ? 'creditGrantedCents' : 'refundedCents'] += outCents;
  }
  return sums;
}

/**
 * The money of a trip, in centavos. `expectedCents`: totals of active reservations and `retainedCents`, what is
 * retained of cancelled ones; sums of what came in, less entries put right, and went back; `missingCents`: what active
 * reservations still owe; `toRefundCents`: what must go back. So received + credit used − refunded − credit granted
 * = expected − missing + to refund. `methods`: what came in and went back by each. `entries`: a page, the newest first.
 */
export const tripMoney = z.object({
  trip: z.object({ id, title: z.string(), date: instant }),
  expectedCents: cents,
  retainedCents: cents,
  ...moneySums.shape,
  missingCents: cents,
  toRefundCents: cents,
  methods: z.array(methodSums.extend({ entries: z.int() })),
  entries: z.array(tripEntry),
  /** What each extra brings, of what is expected of active reservations. */
  extras: z.array(extraIncome).default([]),
  /**
   * Each month: what came in less what went back, and what active reservations are to pay, instalment by instalment.
   */
  cashFlow: z.array(z.object({ month: calendarMonth, receivedCents: signedCents, dueCents: cents })).default([]),
  page: pageInfo,
  /** Booked reservations: people with a place, and what they pay. */
  booked: z.object({ places: z.int(), totalCents: cents }),
  /** The price for one person, while nobody has booked. */
  priceCents: cents,
  capacity: z.int(),
  costs: tripCosts,
});
export type TripMoney = z.infer<typeof tripMoney>;

export const moneyExportFormats = ['csv', 'xlsx'] as const;
export type MoneyExportFormat = (typeof moneyExportFormats)[number];
export const moneyExportQuery = z.strictObject({ format: z.enum(moneyExportFormats) });

/** Files with what a departure knows for the document of transport of whoever owns the bus. */
export const transportExportFormats = ['csv', 'json'] as const;
export type TransportExportFormat = (typeof transportExportFormats)[number];
export const transportExportQuery = z.strictObject({ format: z.enum(transportExportFormats) });
