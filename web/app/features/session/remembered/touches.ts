import { addTouch, readTouches, type Touches, touchOf } from '@passeio/contract/sources';
import { SELLER_KEY, TOUCHES_KEY } from './stored-keys';

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
  const [, code] = /[?&]v=(\w{7})(&|$)/.exec(search) ?? [];
  try {
    if (code) localStorage.setItem(SELLER_KEY, `${code.toUpperCase()} ${Date.now()}`);
  } catch {
    // Without storage the sale is nobody's.
  }
}
