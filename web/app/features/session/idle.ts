const CHECK_MS = 5000;
/** Use is noted at most this often: it is written where other tabs can read it. */
const NOTE_MS = 10_000;

const signsOfUse = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface IdleWatch {
  /** How long the person may be away; 0 is for ever. */
  limitMs: () => number;
  /** The last sign of use in any tab, in milliseconds since 1970; 0 if there was none yet. */
  lastUse: () => number;
  recordActivity: (now: number) => void;
  onIdle: () => void;
}

/** Whether somebody has been away for longer than `limitMs`, told by the clock: computers sleep, timers do not run. */
export function isIdle(lastUse: number, limitMs: number, now = Date.now()): boolean {
  return limitMs > 0 && lastUse > 0 && now - lastUse >= limitMs;
}

/** Watches a page for signs of use; answers how to stop. Calls `onIdle` once, when there were none for too long. */
export function watchIdle(page: EventTarget, { limitMs, lastUse, recordActivity, onIdle }: IdleWatch): () => void {
  if (limitMs() === 0) return () => {};

  function check(): boolean {
    if (!isIdle(lastUse(), limitMs())) return false;
    stop();
    onIdle();
    return true;
  }

  function use(): void {
    // Whoever wakes a computer up has been away until this very moment.
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
