import { randomInt } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';
import type { ChargeMethod } from '@passeio/contract/payments/payments';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/reservations/reservations';

/** Who is paid. Names are shortened and written without accents, as the code demands. */
export interface PixReceiver {
  key: string;
  name: string;
  city: string;
}

// A code names a city; an operator may have left theirs empty.
const UNKNOWN_CITY = 'BRASIL';

/**
 * The "copia e cola" code of an amount to the operator's own key (Central Bank, Manual do BR Code). `txid`: up to 25
 * letters and digits, shown in the bank's statement. Null for a key that is none.
 */
export function staticCode(
  { key, name, city }: PixReceiver,
  { amountCents, txid }: { amountCents: number; txid: string },
) {
  return generatePixPayload({
    key,
    merchantName: name,
    merchantCity: city || UNKNOWN_CITY,
    amount: amountCents / 100,
    txid,
  });
}

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
