import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFields, mergeLists, sameValue } from './merge-fields';

const word = fc.constantFrom('', 'a', 'b', 'c');
const rows = fc
  .uniqueArray(fc.constantFrom('1', '2', '3', '4'))
  .chain((ids) => fc.tuple(...ids.map((id) => fc.record({ key: fc.uuid(), id: fc.constant(id), place: word }))));
const versions = fc.record({ title: word, summary: word, points: rows, interstate: fc.boolean() });
const names = ['title', 'summary', 'points', 'interstate'] as const;
type Version = typeof versions extends fc.Arbitrary<infer Some> ? Some : never;

describe('two people who changed the same', () => {
  it('lose nothing: every field is as one of them left it, and what only one changed stays', () => {
    fc.assert(
      fc.property(versions, versions, versions, (base, mine, theirs) => {
        const { fields, by } = mergeFields({ base, mine, theirs });
        for (const name of names) {
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
      fc.property(versions, versions, (base, changed) => {
        expect(sameValue(mergeFields({ base, mine: changed, theirs: base }).fields, changed)).toBe(true);
        expect(sameValue(mergeFields({ base, mine: base, theirs: changed }).fields, changed)).toBe(true);
        expect(mergeFields({ base, mine: changed, theirs: changed }).by).toEqual({});
      }),
    );
  });

  it('disagree about the same fields, in either order', () => {
    fc.assert(
      fc.property(versions, versions, versions, (base, mine, theirs) => {
        const contested = (one: Version, other: Version) => {
          const { by } = mergeFields({ base, mine: one, theirs: other });
          return names.filter((name) => by[name] === 'both');
        };
        expect(contested(mine, theirs)).toEqual(contested(theirs, mine));
      }),
    );
  });
});

it('a list that two people changed has what each added and lacks what either removed', () => {
  const lists = fc.uniqueArray(fc.constantFrom('Guia', 'Seguro', 'Lanche', 'Café', 'Ônibus'));
  fc.assert(
    fc.property(lists, lists, lists, (base, mine, theirs) => {
      const merged = mergeLists({ base, mine, theirs });
      expect(new Set(merged).size).toBe(merged.length);
      for (const line of new Set([...base, ...mine, ...theirs])) {
        const wanted = base.includes(line)
          ? mine.includes(line) && theirs.includes(line)
          : mine.includes(line) || theirs.includes(line);
        expect(merged.includes(line)).toBe(wanted);
      }
    }),
  );
});
