import { expect, it } from 'vitest';
import { readCouponCode } from './coupon-code.ts';
import { couponCode } from './coupon-field.ts';

it('reads from a link what the API accepts, and nothing else', () => {
  const texts = ['', 'ABCD', 'abcde', ' verao-2026 ', 'A'.repeat(40), 'A'.repeat(41), '_ABCD', '-----', 'ção12'];
  const hostile = ['<script>', 'a b c d', 'ABCDE\n', 'ABCDE\u0000', '__proto__', '%2e%2e%2f', 'ABCDE"onload="'];
  for (const text of [...texts, ...hostile]) {
    expect(readCouponCode(text), text).toBe(couponCode.safeParse(text).data);
  }
});
