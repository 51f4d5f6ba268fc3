import { planInstalments } from '@passeio/contract/reservations/instalments';
import { totalOf } from '@passeio/contract/reservations/lines';
import { couponUse, quoteReservation } from '@passeio/contract/reservations/quote';
import type { QuoteRequest, ReservationQuoteAnswer } from '@passeio/contract/reservations/reservations';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import { partyFaultOfClient } from '@passeio/contract/trips/pricing';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findCoupon, readRulesInForce, requireCoupon } from '../../discounts/index.ts';
import { requireExtras } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { findTrip, listExtras, listFares, planOf, presentExtra, presentFare } from '../../trips/index.ts';
import { depositPercentNow } from '../reservation/state-by-money.ts';

/**
 * What a party with its extras, automatic discounts and coupon costs now, for anybody; only reserving knows what its client has used. Throws TRIP_NOT_FOUND, TRIP_CANCELLED, TRIP_DEPARTED,
 * FARE_UNKNOWN, EMPTY_PARTY, LAP_WITHOUT_ADULT, MINOR_WITHOUT_ADULT and what {@link requireExtras}, {@link findCoupon} and
 * {@link requireCoupon} throw.
 */
export async function readQuote(
  db: Database,
  { tripId, party, extras: chosen, coupon: code }: QuoteRequest,
): Promise<ReservationQuoteAnswer> {
  const [trip, fareRows, extraRows, coupon, discounts, rules] = await Promise.all([
    findTrip(db, 'id', tripId),
    listFares(db, [tripId]),
    listExtras(db, [tripId]),
    code ? findCoupon(db, code, null) : undefined,
    readRulesInForce(db),
    readReservationRules(db),
  ]);
  if (trip?.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (!trip?.is_active) throw new AppError('TRIP_NOT_FOUND');
  if (trip.departs_at <= rules.now) throw new AppError('TRIP_DEPARTED');
  const fares = fareRows.map(presentFare).filter(({ audience }) => audience === 'public');
  const extras = extraRows.map(presentExtra);
  const entries = party.filter(({ count }) => count > 0).map((one) => ({ ...one, fareId: one.fareId.toLowerCase() }));
  if (entries.some(({ fareId }) => !fares.some((fare) => fare.id === fareId))) throw new AppError('FARE_UNKNOWN');
  const fault = partyFaultOfClient(fares, entries);
  if (fault) throw new AppError(fault);
  const depositPercent = depositPercentNow(trip, rules);
  const { id, departs_at: departsAt } = trip;
  const { time_zone: timeZone, now } = rules;
  const offered = { id, fares, extras, discounts, depositPercent, date: departsAt, timeZone, now: now.getTime() };
  const quote = quoteReservation(offered, entries, chosen, { coupon: coupon?.rule });
  const use = coupon && couponUse(coupon.rule, quote);
  if (coupon && use) requireCoupon(coupon, { ...use, tripId: id, now });
  const people = takersIn(fares, entries);
  requireExtras({ extras, people, departsAt, timeZone, now }, chosen, quote.shares);
  return {
    lines: quote.lines.map(({ kind, label, quantity, unitCents, participantIndex }) => ({
      ...{ kind, label, quantity, unitCents, participantIndex },
      totalCents: totalOf([{ quantity, unitCents }]),
    })),
    totalCents: quote.totalCents,
    depositCents: quote.depositCents,
    couponCents: use?.discountCents ?? 0,
    instalments: planInstalments(planOf(trip), { ...quote, reservedAt: now, departsAt, timeZone }).map(
      ({ dueOn: dueDate, cents: amountCents }) => ({ dueDate, amountCents }),
    ),
  };
}
