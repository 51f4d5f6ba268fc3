import { readSellerCode, SELLER_DAYS } from '@passeio/contract/sellers/seller-code';
import { SELLER_KEY } from './stored-keys';

const DAY_MS = 86_400_000;

/** The code of the seller whose link was opened here in the last 30 days. */
export function readRememberedSeller(): string | undefined {
  try {
    const [code = '', at] = (localStorage.getItem(SELLER_KEY) ?? '').split(' ');
    return Date.now() - Number(at) < SELLER_DAYS * DAY_MS ? readSellerCode(code) : undefined;
  } catch {
    return undefined;
  }
}
