import { type CouponRule, couponLines } from '../discounts/coupon-lines.ts';
import { type DiscountRule, faresAfter, ruleLines } from '../discounts/rule-lines.ts';
import { fareLine, type Line, totalOf } from '../lines.ts';
import { type ChosenRoom, dealBeds, type RoomOffer, roomLines } from '../room-rules.ts';
import { type ExtraTaker, isMeantFor, leastOf, mayTake, takersIn } from '../trips/extra-rules.ts';
import type { TripExtra } from '../trips/extras.ts';
import type { Fare } from '../trips/fares.ts';
import { ADULT_AGE, depositOf, isForAdults, type PartyEntry, type PartyQuote, quoteParty } from '../trips/pricing.ts';

/**
 * How many of an extra. `participantIndex`: for whom, counted from 0 in the party, entry after entry; without it an
 * extra of each participant goes to the first ones.
 */
export interface ChosenExtra {
  extraId: string;
  count: number;
  participantIndex?: number | undefined;
}

/** How many of an extra somebody of the party takes; null: the reservation as a whole. */
export interface ExtraShare {
  extra: TripExtra;
  participantIndex: number | null;
  quantity: number;
}

/** What a party with its extras costs, line by line. */
export interface ReservationQuote extends PartyQuote {
  lines: QuotedLine[];
  shares: ExtraShare[];
}

/** A line of a reservation that is not made yet. */
export type QuotedLine = Omit<Line, 'participantId'> & { participantIndex: number | null };

/** A trip as its price follows from it: what it offers, and when somebody reserves it. */
export interface OfferedTrip {
  id: string;
  fares: readonly Fare[];
  extras: readonly TripExtra[];
  discounts: readonly DiscountRule[];
  /** The rooms to choose from, on a trip with nights. */
  roomOffer?: RoomOffer | undefined;
  depositPercent: number;
  /** When the trip departs. */
  date: string | Date;
  timeZone: string;
  /** In epoch milliseconds. */
  now: number;
}

/** What is known of a party beside its fares. */
export interface KnownOfParty {
  coupon?: CouponRule | undefined;
  /** The ages of its people, entry after entry. */
  ages?: readonly (number | null)[] | undefined;
  rooms?: readonly ChosenRoom[] | undefined;
}

/** The price of a party with its extras, automatic discounts and coupon; what the trip does not offer is left out. */
export function quoteReservation(
  { fares, extras, depositPercent, roomOffer, ...offered }: OfferedTrip,
  party: readonly PartyEntry[],
  chosen: readonly ChosenExtra[],
  { coupon, ages, rooms = [] }: KnownOfParty = {},
): ReservationQuote {
  const quote = quoteParty(fares, party, depositPercent);
  const shares = shareExtras(extras, chosen, takersIn(fares, party, ages));
  const ofFares = party.flatMap(({ fareId, count }): QuotedLine[] => {
    const fare = fares.find((one) => one.id === fareId);
    const { participantId: _, ...line } = fareLine(fare ?? { id: fareId, label: '', priceCents: 0 }, null, count);
    return fare && count > 0 ? [{ ...line, participantIndex: null }] : [];
  });
  const ofExtras = shares.map(({ extra, participantIndex, quantity }): QuotedLine => {
    const { participantId: _, ...line } = extraLine(extra, null, quantity);
    return { ...line, participantIndex };
  });
  const ofPeople = ofFares
    .flatMap((line) => Array.from({ length: line.quantity }, () => line))
    .map((line, index): Line => ({ ...line, quantity: 1, participantId: String(index) }));
  const ofRooms = roomOffer ? linesOfRooms(roomOffer, rooms, takersIn(fares, party, ages)) : [];
  const lines = [...ofFares, ...ofRooms, ...ofExtras, ...ofWhole(discountLines(offered, ofPeople, coupon))];
  const totalCents = totalOf(lines);
  return { ...quote, lines, shares, totalCents, depositCents: depositOf(totalCents, depositPercent) };
}

/** The discounts of people with these fares: the automatic ones by position, then a coupon on what they leave. */
export function discountLines(
  {
    id: tripId,
    discounts,
    date: departsAt,
    timeZone,
    now,
  }: Pick<OfferedTrip, 'id' | 'discounts' | 'date' | 'timeZone' | 'now'>,
  fares: readonly Line[],
  coupon?: CouponRule | undefined,
): Line[] {
  const automatic = ruleLines(discounts, fares, { tripId, departsAt, timeZone, now });
  return coupon ? [...automatic, ...couponLines(coupon, faresAfter(fares, automatic))] : automatic;
}

/** What a coupon is checked against: the people, the total without it, and what it takes off. */
export function couponUse(
  { id }: CouponRule,
  {
    people,
    lines,
    totalCents,
  }: Pick<ReservationQuote, 'people' | 'totalCents'> & { lines: readonly Omit<Line, 'participantId'>[] },
) {
  const discountCents = -totalOf(lines.filter(({ sourceId }) => sourceId === id));
  return { people, fullCents: totalCents + discountCents, discountCents };
}

// One line of all whose fares a discount lowers.
function ofWhole(discounts: readonly Line[]): QuotedLine[] {
  const bySource = Map.groupBy(discounts, ({ sourceId }) => sourceId);
  return [...bySource.values()].flatMap((some) =>
    some.slice(0, 1).map(({ participantId: _, ...line }) => ({
      ...line,
      unitCents: totalOf(some),
      participantIndex: null,
    })),
  );
}

/** A person of a party who takes a bed; `index`: in the party, entry after entry. */
export interface PartySleeper {
  index: number;
  isAdult: boolean;
}

/** Who of a party takes a bed: everybody but lap children. Fares say who is an adult. */
export function sleepersOf(people: readonly ExtraTaker[]): PartySleeper[] {
  return people.flatMap(({ fare, age }, index) =>
    fare.takesPlace ? [{ index, isAdult: age === null ? isForAdults(fare) : age >= ADULT_AGE }] : [],
  );
}

// Rooms that do not fit have no lines: whoever reserves is told why.
function linesOfRooms(
  { types, nights }: RoomOffer,
  rooms: readonly ChosenRoom[],
  people: readonly ExtraTaker[],
): QuotedLine[] {
  const sleepers = sleepersOf(people);
  if (rooms.reduce((sum, one) => sum + one.people, 0) !== sleepers.length) return [];
  const dealt = dealBeds(rooms, sleepers) ?? [];
  return dealt.flatMap((beds, at) => {
    const { roomTypeId, share } = rooms[at] ?? {};
    const type = types.find(({ id }) => id === roomTypeId);
    const participantIds = beds.map((bed) => String(sleepers[bed]?.index ?? 0));
    return (type ? roomLines(type, { id: type.id, share, participantIds }, nights) : []).map(
      ({ participantId, ...line }) => ({ ...line, participantIndex: Number(participantId) }),
    );
  });
}

/** An extra of a person, or of the reservation as a whole. */
export function extraLine(
  { id, label, priceCents, refundable }: TripExtra,
  participantId: string | null,
  quantity: number,
): Line {
  return {
    participantId,
    kind: 'extra',
    label,
    quantity,
    unitCents: priceCents,
    sourceId: id,
    isRefundable: refundable,
  };
}

/**
 * Who takes how many of which extra; of an extra that is not offered, or for nobody of the party, there is no share.
 */
export function shareExtras(
  extras: readonly TripExtra[],
  chosen: readonly ChosenExtra[],
  people: readonly ExtraTaker[],
): ExtraShare[] {
  return extras.flatMap((extra): ExtraShare[] => {
    const own = chosen.filter(({ extraId }) => extraId.toLowerCase() === extra.id);
    const sum = (some: readonly ChosenExtra[]) => some.reduce((all, { count }) => all + count, 0);
    if (extra.per === 'reservation') {
      const quantity = sum(own);
      return quantity > 0 ? [{ extra, participantIndex: null, quantity }] : [];
    }
    const named = people.map((_, index) => sum(own.filter(({ participantIndex }) => participantIndex === index)));
    const unnamed = sum(own.filter(({ participantIndex }) => participantIndex === undefined));
    const dealt = deal(extra, unnamed, named, takersFirst(extra, people));
    return dealt.flatMap((quantity, participantIndex) => (quantity > 0 ? [{ extra, participantIndex, quantity }] : []));
  });
}

// The indexes of people who can have an extra, those for whom it is meant first.
function takersFirst(extra: TripExtra, people: readonly ExtraTaker[]): number[] {
  const able = [...people.entries()].filter(([, one]) => mayTake(extra, one));
  const [meant, others] = [true, false].map((is) => able.filter(([, one]) => isMeantFor(extra, one) === is));
  return [...(meant ?? []), ...(others ?? [])].map(([index]) => index);
}

// From the first taker on the minimum each, then one more each up to the maximum; what is left is the first one's.
function deal(extra: TripExtra, count: number, named: readonly number[], takers: readonly number[]): number[] {
  const dealt = [...named];
  let left = count;
  const give = (index: number, quantity: number) => {
    dealt[index] = (dealt[index] ?? 0) + quantity;
    left -= quantity;
  };
  const least = leastOf(extra);
  for (const index of takers) if (dealt[index] === 0 && left >= least) give(index, least);
  let before = -1;
  while (left > 0 && left !== before) {
    before = left;
    for (const [index, quantity] of [...dealt.entries()]) {
      if (left > 0 && quantity > 0 && quantity < extra.maxQuantity) give(index, 1);
    }
  }
  if (left > 0 && dealt.length > 0) give(takers[0] ?? 0, left);
  return dealt;
}
