import { IDENTITY_BASE } from '@passeio/contract/paths';
import { IdentityError, SecondStepNeeded } from './error';
import type { IdentityPort, SecondStepKind } from './port';
import { expiresSoon } from './token-expiry';

const TIMEOUT_MS = 30_000;

/**
 * Adapter of the embedded provider (Better Auth at /identity): an httpOnly cookie is the refresh credential,
 * one-hour JWTs are the bearer tokens.
 */
export function createEmbeddedIdentity(): IdentityPort {
  const { clear, getToken, onNoUser } = createTokenCache();
  const passkeys = async () => (await import('./embedded-passkeys')).createPasskeys(ask);
  return {
    async signUp(email, password, name) {
      await post('/sign-up/email', { name, email, password });
    },
    async signIn(email, password) {
      const answer = await ask('/sign-in/email', { email, password });
      clear();
      if (answer.twoFactorRedirect === true) throw new SecondStepNeeded(kindsOf(answer));
    },
    async signInBy({ kind, code }) {
      if (kind === 'passkey') await (await passkeys()).signIn({ isSecondStep: true });
      else await post(kind === 'recovery' ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', { code });
      clear();
    },
    passkeys,
    async addTwoFactor(password, site) {
      const answer = await ask('/two-factor/enable', { password, issuer: site });
      return { uri: String(answer.totpURI), recoveryCodes: codesOf(answer) };
    },
    async confirmTwoFactor(code) {
      await post('/two-factor/verify-totp', { code });
      // The server has replaced the session: the cached token belongs to the old one.
      clear();
    },
    async renewRecoveryCodes(password) {
      return codesOf(await ask('/two-factor/generate-backup-codes', { password }));
    },
    async removeTwoFactor(password) {
      await post('/two-factor/disable', { password });
      clear();
    },
    async signOut() {
      clear();
      // No session: already signed out.
      await post('/sign-out', {}, [400, 401]);
    },
    async sendReset(email) {
      await post('/request-password-reset', { email });
    },
    async confirmReset(token, newPassword) {
      await post('/reset-password', { token, newPassword });
      // May have ended this browser's session too.
      clear();
    },
    async sendConfirmation(email) {
      await post('/send-verification-email', { email });
    },
    async confirmEmail(token) {
      const path = `/verify-email?${new URLSearchParams({ token })}`;
      await requireSuccess(await reach(path, { headers: { accept: 'application/json' } }));
    },
    async changePassword(currentPassword, newPassword) {
      await post('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
      // The server has replaced the session: the cached token belongs to the old one.
      clear();
    },
    async changeEmail(newEmail, password) {
      await post('/change-email', { newEmail, password });
    },
    async undoEmailChange(token) {
      const response = await send('/undo-email-change', { token });
      if (!response.ok) throw await refusal(response);
      clear();
      const { passwordLink } = (await response.json()) as { passwordLink: string };
      const { pathname, search } = new URL(passwordLink);
      return pathname + search;
    },
    getToken,
    onNoUser,
  };
}

/** Caches the session's token and reports when there is no session. */
function createTokenCache() {
  const listeners = new Set<() => void>();
  let token: string | null = null;
  let asking: Promise<string | null> | null = null;

  function clear(): void {
    token = null;
    asking = null;
  }

  /** Concurrent calls share one request. */
  function askForToken(): Promise<string | null> {
    const request = fetchToken().then(
      (fresh) => {
        // Stale: somebody signed in or out meanwhile.
        if (asking !== request) return fresh;
        asking = null;
        token = fresh;
        if (!fresh) for (const listener of listeners) listener();
        return fresh;
      },
      (error: unknown) => {
        if (asking === request) asking = null;
        throw error;
      },
    );
    asking = request;
    return request;
  }

  return {
    clear,
    async getToken({ force = false }: { force?: boolean } = {}): Promise<string | null> {
      if (!force && token && !expiresSoon(token)) return token;
      return asking ?? askForToken();
    },
    onNoUser(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What an answer says; nothing of one that is no JSON. */
async function ask(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await (body ? send(path, body) : reach(path, { headers: { accept: 'application/json' } }));
  if (!response.ok) throw await refusal(response);
  const answer: unknown = await response.json().catch(() => null);
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
}

function kindsOf({ twoFactorMethods }: Record<string, unknown>): SecondStepKind[] {
  const methods: unknown[] = Array.isArray(twoFactorMethods) ? twoFactorMethods : [];
  return [
    ...(methods.includes('passkey') ? (['passkey'] as const) : []),
    ...(methods.includes('totp') ? (['authenticator'] as const) : []),
    'recovery',
  ];
}

function codesOf({ backupCodes }: Record<string, unknown>): string[] {
  return Array.isArray(backupCodes) ? backupCodes.map(String) : [];
}

async function post(path: string, body: object, alsoFine: number[] = []): Promise<void> {
  await requireSuccess(await send(path, body), alsoFine);
}

function send(path: string, body: object): Promise<Response> {
  return reach(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    // keepalive: the sign-out must be sent even if the page is closed.
    keepalive: path === '/sign-out',
  });
}

async function requireSuccess(response: Response, alsoFine: number[] = []): Promise<void> {
  if (!response.ok && !alsoFine.includes(response.status)) throw await refusal(response);
  // An unread body would keep the connection open.
  await response.text();
}

async function fetchToken(): Promise<string | null> {
  const response = await reach('/token', { headers: { accept: 'application/json' }, cache: 'no-store' });
  if (response.status === 401) return null;
  if (!response.ok) throw await refusal(response);
  const { token } = (await response.json()) as { token?: unknown };
  if (typeof token !== 'string') throw new IdentityError('unreachable');
  return token;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(`${IDENTITY_BASE}${path}`, { ...init, signal, credentials: 'same-origin' });
  } catch {
    throw new IdentityError('unreachable');
  }
}

async function refusal(response: Response): Promise<IdentityError> {
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
  const code = typeof body?.code === 'string' ? body.code : '';
  if (response.status === 429) return new IdentityError('tooMany', code, waitSecondsOf(response));
  return new IdentityError(response.status >= 500 ? 'unreachable' : 'refused', code);
}

function waitSecondsOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-retry-after') ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}
