export const MIN_CODE = 5;
export const MAX_CODE = 40;

/** A code in capitals, as somebody typed it or as a link brings it; undefined unless it can be one. */
export function readCouponCode(text: string): string | undefined {
  const code = text.trim();
  return /^[A-Z0-9][A-Z0-9_-]{4,39}$/i.test(code) ? code.toUpperCase() : undefined;
}
