import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher } from './token';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let serial = 0;
function jwt(expiresInMs: number): string {
  serial += 1;
  const payload = { exp: (Date.now() + expiresInMs) / 1000, serial };
  return `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sign`;
}

const renew = vi.fn<(options: { force: true }) => Promise<unknown>>();
const warn = vi.spyOn(console, 'warn');

beforeEach(() => {
  vi.useFakeTimers();
  warn.mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

function refresherFor(token: string, providerIsProactive = false) {
  const refresher = createRefresher({ renew, providerIsProactive });
  refresher.follow(token);
  return refresher;
}

/** The waits between the calls of `renew` in the next `total` milliseconds, to the second. */
async function waitsIn(total: number): Promise<number[]> {
  const waits: number[] = [];
  let since = 0;
  let seen = renew.mock.calls.length;
  for (let passed = 0; passed < total; passed += SECOND) {
    await vi.advanceTimersByTimeAsync(SECOND);
    since += SECOND;
    if (renew.mock.calls.length === seen) continue;
    seen = renew.mock.calls.length;
    waits.push(since);
    since = 0;
  }
  return waits;
}

describe('the token of a signed-in person', () => {
  it('is renewed 5 minutes before it expires, and so is the next one', async () => {
    const refresher = refresherFor(jwt(20 * MINUTE));
    renew.mockImplementation(async () => refresher.follow(jwt(20 * MINUTE)));
    expect(await waitsIn(46 * MINUTE)).toEqual([15 * MINUTE, 15 * MINUTE, 15 * MINUTE]);
  });

  it('is renewed at once when it is about to expire', async () => {
    const refresher = refresherFor(jwt(MINUTE));
    renew.mockImplementation(async () => refresher.follow(jwt(60 * MINUTE)));
    await vi.advanceTimersByTimeAsync(0);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('is asked for again after 30 s, doubling to 16 minutes, while that fails; the failures are only logged', async () => {
    refresherFor(jwt(6 * MINUTE));
    renew.mockRejectedValue(new Error('away'));
    const waits = await waitsIn(48 * MINUTE);
    expect(waits.map((wait) => wait / SECOND)).toEqual([60, 30, 60, 120, 240, 480, 960]);
    expect(warn).toHaveBeenCalledTimes(7);
    expect(warn).toHaveBeenCalledWith('Token refresh failed', expect.any(Error));
  });

  it('starts with 30 s again after a renewal that worked', async () => {
    const refresher = refresherFor(jwt(6 * MINUTE));
    renew.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    renew.mockImplementationOnce(async () => refresher.follow(jwt(10 * MINUTE)));
    renew.mockRejectedValue(new Error('away'));
    expect((await waitsIn(11 * MINUTE)).map((wait) => wait / SECOND)).toEqual([60, 30, 60, 300, 30, 60, 120]);
  });

  it('does not run after a new token that is of no use either', async () => {
    const refresher = refresherFor(jwt(MINUTE));
    renew.mockImplementation(async () => refresher.follow(jwt(MINUTE)));
    await vi.advanceTimersByTimeAsync(29 * SECOND);
    expect(renew).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('is renewed every 3,000,000 ms whatever it says', async () => {
    const refresher = refresherFor(jwt(48 * 60 * MINUTE));
    renew.mockImplementation(async () => refresher.follow(jwt(48 * 60 * MINUTE)));
    expect(await waitsIn(9_100_000)).toEqual([3_000_000, 3_000_000, 3_000_000]);
    expect(renew).toHaveBeenCalledWith({ force: true });
  });

  it('that lives longer than timers count is not renewed at once', async () => {
    refresherFor(jwt(60 * 24 * 60 * MINUTE));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(renew).not.toHaveBeenCalled();
  });

  it('is left to a provider that renews by itself, but for the forced renewals', async () => {
    refresherFor(jwt(10 * MINUTE), true);
    renew.mockResolvedValue(null);
    expect(await waitsIn(51 * MINUTE)).toEqual([3_000_000]);
  });
});

describe('without anybody', () => {
  it('no timer is left', async () => {
    const refresher = refresherFor(jwt(10 * MINUTE));
    refresher.follow(null);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a renewal that fails late starts none', async () => {
    const refresher = refresherFor(jwt(MINUTE));
    let fail = () => {};
    renew.mockReturnValue(new Promise((_, reject) => (fail = () => reject(new Error('away')))));
    await vi.advanceTimersByTimeAsync(0);
    refresher.follow(null);
    fail();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(renew).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });
});
