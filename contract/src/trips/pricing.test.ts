import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOnDeparture, fareForAge, fitsAge } from './fare-ages.ts';
import type { Fare } from './fares.ts';
import {
  ADULT_AGE,
  balanceDueAt,
  defaultFare,
  depositOf,
  depositPercentAt,
  isForAdults,
  partyFault,
  pricesBeside,
  quoteParty,
} from './pricing.ts';

const ZONES = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco', 'America/Noronha', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
const birthdate = fc
  .date({ min: new Date('1900-01-01T00:00Z'), max: new Date('1999-12-31T23:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const age = fc.option(fc.integer({ min: 0, max: 130 }));
const fare: fc.Arbitrary<Fare> = fc
  .record({
    id: fc.uuid(),
    label: fc.constantFrom('Adulto', 'Criança', 'Colo', 'Cortesia'),
    minAge: age,
    maxAge: age,
    priceCents: fc.integer({ min: 0, max: 10_000_000 }),
    takesPlace: fc.boolean(),
    audience: fc.constantFrom('public' as const, 'staff' as const),
  })
  .filter(({ minAge, maxAge }) => minAge === null || maxAge === null || minAge <= maxAge);
const fares = fc.uniqueArray(fare, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });

/** Fares with a party of them. */
const parties = fares.chain((known) =>
  fc.record({
    known: fc.constant(known),
    party: fc
      .array(fc.integer({ min: 0, max: 6 }), { minLength: known.length, maxLength: known.length })
      .map((counts) => known.map(({ id }, index) => ({ fareId: id, count: counts[index] ?? 0 }))),
  }),
);

const localDay = (at: Date, timeZone: string) => at.toLocaleDateString('sv-SE', { timeZone });

describe('the age on the departure date', () => {
  it.each([
    ['2010-05-10', '2026-05-10T03:00:00Z', 'America/Sao_Paulo', 16],
    // Still the 9th there.
    ['2010-05-10', '2026-05-10T02:59:59Z', 'America/Sao_Paulo', 15],
    ['2010-05-10', '2026-05-10T03:00:00Z', 'America/Manaus', 15],
    ['2008-02-29', '2026-02-28T12:00:00Z', 'America/Sao_Paulo', 17],
    ['2008-02-29', '2026-03-01T12:00:00Z', 'America/Sao_Paulo', 18],
    ['2008-02-29', '2028-02-29T12:00:00Z', 'America/Sao_Paulo', 20],
    ['2026-12-05', '2026-12-05T10:00:00Z', 'America/Sao_Paulo', 0],
  ])('of somebody born on %s is at %s in %s %i', (born, at, timeZone, expected) => {
    expect(ageOnDeparture(born, at, timeZone)).toBe(expected);
    expect(ageOnDeparture(born, new Date(at), timeZone)).toBe(expected);
  });

  it('is the number of birthdays since the birth', () => {
    fc.assert(
      fc.property(birthdate, instant, zone, (born, at, timeZone) => {
        const years = ageOnDeparture(born, at, timeZone);
        // Compared as text: 29 February comes after 28 February and before 1 March of any year.
        const birthdayOf = (count: number) => `${Number(born.slice(0, 4)) + count}${born.slice(4)}`;
        expect(birthdayOf(years) <= localDay(at, timeZone)).toBe(true);
        expect(birthdayOf(years + 1) > localDay(at, timeZone)).toBe(true);
      }),
    );
  });

  it('never falls as the departure moves on, and is the same all day', () => {
    fc.assert(
      fc.property(birthdate, instant, instant, zone, (born, one, other, timeZone) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const [before, after] = [earlier, later].map((at) => ageOnDeparture(born, at, timeZone));
        expect(before).toBeLessThanOrEqual(after ?? 0);
        if (localDay(earlier, timeZone) === localDay(later, timeZone)) expect(before).toBe(after);
      }),
    );
  });
});

describe('the fare for an age', () => {
  it('fits, is of the same audience, and is the chosen one where that fits', () => {
    fc.assert(
      fc.property(fares, fc.nat(), fc.integer({ min: 0, max: 120 }), (known, pick, years) => {
        const chosen = known[pick % known.length] as Fare;
        const found = fareForAge(known, chosen, years);
        const fitting = known.filter((one) => one.audience === chosen.audience && fitsAge(one, years));
        if (fitsAge(chosen, years)) expect(found).toBe(chosen);
        else if (found) expect(fitting).toContain(found);
        else expect(fitting).toEqual([]);
      }),
    );
  });

  it('is the one with the narrowest ages', () => {
    const of = (label: string, minAge: number | null, maxAge: number | null): Fare => ({
      id: label,
      label,
      minAge,
      maxAge,
      priceCents: 100,
      takesPlace: true,
      audience: 'public',
    });
    const known = [of('Todos', null, null), of('Adulto', 13, null), of('Criança', 6, 12), of('Idoso', 60, 120)];
    const chosen = of('Colo', 0, 5);
    const labels = [8, 12, 13, 59, 60, 121].map((years) => fareForAge(known, chosen, years)?.label);
    expect(labels).toEqual(['Criança', 'Criança', 'Adulto', 'Adulto', 'Idoso', 'Adulto']);
    expect(fareForAge([{ ...chosen, audience: 'staff' }], of('Criança', 6, 12), 3)).toBeUndefined();
  });

  it('covers both ends', () => {
    fc.assert(
      fc.property(fare, (one) => {
        for (const end of [one.minAge, one.maxAge]) if (end !== null) expect(fitsAge(one, end)).toBe(true);
        if (one.minAge !== null) expect(fitsAge(one, one.minAge - 1)).toBe(false);
        if (one.maxAge !== null) expect(fitsAge(one, one.maxAge + 1)).toBe(false);
      }),
    );
  });
});

describe('the default fare', () => {
  it('is public, takes a place, and is for adults where one is', () => {
    fc.assert(
      fc.property(fares, (known) => {
        const offered = known.filter((one) => one.audience === 'public' && one.takesPlace);
        const found = defaultFare(known);
        if (found) {
          expect(offered).toContain(found);
          expect(isForAdults(found)).toBe(offered.some(isForAdults));
        } else expect(offered).toEqual([]);
      }),
    );
  });
});

describe('what stands beside the price of adults', () => {
  const offered = (priceCents: number, maxAge: number | null, takesPlace = true): Fare => ({
    ...{ id: String(priceCents), label: `Até ${maxAge}`, minAge: null, audience: 'public' },
    ...{ priceCents, maxAge, takesPlace },
  });

  it('is the lowest price of children who take a place', () => {
    const fares = [offered(18_900, null), offered(9_450, 12), offered(8_000, 10), offered(0, 2, false)];
    expect(pricesBeside(fares)).toEqual({ isLowest: false, child: fares[2] });
  });

  it('is that there are dearer ones, or nothing', () => {
    expect(pricesBeside([offered(30_000, null), offered(25_000, null)])).toEqual({ isLowest: true, child: undefined });
    expect(pricesBeside([offered(9_450, 12)])).toEqual({ isLowest: false, child: undefined });
  });
});

describe('the price of a party', () => {
  it('is that of its people, one by one, and a deposit of at most all of it', () => {
    fc.assert(
      fc.property(parties, fc.integer({ min: 0, max: 100 }), ({ known, party }, percent) => {
        const people = party.flatMap(({ fareId, count }) =>
          Array<Fare>(count).fill(known.find(({ id }) => id === fareId) as Fare),
        );
        const quote = quoteParty(known, party, percent);
        expect(quote).toEqual({
          totalCents: people.reduce((sum, { priceCents }) => sum + priceCents, 0),
          places: people.filter(({ takesPlace }) => takesPlace).length,
          people: people.length,
          depositCents: depositOf(quote.totalCents, percent),
        });
        expect(quote.depositCents).toBeLessThanOrEqual(quote.totalCents);
        expect(quoteParty(known, party.toReversed(), percent)).toEqual(quote);
        expect(quoteParty(known, [...party, { fareId: 'unknown', count: 3 }], percent)).toEqual(quote);
      }),
    );
  });

  it.each([
    [18_900, 30, 5_670],
    [10_001, 50, 5_001],
    [10_001, 49, 4_900],
    [333, 50, 167],
    [1, 50, 1],
    [1, 49, 0],
    [0, 100, 0],
    [18_900, 100, 18_900],
    [18_900, 0, 0],
  ])('of %i centavos has with %i percent a deposit of %i', (total, percent, deposit) => {
    expect(depositOf(total, percent)).toBe(deposit);
  });

  it('has a deposit that is exact to half a centavo and grows with both', () => {
    const total = fc.integer({ min: 0, max: 200_000_000 });
    fc.assert(
      fc.property(total, fc.integer({ min: 0, max: 99 }), (cents, percent) => {
        const deposit = depositOf(cents, percent);
        expect(Number.isInteger(deposit)).toBe(true);
        expect(Math.abs(deposit * 100 - cents * percent)).toBeLessThanOrEqual(50);
        expect(depositOf(cents, percent + 1)).toBeGreaterThanOrEqual(deposit);
        expect(depositOf(cents + 1, percent)).toBeGreaterThanOrEqual(deposit);
      }),
    );
  });
});

describe('a party', () => {
  it('travels where somebody takes a place and each lap child has an adult', () => {
    fc.assert(
      fc.property(parties, ({ known, party }) => {
        const countOf = (matches: (one: Fare) => boolean) =>
          party.reduce((sum, { fareId, count }) => {
            const one = known.find(({ id }) => id === fareId);
            return one && matches(one) ? sum + count : sum;
          }, 0);
        const adults = countOf((one) => one.takesPlace && (one.maxAge === null || one.maxAge >= ADULT_AGE));
        const lapChildren = countOf((one) => !one.takesPlace);
        const places = countOf((one) => one.takesPlace);
        const fault = partyFault(known, party);
        expect(fault === undefined).toBe(places > 0 && lapChildren <= adults);
        if (lapChildren > adults) expect(fault).toBe('LAP_WITHOUT_ADULT');
      }),
    );
  });

  it('of nobody is empty', () => {
    fc.assert(
      fc.property(fares, (known) => {
        const nobody = known.map(({ id }) => ({ fareId: id, count: 0 }));
        expect(partyFault(known, nobody)).toBe('EMPTY_PARTY');
      }),
    );
  });
});

describe('a balance that is due three days before the departure', () => {
  const terms = { departsAt: '2027-05-20T12:00:00Z', balanceDueHours: 72 };
  const due = new Date('2027-05-17T12:00:00Z');

  it('makes all of the price the deposit from that moment on', () => {
    const percentAt = (at: Date) => depositPercentAt({ ...terms, depositPercent: 30 }, at);
    expect([new Date(due.getTime() - 1), due].map(percentAt)).toEqual([30, 100]);
  });

  it('is due at the departure of a reservation made from that moment on', () => {
    const dueFor = (reservedAt: Date) => balanceDueAt({ ...terms, reservedAt }).toISOString();
    expect(dueFor(new Date(due.getTime() - 1))).toBe('2027-05-17T12:00:00.000Z');
    expect(dueFor(due)).toBe('2027-05-20T12:00:00.000Z');
  });
});
