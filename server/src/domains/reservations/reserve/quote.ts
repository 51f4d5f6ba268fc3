import type { StaffQuoteRequest } from '@passeio/contract/boarding/passengers';
import { totalOf } from '@passeio/contract/lines';
import { planInstalments } from '@passeio/contract/reservations/instalments';
import { couponUse, quoteReservation, sleepersOf } from '@passeio/contract/reservations/quote';
import type { QuoteRequest, ReservationQuoteAnswer } from '@passeio/contract/reservations/reservations';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import { ageOnDeparture } from '@passeio/contract/trips/fare-ages';
import { partyFault, partyFaultOfClient } from '@passeio/contract/trips/pricing';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findCoupon, readRulesInForce, requireCoupon } from '../../discounts/index.ts';
import { requireExtras } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { findTrip, listExtras, listFares, planOf, presentExtra, presentFare } from '../../trips/index.ts';
import { findPeople } from '../../users/index.ts';
import { readRoomOffer, takeRooms } from '../reservation/rooms.ts';
import { depositPercentNow } from '../reservation/state-by-money.ts';
import { attributionOf, ownOf } from './attribution.ts';

/** What staff knows beside a party: who pays, and the birth dates of its people, entry after entry. */
interface KnownToStaff {
  payerId: string | null;
  birthdates: readonly (string | null)[];
}

/**
 * What a party with its extras, automatic discounts and coupon costs now, for anybody; only reserving knows what its
 * client has used. For staff with all fares.
 */
export async function readQuote(
  db: Database,
  request: QuoteRequest,
  staff?: KnownToStaff,
): Promise<ReservationQuoteAnswer> {
  const { tripId, party, extras: chosen, rooms, coupon: code } = request;
  const [trip, fareRows, extraRows, coupon, discounts, rules] = await Promise.all([
    findTrip(db, 'id', tripId),
    listFares(db, [tripId]),
    listExtras(db, [tripId]),
    code ? findCoupon(db, code, { tripId, clientId: staff?.payerId ?? null }) : undefined,
    readRulesInForce(db),
    readReservationRules(db),
  ]);
  if (trip?.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (!trip || !(trip.is_active || staff)) throw new AppError('TRIP_NOT_FOUND');
  if (trip.departs_at <= rules.now) throw new AppError('TRIP_DEPARTED');
  const fares = fareRows.map(presentFare).filter(({ audience }) => staff || audience === 'public');
  const extras = extraRows.map(presentExtra);
  const entries = party.filter(({ count }) => count > 0).map((one) => ({ ...one, fareId: one.fareId.toLowerCase() }));
  if (entries.some(({ fareId }) => !fares.some((fare) => fare.id === fareId))) throw new AppError('FARE_UNKNOWN');
  const fault = staff ? partyFault(fares, entries) : partyFaultOfClient(fares, entries);
  if (fault) throw new AppError(fault);
  const depositPercent = depositPercentNow(trip, rules);
  const { id, departs_at: departsAt } = trip;
  const { time_zone: timeZone, now } = rules;
  const roomOffer = await readRoomOffer(db, trip, timeZone);
  const when = { date: departsAt, timeZone, now: now.getTime() };
  const offered = { id, fares, extras, discounts, roomOffer, depositPercent, ...when };
  const ages = staff?.birthdates.map((one) => (one === null ? null : ageOnDeparture(one, departsAt, timeZone)));
  const people = takersIn(fares, entries, ages);
  const sleepers = sleepersOf(people).map(({ index, isAdult }) => ({ id: String(index), isAdult }));
  // A staff booking may have no rooms yet.
  const taken = staff && !rooms ? undefined : takeRooms(roomOffer, '', rooms, sleepers);
  const quote = quoteReservation(offered, entries, chosen, { coupon: coupon?.rule, ages, rooms: taken?.rooms });
  const use = coupon && couponUse(coupon.rule, quote);
  if (coupon && use) requireCoupon(coupon, { ...use, tripId: id, now });
  requireExtras({ extras, people, departsAt, timeZone, now, isStaff: staff !== undefined }, chosen, quote.shares);
  return {
    lines: quote.lines.map(({ kind, label, quantity, unitCents, participantIndex }) => ({
      ...{ kind, label, quantity, unitCents, participantIndex },
      totalCents: totalOf([{ quantity, unitCents }]),
    })),
    totalCents: quote.totalCents,
    depositCents: quote.depositCents,
    couponCents: use?.discountCents ?? 0,
    couponPlaces: ownOf(await attributionOf(db, { tripId, coupon, came: request })),
    instalments: planInstalments(planOf(trip), { ...quote, reservedAt: now, departsAt, timeZone }).map(
      ({ dueOn: dueDate, cents: amountCents }) => ({ dueDate, amountCents }),
    ),
  };
}

/** {@link readQuote} of what a staff booking is so far, with all fares and the birth dates of known people. */
export async function readQuoteAsStaff(
  db: Database,
  tripId: string,
  { personId, payerTravels, participants, extras, rooms, coupon }: StaffQuoteRequest,
): Promise<ReservationQuoteAnswer> {
  const ids = participants.map((one, index) => (index === 0 && payerTravels ? personId : one.personId)?.toLowerCase());
  const known = await findPeople(
    db,
    ids.flatMap((id) => id ?? []),
  );
  const birthdates = ids.map((id) => known.find((one) => one.id === id)?.birthdate ?? null);
  const party = participants.map(({ fareId }) => ({ fareId, count: 1 }));
  return readQuote(db, { tripId, party, extras, rooms, coupon }, { payerId: personId ?? null, birthdates });
}
