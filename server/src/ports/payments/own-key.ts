import { randomInt } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/fields';
import { type ChargeStarter, ProviderRefused, type Receiver } from './port.ts';

// A code names a receiver and a city in Latin letters; an operator may have none. Banks show the name of the key.
const UNKNOWN_NAME = 'RECEBEDOR';
const UNKNOWN_CITY = 'BRASIL';
// A static code holds up to 25 characters.
const TXID_LENGTH = 18;

/**
 * Pix to the operator's own key, by "copia e cola" codes (Central Bank, Manual do BR Code), in which names are
 * shortened and without accents. Refuses charges to a key that is none.
 */
export function ownKey({ key, name, city }: Receiver): ChargeStarter {
  return {
    name: 'own_key',
    kind: 'pix',
    isReported: false,
    newReference: (code) => newTxid(code, TXID_LENGTH),
    async start({ amountCents, reference }) {
      const merchantName = hasLatin(name) ? name : UNKNOWN_NAME;
      const receiver = { key, merchantName, merchantCity: hasLatin(city) ? city : UNKNOWN_CITY };
      const code = generatePixPayload({ ...receiver, amount: amountCents / 100, txid: reference });
      if (!code) throw new ProviderRefused('the operator has no Pix key');
      return { code };
    },
  };
}

// A code keeps nothing of other letters.
const hasLatin = (name: string) => /[A-Za-z0-9]/.test(name.normalize('NFD'));

/** A new txid, which banks show in statements: the reservation's code and random letters and digits. */
export function newTxid(code: string, length: number): string {
  let txid = code;
  while (txid.length < length) txid += RESERVATION_CODE_ALPHABET.charAt(randomInt(RESERVATION_CODE_ALPHABET.length));
  return txid;
}
