import { randomInt } from 'node:crypto';
import { RESERVATION_CODE_ALPHABET, RESERVATION_CODE_LENGTH } from '@passeio/contract/reservations/reservations';

/** A random, unambiguous reservation code. */
export function newReservationCode(): string {
  return Array.from({ length: RESERVATION_CODE_LENGTH }, () =>
    RESERVATION_CODE_ALPHABET.charAt(randomInt(RESERVATION_CODE_ALPHABET.length)),
  ).join('');
}
