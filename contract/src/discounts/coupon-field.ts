import { tripPagePath } from '../public-paths.ts';
import { z } from '../zod.ts';
import { MAX_CODE, MIN_CODE } from './coupon-code.ts';

export const CODE_PATTERN = /^[A-Z0-9][A-Z0-9_-]*$/;

/** A coupon's code in capitals: case never distinguishes two. Lengths are checked before the pattern. */
export const couponCode = z
  .string('Escreva o código.')
  .trim()
  .min(MIN_CODE, { error: `O código tem pelo menos ${MIN_CODE} caracteres.`, abort: true })
  .max(MAX_CODE, { error: `O código tem no máximo ${MAX_CODE} caracteres.`, abort: true })
  .toUpperCase()
  .regex(CODE_PATTERN, 'Use letras sem acento, números, - e _.');

/** The page whose reservations begin with this coupon: of a trip, or with all of them. */
export function couponPagePath(code: string, slug?: string): string {
  return `${slug ? tripPagePath(slug) : '/portal/passeio'}?cupom=${code}`;
}
