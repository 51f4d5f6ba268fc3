import { cents, id, instant } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { ledgerEntry, paymentMethod } from './payments.ts';
import { tripCosts } from './trip-costs.ts';

/** Query of GET trips/{id}/money: the page of entries. */
export const tripMoneyFilters = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(50) });
export type TripMoneyFilters = z.output<typeof tripMoneyFilters>;

/** An entry of a trip's money, with its reservation. */
export const tripEntry = ledgerEntry.extend({ reservation: z.object({ id, code: z.string(), payer: z.string() }) });
export type TripEntry = z.infer<typeof tripEntry>;

/**
 * The money of a trip, in centavos. `expectedCents`: totals of active reservations and `retainedCents`, what is
 * retained of cancelled ones; `receivedCents`: what came in, less entries put right; `refundedCents`: what went back;
 * `missingCents`: what active reservations still owe; `toRefundCents`: what must go back. So received − refunded =
 * expected − missing + toRefund. `methods`: what came in and went back by each. `entries`: a page, the newest first.
 */
export const tripMoney = z.object({
  trip: z.object({ id, title: z.string(), date: instant }),
  expectedCents: cents,
  retainedCents: cents,
  receivedCents: cents,
  refundedCents: cents,
  missingCents: cents,
  toRefundCents: cents,
  methods: z.array(z.object({ method: paymentMethod, inCents: cents, outCents: cents, entries: z.int() })),
  entries: z.array(tripEntry),
  page: pageInfo,
  /** Of booked reservations: people with a place, and what they pay. */
  booked: z.object({ places: z.int(), totalCents: cents }),
  /** Of one person, while nobody has booked. */
  priceCents: cents,
  capacity: z.int(),
  costs: tripCosts,
});
export type TripMoney = z.infer<typeof tripMoney>;

export const moneyExportFormats = ['csv', 'xlsx'] as const;
export type MoneyExportFormat = (typeof moneyExportFormats)[number];
export const moneyExportQuery = z.strictObject({ format: z.enum(moneyExportFormats) });
