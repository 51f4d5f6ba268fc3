import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmbeddedIdentity } from './embedded';
import { IdentityError } from './error';

const HOUR_S = 3600;

function jwt(expiresInSeconds: number): string {
  const payload = { exp: Math.floor(Date.now() / 1000) + expiresInSeconds, at: Math.random() };
  return `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sign`;
}

function response(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status });
}

const send = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  send.mockReset();
});

describe('the token', () => {
  it('is requested once and cached until 5 minutes before it expires', async () => {
    const identity = createEmbeddedIdentity();
    const [first, second] = [jwt(HOUR_S), jwt(2 * HOUR_S)];
    send.mockResolvedValueOnce(response(200, { token: first })).mockResolvedValueOnce(response(200, { token: second }));

    expect(await Promise.all([identity.getToken(), identity.getToken()])).toEqual([first, first]);
    vi.advanceTimersByTime((HOUR_S - 301) * 1000);
    expect(await identity.getToken()).toBe(first);
    vi.advanceTimersByTime(2000);
    expect(await identity.getToken()).toBe(second);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is renewed at once when forced', async () => {
    const identity = createEmbeddedIdentity();
    const [first, second] = [jwt(HOUR_S), jwt(HOUR_S)];
    send.mockResolvedValueOnce(response(200, { token: first })).mockResolvedValueOnce(response(200, { token: second }));

    await identity.getToken();
    expect(await identity.getToken({ force: true })).toBe(second);
  });

  it('is null when nobody is signed in, and the listeners hear of it', async () => {
    const identity = createEmbeddedIdentity();
    const [stays, leaves] = [vi.fn(), vi.fn()];
    identity.onNoUser(stays);
    identity.onNoUser(leaves)();
    send.mockResolvedValueOnce(response(401, {}));

    expect(await identity.getToken()).toBeNull();
    expect(stays).toHaveBeenCalledOnce();
    expect(leaves).not.toHaveBeenCalled();
  });

  it('says nothing about the person when the provider is unavailable', async () => {
    const identity = createEmbeddedIdentity();
    const listener = vi.fn();
    identity.onNoUser(listener);
    send.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(response(503, {}));

    await expect(identity.getToken()).rejects.toMatchObject({ failure: 'unreachable' });
    await expect(identity.getToken()).rejects.toMatchObject({ failure: 'unreachable' });
    expect(listener).not.toHaveBeenCalled();
  });

  it('that arrives after signing out is not cached', async () => {
    const identity = createEmbeddedIdentity();
    let arrive = (_: Response) => {};
    send.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    send.mockResolvedValueOnce(response(200, { success: true })).mockResolvedValueOnce(response(401, {}));

    const late = identity.getToken();
    await identity.signOut();
    arrive(response(200, { token: jwt(HOUR_S) }));
    await late;
    expect(await identity.getToken()).toBeNull();
  });
});

describe('a refusal', () => {
  it.each([
    [401, { code: 'INVALID_EMAIL_OR_PASSWORD' }, { failure: 'refused', code: 'INVALID_EMAIL_OR_PASSWORD' }],
    [429, {}, { failure: 'tooMany' }],
    [503, {}, { failure: 'unreachable' }],
  ])('of status %i has a code of its own', async (status, body, expected) => {
    send.mockResolvedValueOnce(response(status, body));
    const attempt = createEmbeddedIdentity().signIn('ana@exemplo.com.br', 'segredo');
    await expect(attempt).rejects.toBeInstanceOf(IdentityError);
    await expect(attempt).rejects.toMatchObject(expected);
  });

  it('to sign out somebody who is not signed in is as good as done', async () => {
    send.mockResolvedValueOnce(response(401, {}));
    await expect(createEmbeddedIdentity().signOut()).resolves.toBeUndefined();
  });

  it('to sign out a page of another origin is not', async () => {
    send.mockResolvedValueOnce(response(403, {}));
    await expect(createEmbeddedIdentity().signOut()).rejects.toBeInstanceOf(IdentityError);
  });
});

describe('the calls about address and password', () => {
  it.each([
    ['sendReset', ['ana@exemplo.com.br'], '/identity/request-password-reset', { email: 'ana@exemplo.com.br' }],
    ['confirmReset', ['t0k', 'nova senha'], '/identity/reset-password', { token: 't0k', newPassword: 'nova senha' }],
    ['sendConfirmation', ['ana@exemplo.com.br'], '/identity/send-verification-email', { email: 'ana@exemplo.com.br' }],
    [
      'changeEmail',
      ['nova@exemplo.com.br', 'minha senha'],
      '/identity/change-email',
      { newEmail: 'nova@exemplo.com.br', password: 'minha senha' },
    ],
    [
      'changePassword',
      ['antiga', 'nova senha'],
      '/identity/change-password',
      { currentPassword: 'antiga', newPassword: 'nova senha', revokeOtherSessions: true },
    ],
  ] as const)('%s goes to its own path', async (name, given, path, body) => {
    send.mockResolvedValueOnce(response(200, {}));
    const identity = createEmbeddedIdentity();
    await (identity[name] as (...words: readonly string[]) => Promise<void>)(...given);
    expect(send.mock.calls[0]?.[0]).toBe(path);
    expect(JSON.parse(String(send.mock.calls[0]?.[1]?.body))).toEqual(body);
  });

  it('confirm an address by its code, whatever is in it', async () => {
    send.mockResolvedValueOnce(response(200, {}));
    await createEmbeddedIdentity().confirmEmail('a+b/c&d');
    expect(send.mock.calls[0]?.[0]).toBe('/identity/verify-email?token=a%2Bb%2Fc%26d');
  });

  it('say how long the provider wants to be left alone', async () => {
    const refusal = new Response('{}', { status: 429, headers: { 'retry-after': '125' } });
    send.mockResolvedValueOnce(refusal).mockResolvedValueOnce(response(429, {}));
    const identity = createEmbeddedIdentity();
    await expect(identity.sendConfirmation('a@b.co')).rejects.toMatchObject({ failure: 'tooMany', waitSeconds: 125 });
    await expect(identity.sendConfirmation('a@b.co')).rejects.toMatchObject({ failure: 'tooMany', waitSeconds: null });
  });

  it('leave no token of a session that a new password has ended', async () => {
    const identity = createEmbeddedIdentity();
    const [first, second] = [jwt(HOUR_S), jwt(HOUR_S)];
    send.mockResolvedValueOnce(response(200, { token: first })).mockResolvedValueOnce(response(200, {}));
    send.mockResolvedValueOnce(response(200, { token: second }));
    await identity.getToken();
    await identity.changePassword('antiga', 'nova senha');
    expect(await identity.getToken()).toBe(second);
  });
});
