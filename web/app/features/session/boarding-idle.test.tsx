import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls } from '~/test/network';
import { newToken, signIn } from '~/test/person';
import { whenRestored } from './session';
import { sessionStatus } from './session-status';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const settings = {
  access: { requireConfirmedEmail: false, clientIdleMinutes: 0, staffIdleMinutes: 30 },
  identity: { provider: 'embedded' },
};

// Timers do not run by themselves: the lock screen would be opened in the place of this page.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => vi.clearAllTimers());

/** Somebody touches the screen after so long. */
function touchAfter(ms: number): string {
  vi.setSystemTime(Date.now() + ms);
  window.dispatchEvent(new Event('pointerdown'));
  return sessionStatus();
}

test('a phone that boards people locks after twelve hours without a touch, every other page when the operator says', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'installation' });
  meta.content = JSON.stringify(settings);
  document.head.append(meta);
  const here = window.location.href;
  try {
    answerCalls({ 'POST /identity/sign-out': { json: { success: true } } });
    history.replaceState(null, '', '/admin/embarque/01980000-0000-7000-8000-0000000000aa');
    await whenRestored();
    signIn('OPERATOR', newToken(100 * 60 * 60));
    expect(touchAfter(31 * MINUTE_MS)).toBe('signedIn');
    expect(touchAfter(12 * HOUR_MS - 1)).toBe('signedIn');
    expect(touchAfter(12 * HOUR_MS)).toBe('locked');

    history.replaceState(null, '', '/admin/passeios');
    signIn('OPERATOR', newToken(100 * 60 * 60));
    expect(touchAfter(29 * MINUTE_MS)).toBe('signedIn');
    expect(touchAfter(30 * MINUTE_MS)).toBe('locked');
  } finally {
    history.replaceState(null, '', here);
    meta.remove();
  }
});
