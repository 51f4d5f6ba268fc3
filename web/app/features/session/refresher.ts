import { EARLY_MS, expiryOf } from './identity/token-expiry';

/** While somebody is signed in the token is renewed this often, needed or not. */
const FORCED_RENEWAL_MS = 3_000_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 16 * 60_000;
/** Timers count in 32 bits: a longer wait would be none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface RefresherOptions {
  /** Gets a new token, which is then told to `follow`. Rejects when the provider cannot be reached. */
  renew: (options: { force: true }) => Promise<unknown>;
  /** Whether the provider's own code renews tokens before they expire. */
  providerIsProactive: boolean;
}

/**
 * Keeps the token of whoever is signed in fresh: renewed 5 minutes before it expires (when that fails, again after
 * 30 s, doubling to 16 minutes) and, whatever it says, every 50 minutes. A failure is only logged.
 */
export function createRefresher({ renew, providerIsProactive }: RefresherOptions) {
  let followed: string | null = null;
  let forced: ReturnType<typeof setInterval> | undefined;
  let early: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isRetrying = false;

  async function tryToRenew(): Promise<void> {
    try {
      await renew({ force: true });
    } catch (error) {
      console.warn('Token refresh failed', error);
    }
  }

  function renewEarlyIn(waitMs: number): void {
    clearTimeout(early);
    early = setTimeout(renewEarly, Math.min(waitMs, LONGEST_TIMER_MS));
  }

  async function renewEarly(): Promise<void> {
    isRetrying = true;
    await tryToRenew();
    // A good token has been told to `follow` by now, which has planned for it.
    if (followed === null || freshFor(followed) > 0) return;
    renewEarlyIn(retryMs);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  function startOver(): void {
    clearTimeout(early);
    retryMs = FIRST_RETRY_MS;
    isRetrying = false;
  }

  /** Tells which token is in use now; null when nobody is signed in, which stops the timers. */
  function follow(token: string | null): void {
    if (token === followed) return;
    followed = token;
    if (token === null) {
      startOver();
      clearInterval(forced);
      forced = undefined;
      return;
    }
    forced ??= setInterval(tryToRenew, FORCED_RENEWAL_MS);
    if (providerIsProactive) return;
    const waitMs = freshFor(token);
    if (waitMs > 0) startOver();
    // Even a new token may be of no use when the clocks differ: the back-off goes on then.
    if (!isRetrying) renewEarlyIn(Math.max(waitMs, 0));
  }

  return { follow };
}

/** How long a token may be used before it should be renewed, in milliseconds. */
function freshFor(token: string): number {
  return expiryOf(token) - EARLY_MS - Date.now();
}
