import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatMoneyInput, parseMoney } from './parse-money';

it.each([
  ['289', 28_900],
  ['289,5', 28_950],
  ['289,', 28_900],
  ['1.234,50', 123_450],
  ['1.234', 123_400],
  ['R$ 1.234.567,89', 123_456_789],
  ['289.90', 28_990],
  ['0,05', 5],
  ['  ', null],
  ['abc', undefined],
  ['-5', undefined],
  ['1,234.50', undefined],
  ['12.34.56', undefined],
  ['289,999', undefined],
])('%j is %j centavos', (typed, cents) => {
  expect(parseMoney(typed)).toBe(cents);
});

it('reads every amount that it writes', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000_000), (cents) => {
      expect(parseMoney(formatMoneyInput(cents))).toBe(cents);
      expect(parseMoney(`R$\u00a0${formatMoneyInput(cents)}`)).toBe(cents);
    }),
  );
});
