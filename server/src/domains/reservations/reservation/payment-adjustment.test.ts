import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { adjustParts } from './payment-adjustment.ts';

it('a price that its means changes leaves no part of a total below zero', () => {
  const cents = fc.integer({ min: 0, max: 50_000 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 5 }), cents, cents, fc.integer(), (parts, a, b, change) => {
      const total = parts.reduce((sum, one) => sum + one, 0);
      const more = Math.max(change % 20_000, -total);
      const after = adjustParts(parts, { from: Math.min(a, b), until: Math.max(a, b), cents: more });
      expect(after.every((one) => one >= 0)).toBe(true);
      expect(after.reduce((sum, one) => sum + one, 0)).toBe(total + more);
    }),
  );
});
