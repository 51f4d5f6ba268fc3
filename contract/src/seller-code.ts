import { RESERVATION_CODE_ALPHABET } from './fields.ts';

export const SELLER_CODE_LENGTH = 7;

const CODE = new RegExp(`^[${RESERVATION_CODE_ALPHABET}]{${SELLER_CODE_LENGTH}}$`);

/** A seller's code as a link brings it, in capitals; undefined unless it can be one. */
export function readSellerCode(text: string): string | undefined {
  if (text.length > 20) return undefined;
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** The link that a seller shares: it remembers them on the device and leads to the portal. */
export const sellerLinkPath = (code: string) => `/v/${code}`;
