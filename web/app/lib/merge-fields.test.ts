import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFields } from './merge-fields';

const value = fc.constantFrom('a', 'b', 'c');
const fields = fc.record({ name: value, city: value, text: value });
const names = ['name', 'city', 'text'] as const;

describe('what two people made of the same', () => {
  it('loses nothing that only one of them changed', () => {
    fc.assert(
      fc.property(fields, fields, fields, (base, mine, theirs) => {
        const merged = mergeFields({ base, mine, theirs });
        for (const name of names) {
          if (mine[name] === base[name]) expect(merged.fields[name]).toBe(theirs[name]);
          if (theirs[name] === base[name]) expect(merged.fields[name]).toBe(mine[name]);
          const isContested = mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name];
          expect(merged.by[name] === 'both').toBe(isContested);
          expect(name in merged.by).toBe(mine[name] !== theirs[name]);
        }
      }),
    );
  });
});
