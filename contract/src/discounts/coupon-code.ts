import { tripPagePath } from '../public-paths.ts';

export const MIN_CODE = 5;
export const MAX_CODE = 40;
export const CODE_PATTERN = /^[A-Z0-9][A-Z0-9_-]*$/;

/** A code in capitals, as somebody typed it or as a link brings it; undefined unless it can be one. */
export function readCouponCode(text: string): string | undefined {
  const code = text.trim();
  if (code.length < MIN_CODE || code.length > MAX_CODE) return undefined;
  const capitals = code.toUpperCase();
  return CODE_PATTERN.test(capitals) ? capitals : undefined;
}

/** The page whose reservations begin with this coupon: of a trip, or with all of them. */
export function couponPagePath(code: string, slug?: string): string {
  return `${slug ? tripPagePath(slug) : '/portal/passeio'}?cupom=${code}`;
}
