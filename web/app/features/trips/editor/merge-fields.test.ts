import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLists, mergeTrips } from './merge-fields';
import { emptyFields, fieldNames, sameFields, sameValue, type TripFields } from './trip-fields';

const word = fc.constantFrom('', 'a', 'b', 'c');
const lines = fc
  .uniqueArray(fc.constantFrom('Guia', 'Seguro', 'Lanche', 'Café', 'Ônibus'))
  .map((all) => all.join('\n'));
const rows = fc
  .uniqueArray(fc.constantFrom('1', '2', '3', '4'))
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.record({ key: fc.uuid(), id: fc.constant(id), time: word, place: word }))),
  );

const trips: fc.Arbitrary<TripFields> = fc
  .record({
    title: word,
    summary: word,
    capacity: word,
    included: lines,
    bring: lines,
    boardingPoints: rows,
    interstate: fc.boolean(),
  })
  .map((some) => ({ ...emptyFields(), ...some }));

describe('two people who changed the same trip', () => {
  it('lose nothing: every field is as one of them left it, and what only one changed is kept', () => {
    fc.assert(
      fc.property(trips, trips, trips, (base, mine, theirs) => {
        const { fields, by } = mergeTrips(base, mine, theirs);
        for (const name of fieldNames) {
          const [before, one, other, now] = [base[name], mine[name], theirs[name], fields[name]];
          expect(sameValue(now, one) || sameValue(now, other)).toBe(true);
          if (sameValue(one, before)) expect(sameValue(now, other)).toBe(true);
          if (sameValue(other, before)) expect(sameValue(now, one)).toBe(true);
          const isOpen = !sameValue(one, before) && !sameValue(other, before) && !sameValue(one, other);
          expect(by[name] === 'both').toBe(isOpen);
          expect(by[name] !== undefined).toBe(!sameValue(one, other));
        }
      }),
    );
  });

  it('get the one version where only one of them changed something', () => {
    fc.assert(
      fc.property(trips, trips, (base, changed) => {
        expect(sameFields(mergeTrips(base, changed, base).fields, changed)).toBe(true);
        expect(sameFields(mergeTrips(base, base, changed).fields, changed)).toBe(true);
        expect(mergeTrips(base, changed, changed).by).toEqual({});
      }),
    );
  });

  it('disagree about the same fields, whoever comes second', () => {
    fc.assert(
      fc.property(trips, trips, trips, (base, mine, theirs) => {
        const contested = (one: TripFields, other: TripFields) => {
          const { by } = mergeTrips(base, one, other);
          return fieldNames.filter((name) => by[name] === 'both');
        };
        expect(contested(mine, theirs)).toEqual(contested(theirs, mine));
      }),
    );
  });
});

describe('a list that two people changed', () => {
  it('has what each added and lacks what either removed', () => {
    fc.assert(
      fc.property(trips, trips, trips, (base, mine, theirs) => {
        const parts = (text: string) => text.split('\n').filter(Boolean);
        const joined = parts(joinLists('bring', base, mine, theirs) as string);
        const [before, one, other] = [parts(base.bring), parts(mine.bring), parts(theirs.bring)];
        expect(new Set(joined).size).toBe(joined.length);
        for (const line of new Set([...before, ...one, ...other])) {
          const wanted = before.includes(line)
            ? one.includes(line) && other.includes(line)
            : one.includes(line) || other.includes(line);
          expect(joined.includes(line)).toBe(wanted);
        }
      }),
    );
  });

  it('is not joined where both changed the same boarding point', () => {
    const withPlace = (place: string): TripFields => ({
      ...emptyFields(),
      boardingPoints: [{ key: place, id: '1', time: '05:00', place }],
    });
    expect(joinLists('boardingPoints', withPlace('Centro'), withPlace('Praça'), withPlace('Trevo'))).toBeUndefined();
    expect(joinLists('title', withPlace(''), withPlace('a'), withPlace('b'))).toBeUndefined();
  });
});
