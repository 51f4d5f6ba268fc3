import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleLimitMs, watchIdle } from './session';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(limitMs: number) {
  const page = new EventTarget();
  const shared = { lastUse: 0 };
  const onIdle = vi.fn();
  const start = () =>
    watchIdle(page, {
      limitMs: () => limitMs,
      lastUse: () => shared.lastUse,
      recordActivity: (now) => {
        shared.lastUse = now;
      },
      onIdle,
    });
  return { page, shared, onIdle, start };
}

describe('a page that nobody uses', () => {
  it('is reported once, after the limit', () => {
    const { onIdle, start } = watch(30 * MINUTE);
    start();
    vi.advanceTimersByTime(30 * MINUTE - 1);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60 * MINUTE);
    expect(onIdle).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not reported while it is used, here or in another tab', () => {
    const { page, shared, onIdle, start } = watch(2 * MINUTE);
    start();
    vi.advanceTimersByTime(MINUTE);
    page.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(1.5 * MINUTE);
    shared.lastUse = Date.now();
    vi.advanceTimersByTime(1.5 * MINUTE);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('is reported at the first touch after a long sleep', () => {
    const { page, onIdle, start } = watch(30 * MINUTE);
    start();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    page.dispatchEvent(new Event('pointermove'));
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('is reported at once when it is opened too late', () => {
    const { shared, onIdle, start } = watch(30 * MINUTE);
    shared.lastUse = Date.now() - 31 * MINUTE;
    start();
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('may be left alone for ever when the limit is 0', () => {
    const { onIdle, start } = watch(0);
    start();
    expect(vi.getTimerCount()).toBe(0);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('is not watched any more after stopping', () => {
    const { onIdle, start } = watch(30 * MINUTE);
    start()();
    vi.advanceTimersByTime(60 * MINUTE);
    expect(onIdle).not.toHaveBeenCalled();
  });
});

describe('the limit', () => {
  const limits = { clientIdleMinutes: 60, staffIdleMinutes: 30 };
  const boarding = '/admin/embarque/01980000-0000-7000-8000-0000000000aa';

  it("is the role's; of a phone that boards people twelve hours at least", () => {
    expect(idleLimitMs(limits, 'CLIENT', '/home')).toBe(60 * MINUTE);
    expect(idleLimitMs(limits, 'OPERATOR', '/admin/passeios')).toBe(30 * MINUTE);
    expect(idleLimitMs(limits, 'OPERATOR', boarding)).toBe(12 * 60 * MINUTE);
    expect(idleLimitMs({ ...limits, staffIdleMinutes: 24 * 60 }, 'ADMIN', boarding)).toBe(24 * 60 * MINUTE);
  });

  it('stays off where the operator has none', () => {
    expect(idleLimitMs({ clientIdleMinutes: 0, staffIdleMinutes: 0 }, 'OPERATOR', boarding)).toBe(0);
  });
});
