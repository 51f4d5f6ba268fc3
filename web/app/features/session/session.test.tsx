import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { newToken, signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { whenRestored } from './session';
import { sessionStatus } from './session-status';
import { signOut } from './sign-out';
import { fetchWithToken } from './token';
import { useUser } from './user-store';

const FORCED_RENEWAL_MS = 3_000_000;
const TOKEN = 'GET /identity/token';
const SIGN_OUT = 'POST /identity/sign-out';

// Timers do not run by themselves: the full load that follows a session's end would leave this page.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => vi.clearAllTimers());

test('the token is renewed every 3,000,000 ms, and no more once the person is gone', async () => {
  await whenRestored();
  signIn('CLIENT', longToken());
  const { calls } = answerCalls({
    [TOKEN]: { json: { token: longToken() } },
    [SIGN_OUT]: { json: { success: true } },
  });
  const renewals = () => calls.filter((call) => call === TOKEN).length;
  await vi.advanceTimersByTimeAsync(FORCED_RENEWAL_MS - 60_000);
  expect(renewals()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(renewals).toBe(1);
  await vi.advanceTimersByTimeAsync(FORCED_RENEWAL_MS);
  await expect.poll(renewals).toBe(2);

  expect(await signOut('asked')).toEqual({ isDone: true });
  await vi.advanceTimersByTimeAsync(2 * FORCED_RENEWAL_MS);
  expect(renewals()).toBe(2);
});

test('a failed renewal is logged and nobody is bothered', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await whenRestored();
  answerCalls({ [TOKEN]: { status: 500 } });
  signIn('CLIENT', longToken());
  await renderPage(<p>Página</p>);
  await vi.advanceTimersByTimeAsync(FORCED_RENEWAL_MS);
  await expect.poll(() => warn.mock.calls.map(([text]) => text)).toContain('Token refresh failed');
  expect(sessionStatus()).toBe('signedIn');
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
});

test('a session that ended elsewhere is noticed at the next renewal', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  await whenRestored();
  answerCalls({ [TOKEN]: { status: 401 }, [SIGN_OUT]: { status: 401 } });
  signIn('CLIENT', longToken());
  await renderPage(<p>Página</p>);
  await vi.advanceTimersByTimeAsync(FORCED_RENEWAL_MS);
  await expectToast('info', 'Usuário deslogado!');
  expect(info).toHaveBeenCalledWith('Sessão expirada, deslogando..');
  expect(useUser.getState().user).toMatchObject({ id: '', accessToken: null, isAuthenticated: false });
});

test('a call that is refused once the session has been ended signs nobody out again', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  await whenRestored();
  const { calls } = answerCalls({ [TOKEN]: { status: 401 }, [SIGN_OUT]: [{ status: 401 }, 'lost'] });
  signIn('CLIENT', longToken());
  await renderPage(<p>Página</p>);
  await vi.advanceTimersByTimeAsync(FORCED_RENEWAL_MS);
  await expectToast('info', 'Usuário deslogado!');
  expect(info).toHaveBeenCalledWith('Sessão expirada, deslogando..');
  await signOut('refused');
  await expectToast('info', 'Usuário deslogado!');
  expect(calls.filter((call) => call === SIGN_OUT)).toHaveLength(1);
});

test('calls go with a token about to expire once the provider has not answered for 5,000 ms, the next at once', async () => {
  await whenRestored();
  const { token } = signIn('CLIENT', newToken(60));
  const sent: (string | null)[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (String(input).startsWith('/identity/')) return new Promise(() => {});
    sent.push(new Headers(init?.headers).get('authorization'));
    return new Response('{}');
  });
  const first = fetchWithToken('/api/trips');
  await vi.advanceTimersByTimeAsync(4_990);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  await first;
  await fetchWithToken('/api/trips');
  expect(sent).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
});

/** A token that does not expire before all of it is over. */
function longToken(): string {
  return newToken(48 * 60 * 60);
}
