import { readSellerCode, SELLER_DAYS } from '@passeio/contract/sellers/seller-code';
import { addTouch, readTouches, type Touches, touchOf } from '@passeio/contract/sources';
import { SELLER_KEY, TOUCHES_KEY } from './stored-keys';

const DAY_MS = 86_400_000;

/** Remembers on this device how its user came, and who shared their link, if link or referrer say it. */
export function recordTouch(): void {
  const { search, host } = window.location;
  rememberSeller(search);
  const touch = touchOf({ search, host, referrer: document.referrer, now: Date.now() });
  try {
    if (touch) localStorage.setItem(TOUCHES_KEY, JSON.stringify(addTouch(readRememberedTouches(), touch)));
  } catch {
    // Without storage the sale is a direct one.
  }
}

/** How the user of this device came in the last 30 days. */
export function readRememberedTouches(): Touches | undefined {
  try {
    return readTouches(JSON.parse(localStorage.getItem(TOUCHES_KEY) ?? 'null'), Date.now());
  } catch {
    return undefined;
  }
}

// Who shared the link that was opened (`?v=`); the last one wins.
function rememberSeller(search: string): void {
  const code = readSellerCode(new URLSearchParams(search).get('v') ?? '');
  try {
    if (code) localStorage.setItem(SELLER_KEY, `${code} ${Date.now()}`);
  } catch {
    // Without storage the sale is nobody's.
  }
}

/** The code of the seller whose link was opened here in the last 30 days. */
export function readRememberedSeller(): string | undefined {
  try {
    const [code = '', at] = (localStorage.getItem(SELLER_KEY) ?? '').split(' ');
    return Date.now() - Number(at) < SELLER_DAYS * DAY_MS ? readSellerCode(code) : undefined;
  } catch {
    return undefined;
  }
}
