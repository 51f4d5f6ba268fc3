import { addTouch, readTouches, type Touches, touchOf } from '@passeio/contract/sources';
import { TOUCHES_KEY } from './stored-keys';

/** Remembers on this device how its user came, if link or referrer say it. */
export function recordTouch(): void {
  const { search, host } = window.location;
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
