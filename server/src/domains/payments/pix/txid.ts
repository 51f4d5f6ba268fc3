import { randomInt } from 'node:crypto';
import type { ChargeMethod } from '@passeio/contract/payments/payments';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/reservations/reservations';

// A static code holds up to 25 characters, a provider's charge needs 26 to 35.
const LENGTHS: Record<ChargeMethod, number> = { static_pix: 18, provider_pix: 32 };

/** A new txid, which begins with the reservation's code, so that staff recognises it in a statement. */
export function newTxid(code: string, method: ChargeMethod): string {
  let txid = code;
  while (txid.length < LENGTHS[method]) {
    txid += RESERVATION_CODE_ALPHABET.charAt(randomInt(RESERVATION_CODE_ALPHABET.length));
  }
  return txid;
}
