import {
  addTouch,
  type Came,
  cameOf,
  type RememberedTouches,
  readRememberedTouches,
  touchOf,
} from '@passeio/contract/sources';
import { TOUCHES_KEY } from './stored-keys';

/** Remembers on this device how its user came, if link or referrer say it. */
export function recordTouch(): void {
  const { search, host } = window.location;
  const touch = touchOf({ search, host, referrer: document.referrer, now: Date.now() });
  try {
    if (touch) localStorage.setItem(TOUCHES_KEY, JSON.stringify(addTouch(readTouches(), touch)));
  } catch {
    // Without storage the sale is a direct one.
  }
}

function readTouches(): RememberedTouches | undefined {
  try {
    return readRememberedTouches(JSON.parse(localStorage.getItem(TOUCHES_KEY) ?? 'null'), Date.now());
  } catch {
    return undefined;
  }
}

/** How the user of this device came in the last 30 days; undefined if nothing is known. */
export function readCame(): Came | undefined {
  const remembered = readTouches();
  return remembered && cameOf(remembered);
}
