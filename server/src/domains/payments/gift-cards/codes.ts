import { createHmac } from 'node:crypto';
import { RESERVATION_CODE_ALPHABET as ALPHABET } from '@passeio/contract/fields';
import { formatGiftCode } from '@passeio/contract/payments/gift-cards';
import { hashToken } from '../../../platform/http/link-token.ts';

const LENGTH = 16;

/** What codes and links are made of: a card's id, and how often it got a code. */
interface Made {
  id: string;
  generation: number;
}

/**
 * The code of a gift card, which nothing stores: a reader of the database cannot use the cards. 73 bits are too many to
 * be guessed or found from their hash.
 */
function codeOf(key: Uint8Array, card: Made): string {
  let rest = BigInt(`0x${macOf(key, 'code', card).toString('hex')}`);
  let code = '';
  while (code.length < LENGTH) {
    code += ALPHABET.charAt(Number(rest % BigInt(ALPHABET.length)));
    rest /= BigInt(ALPHABET.length);
  }
  return code;
}

/** The token of the link by which buyer and recipient see a gift card. */
export function linkTokenOf(key: Uint8Array, card: Made): string {
  return macOf(key, 'link', card).toString('base64url');
}

/** What the database stores of code and link. */
export function hashesOf(key: Uint8Array, card: Made) {
  const code = codeOf(key, card);
  return { code_hash: hashToken(code), link_hash: hashToken(linkTokenOf(key, card)), last4: code.slice(-4) };
}

/** The code as people read it; null where the server's key is another one than that of the card. */
export function shownCodeOf(key: Uint8Array, card: Made & { code_hash: string }): string | null {
  const code = codeOf(key, card);
  return hashToken(code) === card.code_hash ? formatGiftCode(code) : null;
}

function macOf(key: Uint8Array, purpose: string, { id, generation }: Made): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${id}:${generation}`).digest();
}
