const CHECK_MS = 5000;
/** Throttle: activity is written to localStorage, for other tabs, at most this often. */
const NOTE_MS = 10_000;

/**
 * At a stop without a signal nobody could unlock: a phone that boards people locks after a day's work at the earliest.
 */
const BOARDING_MS = 12 * 3_600_000;

const signsOfUse = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface IdleWatch {
  /** Idle limit in milliseconds; 0 disables it. */
  limitMs: () => number;
  /** Last activity in any tab, in epoch milliseconds; 0 if none. */
  lastUse: () => number;
  recordActivity: (now: number) => void;
  onIdle: () => void;
}

/** Whether a page needs no network while people board. `address`: path with or without a query. */
export function isBoarding(address: string): boolean {
  return address.startsWith('/admin/embarque/');
}

/** Idle limits of the operator, in minutes; 0 disables one. */
interface IdleLimits {
  clientIdleMinutes: number;
  staffIdleMinutes: number;
}

/** Idle limit of a role on a page, in milliseconds; 0 disables it. */
export function idleLimitMs(limits: IdleLimits, role: string, address: string): number {
  const limitMs = (role === 'CLIENT' ? limits.clientIdleMinutes : limits.staffIdleMinutes) * 60_000;
  return limitMs > 0 && isBoarding(address) ? Math.max(limitMs, BOARDING_MS) : limitMs;
}

/**
 * Whether the last activity is more than `limitMs` ago. Compares clocks, because timers stop while a computer sleeps.
 */
export function isIdle(lastUse: number, limitMs: number, now = Date.now()): boolean {
  return limitMs > 0 && lastUse > 0 && now - lastUse >= limitMs;
}

/**
 * Watches a page for activity and calls `onIdle` once when there was none for too long. Returns a function that stops
 * it.
 */
export function watchIdle(page: EventTarget, { limitMs, lastUse, recordActivity, onIdle }: IdleWatch): () => void {
  if (limitMs() === 0) return () => {};

  function check(): boolean {
    if (!isIdle(lastUse(), limitMs())) return false;
    stop();
    onIdle();
    return true;
  }

  function use(): void {
    // The event that wakes a computer must not count as activity before the limit is checked.
    if (check()) return;
    const now = Date.now();
    if (now - lastUse() >= NOTE_MS) recordActivity(now);
  }

  function stop(): void {
    clearInterval(timer);
    for (const sign of signsOfUse) page.removeEventListener(sign, use);
  }

  const timer = setInterval(check, CHECK_MS);
  for (const sign of signsOfUse) page.addEventListener(sign, use, { passive: true });
  if (lastUse() === 0) recordActivity(Date.now());
  check();
  return stop;
}
