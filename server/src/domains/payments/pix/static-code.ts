import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';

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
